import type { Observe } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { isFailure } from '@portage/exchange/api';
import type { TransactionReader } from '../endpoint/createTransactionReader.js';
import { calls } from '../endpoint/requests.js';
import { decodeTransfer, type Accounts } from '../observe/decodeTransfer.js';

/** Newest transactions that are looked at. */
const lookedAt = 100;

/** Hosts and accounts that waiting deposits are read with. */
export interface UnconfirmedOptions {
  readonly rpc: Pick<Rpc, 'first'>;
  readonly reader: TransactionReader;
  readonly accounts: Accounts;
}

/** Deposits that are not executed yet, as one host tells it. They are for show. */
export function createUnconfirmed({
  rpc,
  reader,
  accounts,
}: UnconfirmedOptions): Required<Observe>['unconfirmed'] {
  return async (signal) => {
    const newest = await rpc.first(async (ask) => {
      const [reply] = await ask([calls.history(accounts.depository, lookedAt, 0)], signal);
      return reader.page(reply).transfers;
    }, signal);
    return newest
      .filter(({ status, isFinal }) => !isFinal && !isFailure(status))
      .flatMap((waiting) =>
        // Read as one that is final; its place is not shown.
        decodeTransfer({ ...waiting, isFinal: true, blockHeight: 0 }, accounts),
      )
      .flatMap((event) =>
        event.type === 'deposit' ? [{ orderId: event.orderId, txId: event.txId }] : [],
      );
  };
}
