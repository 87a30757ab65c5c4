/**
 * Sentence of whatever was thrown: the message of an error, else the value as text.
 *
 * @example
 * ```ts
 * describeError(new Error('The wallet is locked.')); // 'The wallet is locked.'
 * ```
 */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
