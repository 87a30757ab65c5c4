import { PortageError } from '@portage/core';
import type { Esplora } from '../esplora/createEsplora.js';
import type { SignedTransaction } from './finalize.js';

const isThere = /already[ -](?:in|known)|txn-already|outputs already in utxo set/i;

/** End of a broadcast: the node has the transaction, refuses it, or could not be asked. */
export type BroadcastOutcome =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'unanswered' };

/** Sends signed bytes; to send them again does no harm. */
export async function broadcast(
  esplora: Esplora,
  { hex }: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const answer = await esplora.broadcast(hex, signal).catch(() => undefined);
  if (answer === undefined || answer.status >= 500 || answer.status === 429)
    return { type: 'unanswered' };
  if (answer.status < 300 || isThere.test(answer.text)) return { type: 'accepted' };
  return { type: 'refused', reason: answer.text.slice(0, 300) };
}

/** Error for a transaction that a node refuses. */
export function refusal(reason: string, txId: string): PortageError {
  const isConflict = /missing-?or-?spent|missing ?inputs|conflict/i.test(reason);
  return new PortageError('TRANSACTION_REVERTED', {
    message: isConflict
      ? 'Coins of the transaction are spent by another one.'
      : `The network refuses the transaction: ${reason}`,
    hint: 'Ask for a new quote.',
    context: { txId, reason, sent: false },
  });
}
