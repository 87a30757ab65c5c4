import type { AppFeeShare } from '@portage/fees';
import { Money, type PricedAsset } from '@portage/core';
import type { ExecutionTerms } from '@portage/settlement';
import type { PaymentTerms } from '../payment/paymentMethod.js';
import type { PricedRoute } from '../price/pricedRoute.js';
import { rentPayer } from '../price/rentPayer.js';
import type { QuoteCaller } from '../request/quoteCaller.js';
import { keepsSurplus } from '../request/keepsSurplus.js';
import type { ListedCurrency } from '../route/catalog.js';
import type { SponsorCharge } from '../sponsor/chargeSponsor.js';

/**
 * JSON text of the terms under which an order is executed: postings beside the payment, the market
 * as quoted, and how the payment is made, late, short or by a swap.
 */
export function executionTerms(
  priced: PricedRoute,
  sponsor: SponsorCharge | undefined,
  { permit, gasless }: PaymentTerms,
  caller: QuoteCaller,
): string {
  const { callsGas, authorizations: signed } = priced.route.extras;
  const late = lateTerms(priced);
  const fill = fillFunds(priced);
  const short = shortTerms(priced);
  const authorizations = signed.length === 0 ? undefined : signed;
  const opensAccount = rentPayer(priced);
  const surplus = priced.swaps.origin !== undefined && keepsSurplus(priced.route.request);
  const hasTtl = priced.route.request.body.ttl === undefined ? undefined : true;
  // Members that are undefined are not printed.
  const terms = {
    appFees: priced.appFees.map((share) => describeShare(share, priced)),
    sponsor:
      sponsor === undefined
        ? undefined
        : { account: sponsor.account, microUsd: sponsor.microUsd.toString(), ...sponsor.currency },
    quoted: quotedMarket(priced),
    external: externalTerms(priced),
    depositSurplusTo: surplus ? ('solver' as const) : undefined,
    hasTtl,
    late,
    fill,
    short,
    callsGas,
    opensAccount,
    authorizations,
    permit,
    gasless,
    gaslessSponsor: gasless === undefined ? undefined : gaslessSponsor(priced, caller),
  } satisfies { readonly [Member in keyof ExecutionTerms]-?: ExecutionTerms[Member] | undefined };
  return JSON.stringify(terms);
}

/** Sponsor of the key that a gasless deposit is executed with, and the price of its gas. */
function gaslessSponsor(
  { rates: { originNative } }: PricedRoute,
  { sponsor }: QuoteCaller,
): ExecutionTerms['gaslessSponsor'] {
  const { decimals, price } = originNative;
  return sponsor === undefined
    ? undefined
    : { account: sponsor, usdE12: price.usdE12.toString(), decimals };
}

/**
 * Fees of one recipient are added up before they are taken off the input, and so are their basis
 * points.
 */
function describeShare(
  { recipient, amount }: AppFeeShare,
  { route, rates: { deposit } }: PricedRoute,
): ExecutionTerms['appFees'][number] {
  const bpsE24 = route.appFees
    .filter((fee) => fee.recipient === recipient)
    .reduce((sum, fee) => sum + fee.bpsE24, 0n);
  return {
    account: recipient,
    amount: amount.toString(),
    bps: Money.format(bpsE24, Money.appFeeDecimals),
    microUsd: Money.usdDown(amount, deposit.decimals, deposit.price).toString(),
  };
}

/** An asset with its price as quoted. */
type QuotedAsset = NonNullable<ExecutionTerms['late']>['origin'];

/** Gas is in the currency in which it is burned, so that no price stands in between. */
function quotedMarket(priced: PricedRoute): NonNullable<ExecutionTerms['quoted']> {
  const { route, rates, depositGas, fillGas, amounts, isFixedRate } = priced;
  const origin = quotedAsset(route.depositCurrency, rates.deposit);
  const inventory = quotedAsset(route.inventoryCurrency, rates.inventory);
  const isExchange = !isFixedRate && origin.assetId !== inventory.assetId;
  return {
    gas: fillGas.toString(),
    ...(depositGas === 0n ? {} : { depositGas: depositGas.toString() }),
    nativeUsdE12: rates.destinationNative.price.usdE12.toString(),
    minimum: amounts.minimumOutput.toString(),
    ...(isExchange ? { exchange: { origin, inventory } } : {}),
  };
}

function quotedAsset({ asset }: ListedCurrency, { price }: PricedAsset): QuotedAsset {
  return { assetId: asset.id, usdE12: price.usdE12.toString() };
}

/** The charge for gas is rounded up, so that a late payer owes no part of it again. */
function lateTerms({ route, rates, feeParts, amounts }: PricedRoute): ExecutionTerms['late'] {
  const bps = route.request.latePaymentSlippageBps ?? 0n;
  if (bps === 0n) return undefined;
  return {
    toleranceBps: bps.toString(),
    minimum: amounts.minimumOutput.toString(),
    gas: Money.convertUp(feeParts.gas, rates.deposit, rates.output).toString(),
    origin: quotedAsset(route.depositCurrency, rates.deposit),
    destination: quotedAsset(route.outputCurrency, rates.output),
  };
}

/** Inventory that the payment waits for. */
function externalTerms({ external, route, amounts }: PricedRoute): ExecutionTerms['external'] {
  return external === undefined
    ? undefined
    : {
        currency: route.inventoryCurrency.asset.address,
        amount: amounts.inventory.toString(),
        seconds: external.seconds,
      };
}

/** Funds that the solver gives for what the order pays, where pools stand between them. */
function fillFunds({ route, swaps, amounts }: PricedRoute): ExecutionTerms['fill'] {
  if (swaps.destination === undefined) return undefined;
  const { included, excluded, hopsMax } = route.filters.destination;
  return {
    currency: route.inventoryCurrency.asset.address,
    amount: amounts.inventory.toString(),
    ...(keepsSurplus(route.request) ? { surplusTo: 'solver' } : {}),
    ...(included === undefined ? {} : { included }),
    ...(excluded === undefined ? {} : { excluded }),
    ...(hopsMax === undefined ? {} : { hopsMax }),
  };
}

/** Terms for a deposit that is less than quoted, because a swap before it brought less. */
function shortTerms({ amounts, sponsorship }: PricedRoute): ExecutionTerms['short'] {
  return amounts.minimumDeposit === amounts.deposit
    ? undefined
    : { least: amounts.minimumDeposit.toString(), fees: sponsorship.userPaysTotal.toString() };
}
