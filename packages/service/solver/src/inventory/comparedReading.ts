import type { BooksReading } from '@portage/settlement';

/** Balances of a chain beside the books, as of one moment. */
export interface ComparedReading {
  /** What the chain says that the sender holds, by currency. */
  readonly held: ReadonlyMap<string, bigint>;
  /** What the chain says that the depository holds; undefined where that cannot be compared. */
  readonly vault: ReadonlyMap<string, bigint> | undefined;
  readonly books: BooksReading;
  /** What transactions that are mined and not booked yet have changed since the books. */
  readonly unbooked: {
    readonly inventory: ReadonlyMap<string, bigint>;
    readonly vault: ReadonlyMap<string, bigint>;
  };
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
