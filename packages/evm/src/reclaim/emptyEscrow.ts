import { PortageError } from '@portage/core';
import { eventTopics } from '../abi/generated/topics.js';
import { addressWord } from '../abi/words.js';
import type { Request } from '../executor/connection.js';
import type { Escrow } from './escrow.js';
import { readLogs, type EscrowLog } from './readLogs.js';

/**
 * Error for an escrow with nothing in it, which says where the money went as far as the endpoint
 * tells: many do not search a whole chain.
 */
export async function emptyEscrow(read: Request, escrow: Escrow): Promise<PortageError> {
  const { orderId, currency } = escrow;
  const last = await lastPayment(read, escrow);
  return new PortageError('NOTHING_TO_RECLAIM', {
    message: `The depository holds nothing of ${escrow.depositor} under order ${orderId}${last === undefined ? '' : `: ${wordsOf(last)}`}.`,
    hint:
      last === undefined
        ? 'It was paid out, taken back, or never paid in under this order and currency.'
        : 'There is nothing left to do.',
    context: { orderId, currency, ...(last === undefined ? {} : { txId: last.txId }) },
  });
}

function wordsOf({ topic, txId }: EscrowLog): string {
  return topic === eventTopics.reclaimed
    ? `it was taken back by transaction ${txId}`
    : `a fill earned it or it was refunded, by transaction ${txId}`;
}

async function lastPayment(read: Request, escrow: Escrow): Promise<EscrowLog | undefined> {
  const filter = {
    address: escrow.depository,
    fromBlock: '0x0',
    toBlock: 'latest',
    topics: [
      [eventTopics.reclaimed, eventTopics.released],
      escrow.orderId,
      `0x${addressWord(escrow.depositor)}`,
    ],
  };
  const logs = await read('eth_getLogs', [filter]).catch(() => undefined);
  return readLogs(logs)
    .filter(({ currency }) => currency === escrow.currency)
    .at(-1);
}
