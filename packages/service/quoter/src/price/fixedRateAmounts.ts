import {
  applyFixedRate,
  invertFixedRate,
  splitFees,
  unsponsored,
  type FeeParts,
  type FixedRate,
} from '@portage/fees';
import { Money, PortageError, type PricedAsset } from '@portage/core';
import type { Route } from '../route/route.js';
import type { AmountsInput, ChargedAmounts } from './chargedAmounts.js';
import { costsOf } from './costs.js';

/**
 * Amounts at a fixed rate, rounded against the payer. The fee is what the rate leaves of the input
 * at market prices, and its `price` part is what of it gas, rent, flat fee and share do not
 * explain.
 */
export function fixedRateAmounts(
  route: Route,
  { market, rates }: AmountsInput,
  rate: FixedRate,
): ChargedAmounts {
  const { request, inputCurrency, depositCurrency, inventoryCurrency, outputCurrency } = route;
  if (inputCurrency !== depositCurrency || inventoryCurrency !== outputCurrency)
    throw refusal('UNSUPPORTED_FEATURE', {
      message: 'A fixed rate goes with no swap.',
      hint: 'Leave fixedRate out, or choose currencies that are bridged.',
    });
  const { gas, rent, fixed, gatewayBps } = costsOf(route, market, rates);
  const decimals = { input: rates.deposit.decimals, output: rates.output.decimals };
  const isInput = request.body.tradeType === 'EXACT_INPUT';
  const deposit = isInput ? request.amount : invertFixedRate(request.amount, rate, decimals);
  const output = isInput ? applyFixedRate(request.amount, rate, decimals) : request.amount;
  const worth = worthOf(output, deposit, rates);
  const gateway = Money.mulDivUp(deposit, gatewayBps, Money.wholeBps);
  const price = deposit - worth - gas - rent - fixed - gateway;
  const feeParts: FeeParts = { gas, fixed, price, gateway, app: 0n, rent };
  const fees = splitFees(feeParts);
  return {
    input: deposit,
    deposit,
    inventory: output,
    output,
    swaps: { origin: undefined, destination: undefined },
    charge: {
      feeParts,
      fees,
      appFees: { shares: [], total: 0n },
      sponsorship: unsponsored(fees.buckets),
    },
  };
}

/** The output in the deposit currency at market prices; never more than the deposit. */
function worthOf(output: bigint, deposit: bigint, rates: FixedRates): bigint {
  const worth = Money.convertUp(output, rates.output, rates.deposit);
  if (output === 0n)
    throw refusal('AMOUNT_TOO_LOW', {
      message: 'The amount gives nothing at the fixed rate.',
      detail: 'gives nothing',
    });
  if (worth > deposit)
    throw refusal('NO_QUOTES', {
      message: 'The fixed rate gives more than the input is worth.',
      detail: 'gives more than the input is worth',
    });
  return worth;
}

/** Prices of the two currencies of a fixed rate. */
interface FixedRates {
  readonly deposit: PricedAsset;
  readonly output: PricedAsset;
}

/** The words of a refusal of `fixedRate`; `detail` is the message by default. */
interface Refusal {
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
}

function refusal(
  code: 'AMOUNT_TOO_LOW' | 'NO_QUOTES' | 'UNSUPPORTED_FEATURE',
  { message, detail = message, hint }: Refusal,
): PortageError {
  const details = [{ path: 'fixedRate', message: detail }];
  return new PortageError(code, { message, details, ...(hint === undefined ? {} : { hint }) });
}
