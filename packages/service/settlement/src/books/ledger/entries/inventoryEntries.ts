import { accounts } from '../accounts.js';
import type { Entry } from '../createLedger.js';
import type { AssetAmount } from './transactionEntry.js';

/** Money of the owner in the hands of a sender. */
export interface CountedCapital extends AssetAmount {
  /** Name of the count; the same one is booked once. */
  readonly ref: string;
  readonly sender: string;
  /** The currency was never counted before. */
  readonly isNew: boolean;
}

/** Books what a sender was found to hold beyond the books: the owner's capital. */
export function capitalEntry({ ref, sender, asset, amount, isNew }: CountedCapital): Entry {
  return {
    kind: isNew ? 'capital counted' : 'capital received',
    ref,
    postings: [
      { account: accounts.inventory(sender), asset, amount },
      { account: accounts.capital, asset, amount: -amount },
    ],
  };
}
