import type { ChainEvent } from '@portage/core/chain';
import { isObject, malformedReply } from '@portage/chain-kit';
import { readSend } from '../transfers/readSend.js';
import type { SendIdContext } from '../transfers/sendId.js';
import { readDirectDeposit, readIncoming } from './directDeposits.js';
import { decodeLogs, type Contracts } from './logs.js';

/** Chain and contracts whose events are read. */
export interface ReceiptContext extends SendIdContext {
  readonly contracts: Contracts;
}

/**
 * Our events in one transaction: those that its logs tell, else the transfer that it is itself. A
 * transaction that is not given tells of no transfer.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when the receipt is malformed
 */
export function receiptEvents(
  receipt: unknown,
  transaction: unknown,
  context: ReceiptContext,
): readonly ChainEvent[] {
  const { contracts } = context;
  if (!isObject(receipt)) throw malformedReply('receipt');
  const events = decodeLogs(receipt['logs'], contracts);
  if (events.length > 0) return events;
  const incoming = readIncoming(receipt['logs'], contracts);
  const found =
    incoming.length > 0
      ? readDirectDeposit(transaction, incoming, contracts)
      : readSend({ transaction, receipt }, context);
  return found === undefined ? [] : [found];
}
