import type { Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../context.js';
import { sponsorCreditEntry, type SponsorCredit } from '../ledger/entries/sponsorEntries.js';
import { lockSponsors, readSponsors } from '../ledger/readSponsors.js';
import { countSponsoredTopups, type SponsoredTopup } from './sponsoredTopups.js';

/** Balances by the account of their sponsor, in micro-USD; 0 for one that brought nothing. */
export type SponsorBalances = ReadonlyMap<string, bigint>;

/** Accounts that pay fees of others. */
export interface Sponsors {
  /** Balances that sponsors can still pay with; inside a transaction, as its `tx` sees them. */
  balances(accounts: readonly string[], tx?: Transaction): Promise<SponsorBalances>;
  /** The same, and no other transaction takes of it until `tx` ends. */
  lock(tx: Transaction, accounts: readonly string[]): Promise<SponsorBalances>;
  /** Books money that a sponsor brought; false where the same payment was booked before. */
  credit(credit: SponsorCredit): Promise<boolean>;
  /**
   * For each of these, how many others of the last 24 hours the same sponsor paid for the same
   * recipient on the same chain.
   */
  countTopups(topups: readonly SponsoredTopup[], tx?: Transaction): Promise<readonly number[]>;
}

/** Makes the verbs of sponsors. */
export function createSponsors(
  database: Queryable,
  { transaction, ledger }: Pick<SettlementContext, 'transaction' | 'ledger'>,
): Sponsors {
  return {
    balances: (accounts, tx) => readSponsors(tx ?? database, accounts),
    lock: lockSponsors,
    credit: async (credit) => {
      const booked = await transaction((tx) => ledger.book(tx, [sponsorCreditEntry(credit)]));
      return booked.length > 0;
    },
    countTopups: (topups, tx) => countSponsoredTopups(tx ?? database, topups),
  };
}
