import { standardError } from '@portage/core';
import type { Observe } from '@portage/core/chain';
import { isObject, type Rpc } from '@portage/chain-kit';
import { receiptEvents, type ReceiptContext } from './receiptEvents.js';

/** Endpoints and contracts that a transaction is looked up with. */
export interface TraceOptions extends ReceiptContext {
  readonly rpc: Pick<Rpc, 'read'>;
}

/**
 * Our events in one transaction: those of its logs, and the plain transfer that it is itself.
 *
 * @throws PortageError `UNKNOWN_TRANSACTION`
 */
export function createTrace(options: TraceOptions): Observe['trace'] {
  return async (txId, signal) => {
    const [receipt, transaction] = await options.rpc.read(
      [
        { method: 'eth_getTransactionReceipt', params: [txId] },
        { method: 'eth_getTransactionByHash', params: [txId] },
      ],
      signal,
    );
    if (receipt === null || !isObject(receipt)) throw standardError('UNKNOWN_TRANSACTION');
    return receiptEvents(receipt, transaction, options);
  };
}
