import { Money, serviceBucket, type Currency, type RequestEntry } from '@portage/core';
import type { RequestV3 } from './entryV3.js';

type Data = RequestEntry['data'];
type Phase = NonNullable<Data['feeSponsorship']>['quoted'];
type Fees = NonNullable<RequestV3['data']['fees']>;
type Component = Fees['quoted']['swap'];

/**
 * Fees of an entry by component, each in USD and in smallest units: those of the buckets, and for
 * a refund those that were booked. Null where the stored quote is not readable. Pure.
 */
export function feesV3({ feeSponsorship, feeCurrencyObject, fees, feesUsd }: Data): Fees | null {
  if (feeSponsorship === undefined || feeCurrencyObject === undefined) return null;
  const actual =
    feeSponsorship.actual === undefined
      ? refundFees(fees, feesUsd, feeCurrencyObject)
      : byComponent(feeSponsorship.actual, feeCurrencyObject);
  return {
    quoted: byComponent(feeSponsorship.quoted, feeCurrencyObject),
    ...(actual === undefined ? {} : { actual }),
    currency: feeCurrencyObject,
  };
}

function byComponent({ components, sponsoredTotal }: Phase, currency: Currency): Fees['quoted'] {
  const totalOf = (bucket: keyof Phase['components']): Component =>
    component(components[bucket]?.total, currency);
  return {
    swap: totalOf('swap'),
    execution: totalOf('execution'),
    platform: totalOf(serviceBucket),
    app: totalOf('app'),
    rent: totalOf('rent'),
    sponsored: component(sponsoredTotal, currency),
  };
}

/** A refund costs gas, and what else the solver lost or kept; undefined until the books know. */
function refundFees(
  fees: Data['fees'],
  feesUsd: Data['feesUsd'],
  currency: Currency,
): Fees['quoted'] | undefined {
  if (fees === undefined || feesUsd === undefined) return undefined;
  const of = (part: 'gas' | 'price' | 'gateway'): Component =>
    component({ amount: fees[part], amountUsd: feesUsd[part] }, currency);
  const none = component(undefined, currency);
  return {
    swap: of('price'),
    execution: of('gas'),
    platform: of('gateway'),
    app: none,
    rent: none,
    sponsored: none,
  };
}

function component(
  shown: { readonly amount: string; readonly amountUsd: string } | undefined,
  { decimals }: Currency,
): Component {
  const amount = shown?.amount ?? '0';
  return {
    usd: shown?.amountUsd ?? Money.formatUsd(0n),
    amount,
    amountFormatted: Money.format(BigInt(amount), decimals),
  };
}
