import type { ChainContext } from '../context.js';
import { nothingUnbooked, type BooksReading, type ComparedReading } from './comparedReading.js';
import { readBalances } from './readBalances.js';

/** Whether the books are of the chain's newest block, and lack nothing. */
function isUpToDate({ chain }: ChainContext, { progress, outbox }: BooksReading): boolean {
  const tip = chain.observe.tip()?.value.hash;
  return tip !== undefined && progress?.hash === tip && outbox.open === 0;
}

async function mayShrink(
  { chain: { spend } }: ChainContext,
  { outbox: { lastSequence } }: BooksReading,
): Promise<boolean> {
  return (
    spend.countsSequences !== false &&
    lastSequence !== undefined &&
    (await spend.nextSequence()) === lastSequence + 1n
  );
}

/**
 * Reads balances as they are now, while nothing is open and nothing changes: neither the chain nor
 * the books. For chains that do not tell what was at an older block, and for the first count.
 */
export async function readSteadily(
  context: ChainContext,
  books: BooksReading,
): Promise<ComparedReading | undefined> {
  const { chain, settlement } = context;
  const { sender } = chain.spend;
  // A sender that was never counted and never sent anything has no history to be behind of.
  const isFirst = books.outbox.total === 0 && books.inventory.length === 0;
  if (books.outbox.open > 0) return undefined;
  const [held, vault] = await Promise.all([
    readBalances(chain, sender),
    chain.vault === undefined ? undefined : readBalances(chain, chain.vault.account),
  ]);
  const after = await settlement.reconciliations.books(chain.id, sender);
  const isSteady =
    isUpToDate(context, books) &&
    isUpToDate(context, after) &&
    after.progress?.hash === books.progress?.hash &&
    after.outbox.total === books.outbox.total &&
    after.reconciled === books.reconciled;
  if (!isSteady && !isFirst) return undefined;
  return {
    held,
    books,
    unbooked: nothingUnbooked,
    vault: isSteady ? vault : undefined,
    block: isSteady ? books.progress : undefined,
    mayShrink: await mayShrink(context, books),
  };
}
