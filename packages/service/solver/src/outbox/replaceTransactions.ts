import { describeError } from '@portage/core';
import type { SignedTransaction } from '@portage/core/chain';
import type { CoversCost } from '@portage/core/plugin';
import type { Transaction } from '@portage/database';
import { obligationIntent } from '@portage/settlement';
import { ledgerChain, type ChainContext } from '../context.js';
import { createBumpJudge, type BumpJudge } from '../cost/createBumpJudge.js';
import { noteUnderpriced } from '../noteUnderpriced.js';
import { lockCoins } from '../batches/openCoins.js';
import type { TransactionRows } from './inspectRows.js';

/** Judge of its cost, and the open transactions, with which a transaction is signed again. */
interface SigningFacts {
  readonly covers: CoversCost;
  readonly open?: readonly SignedTransaction[] | undefined;
}

/** The bytes that take a transaction's place; its own where nothing may. */
async function signAgain(
  { chain: { spend } }: ChainContext,
  [row]: TransactionRows,
  how: 'bump' | 'cancel',
  { covers, open }: SigningFacts,
): Promise<SignedTransaction> {
  const previous = { txId: row.txId, raw: row.raw, sender: row.sender, sequence: row.sequence };
  return how === 'cancel' || row.obligation === undefined
    ? spend.cancel(row.sequence, previous, open)
    : spend.bump(obligationIntent(row.obligation), previous, open, covers);
}

/** Leaves a transaction at its fee, and says so once where a higher one is not covered. */
function keep(
  { chain, log, standing }: ChainContext,
  row: TransactionRows[0],
  { isRefused }: BumpJudge,
): readonly SignedTransaction[] {
  if (isRefused() && standing?.has(row.txId) !== true) {
    standing?.add(row.txId);
    const { txId, purpose, obligation } = row;
    const reason = 'a higher one costs more than was charged';
    log('a transaction keeps its fee', {
      chain: chain.slug,
      txId,
      purpose,
      orderId: obligation?.orderId,
      reason,
    });
  }
  return [row];
}

async function replaceOne(
  context: ChainContext,
  rows: TransactionRows,
  how: 'bump' | 'cancel',
): Promise<readonly SignedTransaction[]> {
  const { chain, settlement } = context;
  const [row] = rows;
  const judge = createBumpJudge(context, rows);
  const { covers } = judge;
  const sign = (open?: readonly SignedTransaction[]): Promise<SignedTransaction> =>
    signAgain(context, rows, how, { covers, open });
  try {
    const next =
      chain.spend.holdsCoins === true
        ? async (tx: Transaction) => sign(await lockCoins(context, tx))
        : await sign();
    if (typeof next !== 'function' && next.txId === row.txId) return keep(context, row, judge);
    const replacement = { chain: ledgerChain(chain), rows, next, how };
    const stored = await settlement.outbox.storeReplacement(replacement);
    if (stored === undefined) return [];
    if (stored.txId === row.txId) return keep(context, row, judge);
    context.log('a transaction is outbid', {
      chain: chain.slug,
      txId: row.txId,
      by: stored.txId,
      how,
    });
    return [stored];
  } catch (error) {
    // One without a payment has taken the place already: it is sent again, or its sequence would
    // hold all that come after it.
    if (row.purpose === 'cancel') return [row];
    context.log('a transaction could not be outbid', {
      chain: context.chain.slug,
      txId: row.txId,
      error: describeError(error),
    });
    return [];
  }
}

/**
 * Outbids transactions that blocks pass over: by the same payment with a higher fee, or by a
 * transaction without one, under the same sequences. The new bytes are stored before they are
 * sent, as the first ones were. At the ceiling of the fee the same bytes come back and are sent
 * again, those of a cancellation too.
 */
export async function replaceTransactions(
  context: ChainContext,
  transactions: readonly TransactionRows[],
  how: 'bump' | 'cancel',
): Promise<readonly SignedTransaction[]> {
  const next: SignedTransaction[] = [];
  for (const rows of transactions) next.push(...(await replaceOne(context, rows, how)));
  if (next.length > 0) context.failpoint?.(`${how}-stored`);
  return next;
}

/**
 * Sends bytes that are stored, and notes which the chain took and since when it refuses the others.
 */
export async function resend(
  context: ChainContext,
  transactions: readonly SignedTransaction[],
): Promise<readonly SignedTransaction[]> {
  const { chain, settlement } = context;
  if (transactions.length === 0) return [];
  const results = await chain.spend.broadcast(transactions);
  const where = (isRefused: boolean): readonly SignedTransaction[] =>
    transactions.filter((_, index) => (results[index]?.status === 'rejected') === isRefused);
  const sent = where(false);
  noteUnderpriced(context, transactions, results);
  const height = chain.observe.tip()?.value.height;
  await settlement.outbox.recordRepeated({
    chainId: chain.id,
    height,
    sent: sent.map(({ txId }) => txId),
    rejected: where(true).map(({ txId }) => txId),
  });
  return sent;
}
