import { Money, type Price } from '@portage/core';
import type { LateTerms } from '../../orders/requests/executionTerms.js';

/** Cost and worth of a late payment by now. */
export interface LateMarket {
  /** Gas of the payment in the destination's native currency. */
  readonly gas: bigint;
  readonly native: Money.PricedAsset;
  readonly destination: Money.PricedAsset;
  /** Price of the origin currency. */
  readonly origin: Price;
}

/** Expected payment of an order, and the signed minimum, in the output currency. */
export interface PromisedAmount {
  readonly expected: bigint;
  readonly minimum: bigint;
}

/**
 * Payment for a deposit that came late, in the output currency: what the quote expected, or
 * what the deposit is worth by now where that is less, minus what gas costs now beyond what the
 * quote charged for it. Undefined where gas takes more than the tolerance, the market more than the
 * slippage, or less than the signed minimum is left: then the deposit goes back.
 *
 * Gas is never charged twice, a better market is never passed on, and nothing is ever paid below
 * what is signed. Gas is rounded up, worth and tolerance down.
 */
export function lateAmount(
  payment: PromisedAmount,
  terms: LateTerms,
  market: LateMarket,
): bigint | undefined {
  const { expected, minimum } = payment;
  const gas = Money.convertUp(market.gas, market.native, market.destination);
  const quotedGas = BigInt(terms.gas);
  const extraGas = gas > quotedGas ? gas - quotedGas : 0n;
  if (extraGas > Money.mulDivDown(expected, BigInt(terms.toleranceBps), Money.wholeBps))
    return undefined;
  const worth = Money.mulDivDown(
    expected,
    market.origin.usdE12 * BigInt(terms.destination.usdE12),
    BigInt(terms.origin.usdE12) * market.destination.price.usdE12,
  );
  const gross = worth < expected ? worth : expected;
  if (gross < BigInt(terms.minimum)) return undefined;
  const amount = gross - extraGas;
  return amount >= minimum && amount > 0n ? amount : undefined;
}
