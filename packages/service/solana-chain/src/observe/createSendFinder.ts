import type { SendFinder } from '@portage/core/plugin';
import type { Rpc } from '@portage/chain-kit';
import type { Commitment } from '../rpc/requests.js';
import { listAt } from './listSignatures.js';

/** Slots of one search at most, which take half an hour. */
const blocksMax = 4_500;

/** Endpoints that transfers are looked for with. */
export interface SendFinderOptions {
  readonly rpc: Pick<Rpc, 'first'>;
  readonly commitment: Commitment;
}

/** Makes the search for plain transfers: the transactions of each payer are listed. */
export function createSendFinder({ rpc, commitment }: SendFinderOptions): SendFinder {
  return {
    findsSwaps: true,
    blocksMax,
    find: async ({ payers, first, last }, signal) => {
      const listing = { accounts: payers, first, last, commitment };
      const listed = await rpc.first((ask) => listAt(ask, listing, signal), signal);
      return listed.map(({ txId }) => txId);
    },
  };
}
