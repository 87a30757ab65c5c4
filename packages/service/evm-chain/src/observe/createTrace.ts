import { standardError } from '@portage/core';
import type { Observe } from '@portage/core/chain';
import { isObject, type Rpc } from '@portage/chain-kit';
import { readSend } from '../transfers/readSend.js';
import type { SendIdContext } from '../transfers/sendId.js';
import { decodeLogs, type Contracts } from './logs.js';

/** Endpoints and contracts that a transaction is looked up with. */
export interface TraceOptions extends SendIdContext {
  readonly rpc: Pick<Rpc, 'read'>;
  readonly contracts: Contracts;
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
    const events = decodeLogs(receipt['logs'], options.contracts);
    const send = readSend({ transaction, receipt, events: events.length }, options);
    return send === undefined ? events : [...events, send];
  };
}
