import { PortageError, standardError } from '@portage/core';
import { atPath } from '@portage/core/plugin';
import type { Route } from './context.js';
import { traceCaller } from './traceCaller.js';
import { tooManySends, watchSend } from './watchSend.js';

/**
 * `POST /transactions/index`: looks at a transaction now. What a quorum of endpoints tells is taken
 * in by the observer of the chain, also where its block was read without it. A transaction that is
 * in no block yet is `UNKNOWN_TRANSACTION`.
 *
 * @see docs/spec/requests.md#transactions-index
 */
export const transactionsIndex: Route<'transactionsIndex'> = (context) => async (call) => {
  const { chains, traces } = context;
  const { chainId, txHash, requestId } = call.read('body');
  const chain = atPath('chainId', () => chains.byId(Number(chainId)));
  const txId = atPath('txHash', () => chain.codec.normalizeTransactionId(txHash));
  const caller = traceCaller(call.request);
  const trace = await traces.trace(caller, chain.id, txId);
  const isWatched =
    requestId === undefined ||
    (await watchSend(context, { requestId, chainId: chain.id, txId, caller }));
  if (!isWatched)
    throw new PortageError('RATE_LIMITED', {
      message: tooManySends,
      context: { retryAfterSeconds: 60 },
    });
  if (trace === 'unknown')
    throw standardError('UNKNOWN_TRANSACTION', {
      hint: 'It may not be in a block yet. The chain is watched, so nothing is missed.',
      context: { txId },
    });
  return {
    message:
      trace === 'found'
        ? 'The transaction was found; its deposits are credited once they are final.'
        : 'The transaction was found; it holds no deposit.',
  };
};
