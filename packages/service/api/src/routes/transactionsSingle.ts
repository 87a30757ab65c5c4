import { isPortageError, requestFault } from '@portage/core';
import { atPath } from '@portage/core/plugin';
import { unknownRequest } from '../status/unknownRequest.js';
import type { Route } from './context.js';
import { traceCaller } from './traceCaller.js';
import { tooManySends, watchSend } from './watchSend.js';

/**
 * `POST /transactions/single`: a client tells of a transaction of a request. The chain is looked at
 * where that is possible now; what the client says is never taken for true.
 */
export const transactionsSingle: Route<'transactionsSingle'> = (context) => async (call) => {
  const { chains, store, traces, heldStatuses } = context;
  const { requestId, chainId, tx } = call.read('body');
  const chain = atPath('chainId', () => chains.byId(Number(chainId)));
  const txHash = readTxHash(tx);
  const txId =
    txHash === undefined
      ? undefined
      : atPath('tx.txHash', () => chain.codec.normalizeTransactionId(txHash));
  const id = requestId.toLowerCase();
  const caller = traceCaller(call.request);
  if ((await store.getRequest(id)) === undefined) throw await unknownRequest(id, store);
  // The client asks for the status at the same moment.
  heldStatuses.expect(id, caller);
  if (txId !== undefined) {
    try {
      await traces.trace(caller, chain.id, txId);
    } catch (error) {
      // The observer of the chain sees the transaction in any case; a look that fails now loses
      // nothing.
      if (!isPortageError(error) || !error.retryable) throw error;
    }
    const told = { requestId: id, chainId: chain.id, txId, caller };
    if (!(await watchSend(context, told))) return { message: tooManySends };
  }
  return { message: 'Thank you; the transaction is detected as soon as it is part of a block.' };
};

/**
 * The transaction id in the JSON text of a step item. @throws PortageError `INVALID_REQUEST` when
 * it is no JSON object
 */
function readTxHash(text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null) {
    throw requestFault('tx', 'is not the JSON text of an object');
  }
  const txHash = 'txHash' in value ? value.txHash : undefined;
  return typeof txHash === 'string' ? txHash : undefined;
}
