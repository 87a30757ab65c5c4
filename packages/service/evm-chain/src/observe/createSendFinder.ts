import type { SendFinder } from '@portage/core/plugin';
import { isObject, malformedReply, type Rpc } from '@portage/chain-kit';
import { readHash, toQuantity } from '../rpc/parse.js';
import { readTransfer } from '../transfers/referencedTransfer.js';

/** Blocks with all their transactions that are read at once: a full one has some megabytes. */
const blocksMax = 10;

/** Makes the search for plain transfers: blocks are read with their transactions. */
export function createSendFinder(rpc: Pick<Rpc, 'read'>): SendFinder {
  return {
    blocksMax,
    find: async ({ payers, first, last }, signal) => {
      const heights = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      const blocks = await rpc.read(
        heights.map((height) => ({
          method: 'eth_getBlockByNumber',
          params: [toQuantity(height), true],
        })),
        signal,
      );
      return blocks.flatMap((block) => sendsOf(block, new Set(payers)));
    },
  };
}

/** @throws PortageError `RPC_HTTP_ERROR` where it is no block */
function sendsOf(block: unknown, payers: ReadonlySet<string>): readonly string[] {
  if (!isObject(block) || !Array.isArray(block['transactions'])) throw malformedReply('block');
  return block['transactions'].flatMap((transaction: unknown): readonly string[] => {
    const sender = readTransfer(transaction)?.sender;
    if (sender === undefined || !payers.has(sender) || !isObject(transaction)) return [];
    return [readHash(transaction['hash'], 'transaction hash')];
  });
}
