/** Refusal of a transaction or a block, in the words of Bitcoin Core. */
export class Reject extends Error {
  override readonly name = 'Reject';

  constructor(
    /** Short reason, as `bad-txns-inputs-missingorspent`. */
    readonly reason: string,
    /** Whole reason with its figures. */
    readonly details: string = reason,
  ) {
    super(details);
  }
}

/** @throws Reject unless the condition holds */
export function require(condition: boolean, reason: string, details?: string): asserts condition {
  if (!condition) throw new Reject(reason, details);
}
