import type { Reread } from '@portage/core/plugin';
import { askTwoInTurn, type Rpc } from '@portage/chain-kit';
import { toQuantity } from '../rpc/parse.js';
import { askEvents } from './askEvents.js';
import type { Contracts } from './logs.js';

/** Endpoints and settings of a second reading. */
export interface RereadOptions extends Pick<Reread, 'everyMs' | 'blocksMax'> {
  readonly rpc: Pick<Rpc, 'endpoints'>;
  readonly contracts: Contracts;
}

/**
 * Makes the second reading of a chain: the logs of a range, of two endpoints. Money without an
 * order is left out: nothing follows from it.
 */
export function createReread({ rpc, contracts, ...settings }: RereadOptions): Reread {
  return {
    ...settings,
    read: async ({ first, last, turn }, signal) => {
      const ranges = [{ fromBlock: toQuantity(first), toBlock: toQuantity(last) }];
      const lists = await askTwoInTurn({ endpoints: rpc.endpoints, turn }, async ({ ask }) =>
        (await askEvents(ask, { ranges, contracts, signal })).flat(),
      );
      const found = lists
        .flat()
        .filter(({ type, height }) => type !== 'transfer' && height >= first && height <= last);
      return found.map(({ txId, ordinal }) => ({ txId, ordinal }));
    },
  };
}
