import type { Reread } from '@portage/core/plugin';
import { askTwoInTurn, readResult, type Rpc } from '@portage/chain-kit';
import { toQuantity } from '../rpc/parse.js';
import { decodeLogs, logFilter, type Contracts } from './logs.js';

/** Endpoints and settings of a second reading. */
export interface RereadOptions extends Pick<Reread, 'everyMs' | 'blocksMax'> {
  readonly rpc: Pick<Rpc, 'endpoints'>;
  readonly contracts: Contracts;
}

/**
 * Makes the second reading of a chain: one `eth_getLogs` over a range, of two endpoints. Money
 * without an order is left out: nothing follows from it.
 */
export function createReread({ rpc, contracts, ...settings }: RereadOptions): Reread {
  const filter = logFilter(contracts);
  const method = 'eth_getLogs';
  return {
    ...settings,
    read: async ({ first, last, turn }, signal) => {
      const params = [{ ...filter, fromBlock: toQuantity(first), toBlock: toQuantity(last) }];
      const lists = await askTwoInTurn({ endpoints: rpc.endpoints, turn }, async ({ ask }) => {
        const [reply] = await ask([{ method, params }], signal);
        return decodeLogs(readResult(reply, method), contracts);
      });
      const found = lists
        .flat()
        .filter(({ type, height }) => type !== 'transfer' && height >= first && height <= last);
      return found.map(({ txId, ordinal }) => ({ txId, ordinal }));
    },
  };
}
