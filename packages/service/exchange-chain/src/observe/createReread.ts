import { askTwoInTurn, type Rpc } from '@portage/chain-kit';
import type { Reread } from '@portage/core/plugin';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { decodeTransfer, type Accounts } from './decodeTransfer.js';
import { readHistory } from './readHistory.js';

/** Options of {@link createReread}. */
export interface RereadOptions {
  readonly rpc: Rpc;
  readonly reader: TransactionReader;
  readonly accounts: Accounts;
  readonly everyMs: number;
  readonly blocksMax: number;
}

/** A second reading of the history: a transfer that a host listed late is found. */
export function createReread({ rpc, reader, accounts, everyMs, blocksMax }: RereadOptions): Reread {
  return {
    everyMs,
    blocksMax,
    read: async ({ first, last, turn }, signal) => {
      const found = await askTwoInTurn({ endpoints: rpc.endpoints, turn }, async ({ ask }) => {
        const lists = await Promise.all(
          Object.values(accounts).map((accountIndex: number) =>
            readHistory({ ask, reader }, { accountIndex, first }, signal),
          ),
        );
        return lists.flat();
      });
      return found
        .flat()
        .flatMap((transaction) => decodeTransfer(transaction, accounts))
        .filter(({ height }) => height <= last)
        .map(({ txId, ordinal }) => ({ txId, ordinal }));
    },
  };
}
