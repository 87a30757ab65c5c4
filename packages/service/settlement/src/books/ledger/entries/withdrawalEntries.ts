import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import type { AssetAmount } from './transactionEntry.js';

/** A withdrawal that its owner has signed. */
export interface BookedWithdrawal extends AssetAmount {
  readonly id: string;
  readonly owner: string;
}

/** Sets apart what an owner withdraws: on the escrow of the withdrawal nothing else can take it. */
export function withdrawalEntry({ id, owner, asset, amount }: BookedWithdrawal): Entry {
  return {
    kind: 'withdrawal',
    ref: id,
    postings: [
      { account: accounts.withdrawable(owner), asset, amount: -amount },
      { account: accounts.escrow(id), asset, amount },
    ],
  };
}
