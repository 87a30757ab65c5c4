import { assert } from '../errors/assert.js';
import { mulDivDown } from './mulDiv.js';

/**
 * Splits an amount by weights, in smallest units: each part is rounded down, and the first one gets
 * what does not divide. The parts add up to the amount.
 *
 * @example
 * ```ts
 * Money.split(10n, [1n, 1n, 1n]); // [4n, 3n, 3n]
 * ```
 */
export function split(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  assert(total > 0n, 'a part has a weight');
  const parts = weights.map((weight) => mulDivDown(amount, weight, total));
  const rest = amount - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}
