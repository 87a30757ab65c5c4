import type { Rpc } from '@portage/chain-kit';
import { readTransaction } from '../rpc/block.js';
import { idOf, readBytes } from '../rpc/parse.js';
import { transactionRequest } from '../rpc/requests.js';
import type { Outpoint } from './coin.js';

/** Transactions of one question: none is larger than a block, so their text fits one answer. */
const readTogether = 6;

/**
 * Inputs of transactions, by transaction id: read off their bytes, which have these ids.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readOrigins(
  rpc: Pick<Rpc, 'read'>,
  txIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly Outpoint[]>> {
  const ids = [...new Set(txIds)];
  const origins = new Map<string, readonly Outpoint[]>();
  for (let start = 0; start < ids.length; start += readTogether) {
    const part = ids.slice(start, start + readTogether);
    const replies = await rpc.read(
      part.map((txId) => transactionRequest(txId)),
      signal,
    );
    part.forEach((txId, index) => {
      const { ins } = readTransaction(readBytes(replies[index], 'transaction'), txId);
      origins.set(
        txId,
        ins.map(({ hash, index: vout }) => ({ txId: idOf(hash), vout })),
      );
    });
  }
  return origins;
}
