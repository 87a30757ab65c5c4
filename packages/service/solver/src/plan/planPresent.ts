import { Money } from '@portage/core';
import type { DuePayout, ExecutionTerms, PayoutDecision } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { judgeCost, pricesUnknown } from '../cost/judgeCost.js';
import { pricedAsset } from '../cost/pricedAsset.js';
import { refund, wait } from './decision.js';
import { exchangePrices } from './exchangePrices.js';

const marketDelayMs = 2_000;

/**
 * Amount of a fill whose deposit came in time, at the gas and prices of now. What the quote charged
 * for gas covers `fills.gasFactorMax` times as much, and a small loss beyond; dearer gas is waited
 * for. A deposit may lose `fills.priceLossBpsMax` of its worth. What is lost beyond comes off the
 * payment, down to the least that a deposit in time gets; then the deposit goes back. A better
 * market is never passed on. An order that does not tell how it was quoted is paid as it expects.
 *
 * @param gas - gas of the payment, in the chain's native currency
 */
export function planPresent(
  context: ChainContext,
  spend: DuePayout,
  gas: bigint,
): bigint | PayoutDecision {
  const { order, executionTerms, waitedMs } = spend;
  const [payment] = order.output.payments;
  if (payment === undefined) return refund('UNKNOWN');
  const expected = BigInt(payment.expectedAmount);
  const quoted = executionTerms?.quoted;
  if (quoted === undefined) return expected;
  const { currency, amount } = executionTerms?.fill ?? { ...payment, amount: expected };
  const promised = BigInt(amount);
  const worth = presentWorth(context, quoted, promised);
  const extra = extraGas(context, spend, { gas, charged: BigInt(quoted.gas) });
  if (typeof worth !== 'bigint') return worth;
  if (typeof extra !== 'bigint') return extra;
  const gasTaken = extra === 0n ? 0n : gasIn(context, extra, currency);
  if (typeof gasTaken !== 'bigint') return gasTaken;
  const paid = (given: bigint): bigint =>
    given > 0n ? Money.mulDivDown(expected, given, promised) : 0n;
  const isEnough = (output: bigint): boolean => output > 0n && output >= BigInt(quoted.minimum);
  if (!isEnough(paid(worth))) {
    const left = context.policy.fills.priceWaitMs - waitedMs;
    if (left > 0) return wait(Math.min(left, marketDelayMs), 'the deposit is worth too little');
    return refund('SLIPPAGE');
  }
  const output = paid(worth - gasTaken);
  return isEnough(output) ? output : refund('QUOTED_GAS_LIMIT_EXCEEDED');
}

/**
 * Inventory that the deposit pays for by now: all that was promised, or its share of that where the
 * deposit lost more than is covered. Rounded down.
 */
function presentWorth(
  context: ChainContext,
  { exchange }: NonNullable<ExecutionTerms['quoted']>,
  promised: bigint,
): bigint | PayoutDecision {
  if (exchange === undefined) return promised;
  const { origin, inventory } = exchange;
  const prices = exchangePrices(context, { received: origin.assetId, paid: inventory.assetId });
  if (prices === undefined) return pricesUnknown;
  const worth = Money.mulDivDown(
    promised,
    prices.received.usdE12 * BigInt(inventory.usdE12),
    BigInt(origin.usdE12) * prices.paid.usdE12,
  );
  const covered = Money.mulDivDown(promised, context.policy.fills.priceLossBpsMax, Money.wholeBps);
  return worth + covered >= promised ? promised : worth;
}

/** Gas beyond the charge that comes off the payment, in native currency. */
function extraGas(
  context: ChainContext,
  { waitedMs }: DuePayout,
  { gas, charged }: { readonly gas: bigint; readonly charged: bigint },
): bigint | PayoutDecision {
  const verdict = judgeCost(context, { cost: gas, charged, waitedMs, comesOff: true });
  switch (verdict.type) {
    case 'pay':
      return 0n;
    case 'takeOff':
      return verdict.amount;
    case 'wait':
      return verdict;
    case 'end':
      return refund('QUOTED_GAS_LIMIT_EXCEEDED');
  }
}

function gasIn(context: ChainContext, gas: bigint, currency: string): bigint | PayoutDecision {
  const native = pricedAsset(context, context.chain.native.address);
  const given = pricedAsset(context, currency);
  return native === undefined || given === undefined
    ? pricesUnknown
    : Money.convertUp(gas, native, given);
}
