import type { Settlement } from '@portage/settlement';

type Reconciliations = Settlement['reconciliations'];

/** Reading of the books of a sender and its depository, all of it at one moment. */
export type BooksReading = Awaited<ReturnType<Reconciliations['books']>>;

/** Balance of the sender or the depository in one currency, beside the books. */
export type ComparedBalance = Parameters<Reconciliations['record']>[0]['balances'][number];

/** Balances of a chain beside the books, as of one moment. */
export interface ComparedReading {
  /** Balances of the sender on the chain, by currency. */
  readonly held: ReadonlyMap<string, bigint>;
  /**
   * Balances of the depository on the chain, by currency; undefined where they cannot be compared.
   */
  readonly vault: ReadonlyMap<string, bigint> | undefined;
  readonly books: BooksReading;
  /** Changes since the books by transactions that are mined and not booked yet. */
  readonly unbooked: ReturnType<Reconciliations['unbooked']>;
  /** Block of the balances; undefined before the first step. */
  readonly block: { readonly height: number; readonly hash: string } | undefined;
  /**
   * Whether a token can have shrunk by itself: the chain knows no transaction of the sender beyond
   * those of the outbox. Where it does, or does not count them, another party may hold the key.
   */
  readonly mayShrink: boolean;
}

/** Nothing is mined that is not booked. */
export const nothingUnbooked: ComparedReading['unbooked'] = {
  inventory: new Map(),
  vault: new Map(),
};
