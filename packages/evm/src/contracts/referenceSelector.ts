/**
 * First four bytes of the data of a native transfer that carries a reference; the reference's 32
 * bytes follow. They name no function, so that an account with code would not be told to do
 * anything.
 *
 * @example
 * ```ts
 * const data = `${referenceSelector}${requestId.slice(2)}`;
 * ```
 */
export const referenceSelector: string = `0x${'00'.repeat(4)}`;
