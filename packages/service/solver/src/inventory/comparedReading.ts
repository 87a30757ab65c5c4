import type { Settlement } from '@portage/settlement';

type Reconciliations = Settlement['reconciliations'];

/** What the books say of a sender and its depository, all of it at one moment. */
export type BooksReading = Awaited<ReturnType<Reconciliations['books']>>;

/** Balance of the sender or the depository in one currency, beside the books. */
export type ComparedBalance = Parameters<Reconciliations['record']>[0]['balances'][number];

/** Balances of a chain beside the books, as of one moment. */
export interface ComparedReading {
  /** What the chain says that the sender holds, by currency. */
  readonly held: ReadonlyMap<string, bigint>;
  /** What the chain says that the depository holds; undefined where that cannot be compared. */
  readonly vault: ReadonlyMap<string, bigint> | undefined;
  readonly books: BooksReading;
  /** What transactions that are mined and not booked yet have changed since the books. */
  readonly unbooked: ReturnType<Reconciliations['unbooked']>;
  /** Block of the balances; undefined before the first step. */
  readonly block: { readonly height: number; readonly hash: string } | undefined;
  /**
   * Whether a token can have shrunk by itself: the chain knows no transaction of the sender beyond
   * those of the outbox. Where it does, or does not count them, somebody else may hold the key.
   */
  readonly mayShrink: boolean;
}

/** Nothing is mined that is not booked. */
export const nothingUnbooked: ComparedReading['unbooked'] = {
  inventory: new Map(),
  vault: new Map(),
};
