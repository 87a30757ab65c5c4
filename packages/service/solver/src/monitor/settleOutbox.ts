import {
  changeInventory,
  changeRequests,
  changeSlots,
  closeOutbox,
  findForeignSequences,
  findStanding,
  haltChain,
  writeSponsored,
  type KnownProgress,
  type OutboxRow,
} from '@portage/settlement';
import type { Desk } from '../context.js';
import { joinAftermath, type Ended } from './aftermath.js';
import { afterDeath, afterEnd } from './bookOutcomes.js';

const slotOf = ({ slot, call }: OutboxRow): string =>
  `${(slot ?? call)?.orderId ?? ''}:${(slot ?? call)?.leg ?? ''}`;

/** What a look at the outbox found. */
export interface Look {
  readonly rows: readonly OutboxRow[];
  readonly ended: readonly Ended[];
  readonly replacedIds: readonly string[];
  /** How far events were written before it began. */
  readonly since: KnownProgress | undefined;
}

/**
 * One row for each slot that none of the closed transactions belongs to: all of its transactions
 * are replaced.
 */
function deadRows(
  replaced: readonly OutboxRow[],
  ended: readonly Ended[],
  open: readonly OutboxRow[],
): readonly OutboxRow[] {
  const alive = new Set([...ended.map(({ row }) => slotOf(row)), ...open.map(slotOf)]);
  return [
    ...new Map(
      replaced
        .filter((row) => (row.slot ?? row.call) !== undefined && !alive.has(slotOf(row)))
        .map((row) => [slotOf(row), row]),
    ).values(),
  ];
}

/**
 * Writes the end of transactions in one database transaction: outbox, ledger, inventory, slots,
 * requests, and the jobs that follow. A sequence that none of our transactions used up was used by
 * somebody with the sender's key: the chain is halted. Nothing is written when a reorg was applied
 * since the look began, nor of what is on another fork: then the next look decides.
 */
export async function settleOutbox(
  desk: Desk,
  { rows, ended: told, replacedIds, since }: Look,
): Promise<void> {
  if (since === undefined || (told.length === 0 && replacedIds.length === 0)) return;
  const { chain, settlement } = desk;
  const { sender } = chain.spend;
  const foreign = await settlement.transaction(async (tx) => {
    const standing = await findStanding(
      tx,
      chain.id,
      since,
      told.map((one) => ({
        ...one,
        height: one.outcome.height,
        blockHash: one.outcome.blockHash,
        isTentative: one.outcome.isTentative,
      })),
    );
    if (!standing.stands) return [];
    const ended = standing.places;
    const outcomes = ended.map(({ row, outcome }) => ({
      ...outcome,
      txId: row.txId,
      sequence: row.sequence,
    }));
    const { closed, replaced } = await closeOutbox(tx, chain.id, sender, outcomes, replacedIds);
    const now = ended.filter(({ row }) => closed.has(row.txId));
    const gone = rows.filter(({ txId }) => replaced.has(txId));
    const open = rows.filter(({ txId }) => !replaced.has(txId) && !closed.has(txId));
    const dead = deadRows(gone, now, open);
    const { entries, inventory, slots, changes, jobs, sponsored } = joinAftermath([
      ...now.map((one) => afterEnd(desk, one)),
      ...dead.map((row) => afterDeath(desk, row, false)),
    ]);
    await settlement.ledger.book(tx, entries);
    await changeInventory(tx, chain.id, sender, inventory);
    await changeSlots(tx, slots);
    await changeRequests(tx, settlement.hub, changes);
    await writeSponsored(tx, sponsored);
    await settlement.jobs.add(tx, jobs);
    const sequences = await findForeignSequences(
      tx,
      chain.id,
      sender,
      gone.map(({ sequence }) => sequence),
    );
    if (sequences.length > 0)
      await haltChain(
        tx,
        chain.id,
        `Sequence ${sequences.join(', ')} of ${sender} was used by a transaction that is not ours.`,
      );
    return sequences;
  });
  if (foreign.length > 0)
    desk.log('a chain is halted', {
      chain: chain.slug,
      reason: 'a sequence was used by a transaction that is not ours',
      sequences: foreign.map(String),
    });
}
