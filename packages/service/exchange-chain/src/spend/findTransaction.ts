import type { Quorum } from '@portage/chain-kit';
import type { ExchangeTransaction } from '@portage/exchange/api';
import { exchangeCodec } from '@portage/exchange/codec';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { calls } from '../endpoint/requests.js';

/** Transaction as a quorum of hosts reports it. */
export type FoundTransaction = Pick<
  ExchangeTransaction,
  'status' | 'isFinal' | 'blockHeight' | 'type' | 'info'
>;

/** Hosts that are asked, and the reader of their answers. */
export interface TransactionSource {
  readonly quorum: Quorum;
  readonly reader: TransactionReader;
}

/**
 * The transaction as a quorum of hosts tells it; undefined where a quorum tells that there is none.
 * Hosts that differ tell nothing: `unclear`.
 */
export async function findTransaction(
  { quorum, reader }: TransactionSource,
  txId: string,
  signal?: AbortSignal,
): Promise<FoundTransaction | 'unclear' | undefined> {
  const hash = exchangeCodec.normalizeTransactionId(txId);
  const told = new Map<string, FoundTransaction>();
  const [agreed] = await quorum.read(
    {
      subject: 'transaction',
      items: 1,
      ask: async ({ ask }, stop) => {
        const [reply] = await ask([calls.transaction(hash)], stop);
        const found = reader.one(reply, hash);
        if (found === undefined) return ['none'];
        const { status, blockHeight, type, info } = found;
        const digest = JSON.stringify([status, blockHeight ?? null, type, info]);
        told.set(digest, found);
        return [digest];
      },
    },
    signal,
  );
  if (agreed === undefined) return 'unclear';
  return agreed === 'none' ? undefined : told.get(agreed);
}
