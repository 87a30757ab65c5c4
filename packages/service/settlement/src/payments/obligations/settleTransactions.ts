import { failTransaction, settleTransaction } from './kinds.js';
import { filterCanonical, type KnownProgress } from '../../chains/filterCanonical.js';
import { haltChain } from '../../chains/haltChain.js';
import type { SettlementContext } from '../../books/context.js';
import { joinEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import { closeOutbox, findForeignSequences } from '../../transactions/outbox/closeTransactions.js';
import type { EndedTransaction } from '../../transactions/outbox/endedTransaction.js';
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';
import { refreshRows } from '../../transactions/outbox/refreshRows.js';

/** Findings of one look at the open transactions of a sender. */
export interface OutboxSnapshot {
  readonly rows: readonly OutboxRow[];
  readonly ended: readonly EndedTransaction[];
  /** Ids of transactions that can no longer land. */
  readonly replacedIds: readonly string[];
  /** Progress of the chain's events before the look began. */
  readonly progressAtStart: KnownProgress | undefined;
}

/** Ends of transactions that were written, and sequences that another holder of the key used. */
export interface SettledTransactions {
  readonly ended: readonly EndedTransaction[];
  /** Not empty when the chain is halted. */
  readonly foreignSequences: readonly bigint[];
}

const nothing: SettledTransactions = { ended: [], foreignSequences: [] };

/** The sender whose transactions are settled. */
export interface SettlingSender {
  readonly chain: LedgerChain;
  readonly sender: string;
  /**
   * Whether the chain counts the sender's transactions, whoever signed them; it does unless this
   * says no. Only there a sequence can be used by another holder of its key.
   */
  readonly countsSequences?: boolean | undefined;
}

function keyOf({ obligation }: OutboxRow): string {
  return `${obligation?.orderId ?? ''}:${obligation?.leg ?? ''}`;
}

/**
 * One row for each settlement that none of the closed transactions belongs to: all of its
 * transactions are replaced.
 */
function failedSettlements(
  replaced: readonly OutboxRow[],
  ended: readonly EndedTransaction[],
  open: readonly OutboxRow[],
): readonly OutboxRow[] {
  const alive = new Set([...ended.map(({ row }) => keyOf(row)), ...open.map(keyOf)]);
  return [
    ...new Map(
      replaced
        .filter((row) => row.obligation !== undefined && !alive.has(keyOf(row)))
        .map((row) => [keyOf(row), row]),
    ).values(),
  ];
}

/** Those that are all payments of their transactions, which end as a whole or not at all. Pure. */
function endedWhole(
  ended: readonly EndedTransaction[],
  rows: readonly OutboxRow[],
): readonly EndedTransaction[] {
  const found = new Set(ended.map(({ row }) => `${row.txId} ${String(row.sequence)}`));
  const cut = new Set(
    rows
      .filter(({ txId, sequence }) => !found.has(`${txId} ${String(sequence)}`))
      .map(({ txId }) => txId),
  );
  return ended.filter(({ row }) => !cut.has(row.txId));
}

/**
 * Writes the end of transactions in one database transaction: outbox, ledger, inventory,
 * settlements, requests, and the jobs that follow. A sequence that none of our transactions used up
 * was used by another holder of the sender's key: the chain is halted. Nothing is written when a
 * reorg was applied since the look began, nor of what is on another fork: then the next look
 * decides.
 */
export async function settleTransactions(
  settlement: SettlementContext,
  { chain, sender, countsSequences = true }: SettlingSender,
  { rows, ended: found, replacedIds, progressAtStart }: OutboxSnapshot,
): Promise<SettledTransactions> {
  const reported = endedWhole(found, rows);
  if (progressAtStart === undefined || (reported.length === 0 && replacedIds.length === 0))
    return nothing;
  return settlement.transaction(async (tx) => {
    const canonical = await filterCanonical(
      tx,
      chain.id,
      progressAtStart,
      reported.map((one) => ({
        ...one,
        height: one.outcome.height,
        blockHash: one.outcome.blockHash,
        isTentative: one.outcome.isTentative,
      })),
    );
    if (!canonical.stands) return nothing;
    const outcomes = canonical.places.map(({ row, outcome }) => ({
      ...outcome,
      txId: row.txId,
      sequence: row.sequence,
    }));
    const { closed, replaced } = await closeOutbox(tx, chain.id, sender, outcomes, replacedIds);
    const gone = rows.filter(({ txId }) => replaced.has(txId));
    const closing = canonical.places.filter(({ row }) => closed.has(row.txId));
    // Versions that these rows do not know may have come since, and be replaced already.
    const present = await refreshRows(tx, [...gone, ...closing.map(({ row }) => row)]);
    const ended = closing.map((one) => ({ ...one, row: present.row(one.row) }));
    const open = rows.filter(({ txId }) => !replaced.has(txId) && !closed.has(txId));
    const context = { chain };
    await writeEffects(
      tx,
      settlement,
      joinEffects([
        ...ended.map((one) => settleTransaction(context, one)),
        ...failedSettlements(gone, ended, open)
          .filter((row) => !present.isAlive(row))
          .map((row) => failTransaction(context, present.row(row))),
      ]),
    );
    const foreign = await findForeignSequences(
      tx,
      chain.id,
      sender,
      countsSequences ? gone.map(({ sequence }) => sequence) : [],
    );
    if (foreign.length > 0)
      await haltChain(
        tx,
        chain.id,
        `Sequence ${foreign.join(', ')} of ${sender} was used by a transaction that is not ours.`,
      );
    return { ended, foreignSequences: foreign };
  });
}
