import { PortageError } from '@portage/core';
import type { Quorum } from '@portage/chain-kit';
import { isFailure, type ExchangeTransaction } from '@portage/exchange/api';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { calls } from '../endpoint/requests.js';
import type { Notes } from './createNotes.js';
import type { Told } from './createTold.js';

/** Transfers that were reported, and the quorum that says how they stand now. */
export interface WatchContext {
  readonly told: Told;
  readonly quorum: Quorum;
  readonly reader: TransactionReader;
  readonly notes: Notes;
  readonly signal: AbortSignal;
}

/**
 * Looks at the statuses of transfers that were reported as final. Operators are notified of one
 * that is open again; the reading waits for it by itself.
 *
 * @throws PortageError `CHAIN_HALTED` where a quorum says that one of them has failed
 */
export async function watchStatuses(
  context: WatchContext,
  transactions: readonly ExchangeTransaction[],
): Promise<void> {
  const { told, notes } = context;
  for (const { hash: txId, status, isFinal } of transactions) {
    if (isFinal || !told.has(txId)) continue;
    if (!isFailure(status))
      notes.once(txId, 'a transfer went back to a status that is not final', { txId, status });
    else if (await hasFallen(context, txId))
      throw new PortageError('CHAIN_HALTED', {
        message: `The exchange says that the transfer ${txId} has failed, which it called executed before.`,
        hint: 'Compare the balances of the accounts with the books before you let the chain go on.',
      });
  }
}

async function hasFallen({ quorum, reader, signal }: WatchContext, txId: string): Promise<boolean> {
  const [isFallen] = await quorum.read(
    {
      subject: 'status',
      items: 1,
      ask: async ({ ask }, stop) => {
        const [reply] = await ask([calls.transaction(txId)], stop);
        const found = reader.one(reply, txId);
        return [found !== undefined && isFailure(found.status)];
      },
    },
    signal,
  );
  return isFallen === true;
}
