import { atPath } from '@portage/quoter';
import { addressKey } from '@portage/access';
import type { Route } from './context.js';
import { watchSend } from './watchSend.js';

/**
 * `POST /transactions/index`: looks at a transaction now. What a quorum of endpoints tells is taken
 * in by the observer of the chain, also where its block was read without it. A wallet tells of a
 * transaction before a block holds it: that is no error, and is answered with 202.
 */
export const transactionsIndex: Route<'transactionsIndex'> = (context) => async (call, reply) => {
  const { chains, traces } = context;
  const { chainId, txHash, requestId } = call.read('body');
  const chain = atPath('chainId', () => chains.byId(Number(chainId)));
  const txId = atPath('txHash', () => chain.codec.normalizeTransactionId(txHash));
  const trace = await traces.trace(addressKey(call.request.ip), chain.id, txId);
  if (requestId !== undefined) await watchSend(context, { requestId, chainId: chain.id, txId });
  if (trace === 'found')
    return {
      message: 'The transaction was found; its deposits are credited once they are final.',
    };
  void reply.code(202);
  return { message: 'No deposit was found yet; the chain is watched, so nothing is missed.' };
};
