import type { Observe } from '@portage/core/chain';
import type { Esplora } from '../esplora/createEsplora.js';
import type { WaitingTransaction } from '../esplora/parseAnswer.js';
import { readFirstEsplora } from '../esplora/readFirstEsplora.js';
import { decodeTransaction, type Accounts } from '../observe/decodeTransaction.js';

/** Options of {@link createUnconfirmed}. */
export interface UnconfirmedOptions {
  readonly accounts: Accounts;
  /** Endpoints that know the mempool by address, in the order in which they are asked. */
  readonly esploras: readonly Esplora[];
}

/** Place of what has none yet: nothing of it is shown. */
const noPlace = { blockHash: '', height: 0 };

/** Deposits that wait for a block, as one endpoint tells it. They are for show. */
export function createUnconfirmed({
  accounts,
  esploras,
}: UnconfirmedOptions): Required<Observe>['unconfirmed'] {
  return async (signal) => {
    const waiting = await readFirstEsplora(
      esploras,
      (esplora) => esplora.waiting(accounts.vault, signal),
      signal,
    );
    return waiting.flatMap((transaction) => readDeposits(transaction, accounts));
  };
}

/** Order and transaction of a deposit that waits. */
interface WaitingDeposit {
  readonly orderId: string;
  readonly txId: string;
}

/** Deposits in a transaction, read as those of a block are. */
function readDeposits(
  { txId, inputs, outputs }: WaitingTransaction,
  accounts: Accounts,
): readonly WaitingDeposit[] {
  const movement = {
    isCoinbase: false,
    spent: new Map(inputs.map(({ spent }, index) => [index, spent])),
    outputs,
  };
  return decodeTransaction(movement, accounts, { ...noPlace, txId }).flatMap((event) =>
    event.type === 'deposit' ? [{ orderId: event.orderId, txId }] : [],
  );
}
