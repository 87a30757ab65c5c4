/**
 * States what must be true whatever a caller sends. A failure is a bug of ours and crashes; a
 * refusal of bad input is a `PortageError` instead.
 *
 * @example
 * ```ts
 * assert(total >= 0n, 'a total is never negative');
 * ```
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
