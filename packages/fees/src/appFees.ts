import { assert, Money } from '@portage/core';

/**
 * An app fee: basis points of the input times 10^24, so that every fraction of a basis point that a
 * request can write stays exact.
 */
export interface AppFeeTerms {
  readonly recipient: string;
  readonly bpsE24: bigint;
}

/** App fee that one recipient earns with a payment. */
export interface AppFeeShare {
  readonly recipient: string;
  readonly amount: bigint;
}

/** App fees of a payment, in the currency of the input. */
export interface AppFees {
  /**
   * One share for each recipient, in the order in which they were named first. Shares of zero are
   * left out.
   */
  readonly shares: readonly AppFeeShare[];
  /** Sum of the shares, never more than the input. */
  readonly total: bigint;
}

/** App fees of most payments. */
const nothing: AppFees = { shares: [], total: 0n };

/**
 * Splits app fees off an input. Fees of one recipient are added up first, and each share is rounded
 * down.
 *
 * @see docs/spec/sponsorship.md#app-fees
 * @example
 * ```ts
 * splitAppFees(1_000_000n, [
 *   { recipient: '0xa', bpsE24: 50n * 10n ** 24n },
 *   { recipient: '0xb', bpsE24: 5n * 10n ** 23n },
 * ]);
 * // 5_000n for 0xa, 50n for 0xb, 5_050n in total
 * ```
 */
export function splitAppFees(amountIn: bigint, fees: readonly AppFeeTerms[]): AppFees {
  if (fees.length === 0 && amountIn >= 0n) return nothing;
  const bpsE24 = new Map<string, bigint>();
  for (const fee of fees) bpsE24.set(fee.recipient, (bpsE24.get(fee.recipient) ?? 0n) + fee.bpsE24);
  const all = [...bpsE24.values()];
  assert(
    amountIn >= 0n &&
      all.every((share) => share >= 0n) &&
      all.reduce((a, b) => a + b, 0n) <= Money.wholeBpsE24,
    'app fees are between nothing and all of the input',
  );
  const shares = [...bpsE24]
    .map(([recipient, share]) => ({ recipient, amount: (amountIn * share) / Money.wholeBpsE24 }))
    .filter(({ amount }) => amount > 0n);
  return { shares, total: shares.reduce((sum, { amount }) => sum + amount, 0n) };
}
