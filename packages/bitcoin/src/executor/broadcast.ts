import { PortageError } from '@portage/core';
import type { Esplora } from '../esplora/createEsplora.js';
import type { SignedTransaction } from './finalize.js';

const isThere = /already[ -](?:in|known)|txn-already|outputs already in utxo set/i;

/** Status of an answer in which Esplora passes on why a node refuses a transaction. */
const refusedStatus = 400;

/**
 * End of a broadcast: the node has the transaction or refuses it, the endpoint takes no
 * transactions, or there is no answer that says either.
 */
export type BroadcastOutcome =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'denied'; readonly status: number }
  | { readonly type: 'unanswered' };

/** Sends signed bytes; to send them again does no harm. */
export async function broadcast(
  esplora: Esplora,
  { hex }: SignedTransaction,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const answer = await esplora.broadcast(hex, signal).catch(() => undefined);
  if (answer === undefined) return { type: 'unanswered' };
  const { status, text } = answer;
  if (status < 300 || (status === refusedStatus && isThere.test(text))) return { type: 'accepted' };
  if (status === refusedStatus) return { type: 'refused', reason: text.slice(0, 300) };
  // An endpoint that is busy, or that reached no node, may accept the transaction later.
  return status >= 500 || status === 408 || status === 429
    ? { type: 'unanswered' }
    : { type: 'denied', status };
}

/** Error for an endpoint that passes nothing on. */
export function denial(status: number, txId: string): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: `The chain endpoint does not take transactions: it answered ${status}.`,
    hint: 'The transaction was not sent: try again, or choose another endpoint.',
    context: { txId, status },
  });
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
