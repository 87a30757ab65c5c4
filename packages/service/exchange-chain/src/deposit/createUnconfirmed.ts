import type { Observe } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { answers, calls } from '../endpoint/requests.js';
import { decodeTransfer, type Accounts } from '../observe/decodeTransfer.js';

/** Newest transactions that are looked at. */
const lookedAt = 100;

/** Hosts and accounts that waiting deposits are read with. */
export interface UnconfirmedOptions {
  readonly rpc: Pick<Rpc, 'first'>;
  readonly accounts: Accounts;
}

/** Deposits that are not executed yet, as one host tells it. They are for show. */
export function createUnconfirmed({
  rpc,
  accounts,
}: UnconfirmedOptions): Required<Observe>['unconfirmed'] {
  return async (signal) => {
    const newest = await rpc.first(async (ask) => {
      const [reply] = await ask([calls.history(accounts.depository, lookedAt, 0)], signal);
      return answers.history(reply);
    }, signal);
    return newest
      .filter(({ status }) => ['pending', 'queued', 'committed'].includes(status))
      .flatMap((waiting) =>
        // Read as one that is executed; its place is not shown.
        decodeTransfer({ ...waiting, status: 'executed', blockHeight: 0 }, accounts),
      )
      .flatMap((event) =>
        event.type === 'deposit' ? [{ orderId: event.orderId, txId: event.txId }] : [],
      );
  };
}
