import { assert, Money } from '@portage/core';

/**
 * Parts of a fee by weights, in smallest units: each is rounded down, and the first bears what does
 * not divide. They add up to the fee. Pure.
 */
export function feeParts(fee: bigint, weights: readonly bigint[]): readonly bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  assert(total > 0n, 'somebody bears the fee');
  const parts = weights.map((weight) => Money.mulDivDown(fee, weight, total));
  const rest = fee - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}
