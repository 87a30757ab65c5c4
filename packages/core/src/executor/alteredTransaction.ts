import { PortageError } from '../errors/portageError.js';

/** Member of a transaction that is not what was verified. */
export interface Difference {
  /** Name of the member: `recipient`, `value`, `data` and the like. */
  readonly member: string;
  readonly verified: string;
  readonly sent: string;
}

/** Characters of a value that a sentence shows. */
const shownMax = 120;

/**
 * Error for a wallet that sent something else than what was verified: the page, an extension or the
 * wallet changed it after the check. Executors throw it as soon as they have read the transaction
 * back.
 *
 * @example
 * ```ts
 * throw alteredTransaction('0x…', [{ member: 'recipient', verified: '0x11…', sent: '0x66…' }]);
 * ```
 */
export function alteredTransaction(
  txId: string,
  differences: readonly Difference[],
): PortageError<'TRANSACTION_ALTERED'> {
  const told = differences.map(
    ({ member, verified, sent }) =>
      `its ${member} is ${shorten(sent)}, and ${shorten(verified)} was verified`,
  );
  return new PortageError('TRANSACTION_ALTERED', {
    message: `The wallet sent another transaction than the one that was verified: ${told.join('; ')}.`,
    hint: `Do not pay again, and sign nothing more here. Something changed the payment between the check and the wallet: this page, an extension, or the wallet itself. Keep the transaction ${txId}, and contact the operator of this service by a way that you know from elsewhere.`,
    context: { txId, sent: true, differences },
  });
}

function shorten(text: string): string {
  return text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`;
}
