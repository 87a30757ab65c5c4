import type { Reread } from '@portage/core/plugin';
import { askTwoInTurn, type Rpc } from '@portage/chain-kit';
import type { Commitment } from '../rpc/requests.js';
import { listAt } from './listSignatures.js';
import type { Programs } from './readInvocation.js';

/** Endpoints and settings of a second reading. */
export interface RereadOptions extends Pick<Reread, 'everyMs' | 'blocksMax'> {
  readonly rpc: Pick<Rpc, 'endpoints'>;
  readonly programs: Programs;
  readonly commitment: Commitment;
}

/** Makes the second reading of a chain: two endpoints list the transactions of our programs. */
export function createReread({ rpc, programs, commitment, ...settings }: RereadOptions): Reread {
  const { depository, filler } = programs;
  return {
    ...settings,
    read: async ({ first, last, turn }, signal) => {
      const listing = { accounts: [depository, filler], first, last, commitment };
      const lists = await askTwoInTurn({ endpoints: rpc.endpoints, turn }, ({ ask }) =>
        listAt(ask, listing, signal),
      );
      return [...new Set(lists.flat().map(({ txId }) => txId))].map((txId) => ({ txId }));
    },
  };
}
