import { assert } from '@portage/core';

/** The whole in basis points times 10^4. */
const wholeBpsE4 = 100_000_000n;

/**
 * An app fee: basis points of the input times 10^4, so that fractions of a basis point stay exact.
 */
export interface AppFeeTerms {
  readonly recipient: string;
  readonly bpsE4: bigint;
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
 *   { recipient: '0xa', bpsE4: 500_000n },
 *   { recipient: '0xb', bpsE4: 5_000n },
 * ]);
 * // 5_000n for 0xa, 50n for 0xb, 5_050n in total
 * ```
 */
export function splitAppFees(amountIn: bigint, fees: readonly AppFeeTerms[]): AppFees {
  if (fees.length === 0 && amountIn >= 0n) return nothing;
  const bpsE4 = new Map<string, bigint>();
  for (const fee of fees) bpsE4.set(fee.recipient, (bpsE4.get(fee.recipient) ?? 0n) + fee.bpsE4);
  const all = [...bpsE4.values()];
  assert(
    amountIn >= 0n &&
      all.every((share) => share >= 0n) &&
      all.reduce((a, b) => a + b, 0n) <= wholeBpsE4,
    'app fees are between nothing and all of the input',
  );
  const shares = [...bpsE4]
    .map(([recipient, share]) => ({ recipient, amount: (amountIn * share) / wholeBpsE4 }))
    .filter(({ amount }) => amount > 0n);
  return { shares, total: shares.reduce((sum, { amount }) => sum + amount, 0n) };
}
