import { PortageError } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import { atPath } from '@portage/quoter';
import { addressKey } from '@portage/access';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/**
 * `POST /transactions/index`: looks at a transaction now. What a quorum of endpoints tells is taken
 * in by the observer of the chain, also where its block was read without it.
 */
export const transactionsIndex: Route =
  ({ chains, traces }) =>
  async (request, reply) => {
    const { chainId, txHash } = parseInput(endpoints.transactionsIndex.body, request.body);
    const chain = atPath('chainId', () => chains.byId(Number(chainId)));
    const txId = atPath('txHash', () => chain.codec.normalizeTransactionId(txHash));
    const trace = await traces.trace(addressKey(request.ip), chain.id, txId);
    if (trace === 'nothing') {
      throw new PortageError('UNKNOWN_TRANSACTION', {
        message: `No deposit was found in this transaction on ${chain.slug}.`,
        hint: 'A transaction that is not part of a block yet is detected as soon as it is.',
      });
    }
    return sendJson(
      reply,
      '{"message":"The transaction was found; its deposits are credited once they are final."}',
    );
  };
