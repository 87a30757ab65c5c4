import type { Balances, TransactionOutcome } from '@portage/core/chain';
import type { EndedTransaction, OutboxRow } from '@portage/settlement';
import { ledgerChain, type ChainContext } from '../context.js';
import { inspectRows } from '../outbox/inspectRows.js';
import type { BooksReading, ComparedReading } from './comparedReading.js';

const readMsMax = 10_000;

/** An open transaction of a sender with what the chain says of it. */
export interface InspectedTransaction {
  readonly row: OutboxRow;
  readonly outcome: TransactionOutcome | undefined;
}

/** A block, as far as an account has come by then. */
export interface AccountHeight {
  readonly height: number;
  /** The sequence after the last that was used by then. */
  readonly sequence: bigint;
}

/**
 * The open transactions that are in a block up to `height`; undefined where the chain does not tell
 * of each sequence that was used by then, or tells of one that was not. Pure.
 */
export function findMinedBy(
  inspected: readonly InspectedTransaction[],
  { height, sequence }: AccountHeight,
): readonly EndedTransaction[] | undefined {
  const mined = inspected.flatMap(({ row, outcome }): readonly EndedTransaction[] =>
    (outcome?.status === 'mined' || outcome?.status === 'reverted') && outcome.height <= height
      ? [{ row, outcome }]
      : [],
  );
  const told = new Set(mined.map(({ row }) => row.sequence));
  const used = new Set(
    inspected.map(({ row }) => row.sequence).filter((candidate) => candidate < sequence),
  );
  const isTold = told.size === mined.length && told.size === used.size;
  return isTold && [...told].every((one) => used.has(one)) ? mined : undefined;
}

/** Books that have a block. */
type BooksAtBlock = BooksReading & { readonly progress: NonNullable<BooksReading['progress']> };

/**
 * Reads balances at the block up to which the books are written, and puts right what is mined by
 * then and not booked yet; undefined where the chain cannot tell both. It disturbs no payment, so
 * it runs on a busy sender.
 */
export async function readAtBlock(
  { chain, clock, settlement }: ChainContext,
  balances: Required<Pick<Balances, 'readAt'>>,
  books: BooksAtBlock,
): Promise<ComparedReading | undefined> {
  if (!books.isWhole) return undefined;
  const { spend, vault } = chain;
  const { height } = books.progress;
  const signal = clock.timeout(readMsMax);
  const at = (account: string): ReturnType<typeof balances.readAt> =>
    balances.readAt(account, height, signal);
  const [held, depository, outcomes] = await Promise.all([
    at(spend.sender),
    vault === undefined ? undefined : at(vault.account),
    books.open.length === 0 ? undefined : inspectRows({ chain }, books.open, signal),
  ]);
  const { sequence } = held;
  const inspected = books.open.map((row) => ({ row, outcome: outcomes?.get(row) }));
  const mined = findMinedBy(inspected, { height, sequence });
  if (mined === undefined) return undefined;
  const { lastSequence } = books.outbox;
  return {
    held: held.balances,
    books,
    vault: depository?.balances,
    unbooked: settlement.reconciliations.unbooked(ledgerChain(chain), spend.sender, mined),
    block: books.progress,
    mayShrink:
      spend.countsSequences !== false &&
      lastSequence !== undefined &&
      sequence <= lastSequence + 1n,
  };
}
