import { createHash } from 'node:crypto';
import type { DepositEvent, EventPlace, FillEvent, ReleaseEvent } from '@portage/core/chain';
import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../kit/hashId.js';

/** Number of the lock that steps of chains share, and that an archive has alone. */
export const archiveGate = `hashtextextended('portage_archive', 0)`;

/**
 * Marked as reading: it travels with `begin`. A statement of its own, because the next one must see
 * what an archive did while this one waited.
 */
const holdStatement: Statement = {
  name: 'archive_hold',
  isReading: true,
  text: `select pg_advisory_xact_lock_shared(${archiveGate})`,
};

const seenStatement: Statement = {
  name: 'archived_seen',
  isReading: true,
  text: `select order_id, array(select encode(d, 'hex') from unnest(seen) d) as seen from archived_orders where order_id = any($1::bytea[])`,
};

/** Keeps orders from being archived until the transaction ends. */
export async function holdArchive(tx: Queryable): Promise<void> {
  await tx.query(holdStatement);
}

/**
 * Keeps orders from being archived until the transaction ends, and tells whether one of them was
 * before.
 */
export async function wasArchived(tx: Queryable, orderIds: readonly string[]): Promise<boolean> {
  if (orderIds.length === 0) return false;
  await holdArchive(tx);
  return (await tx.query(seenStatement, [hashArray(orderIds)])).length > 0;
}

/** The name of an event in marks of archived orders, as the database makes it. */
function digestOf(chainId: number, { txId, ordinal }: EventPlace): string {
  const name = `${String(chainId)}:${txId}:${String(ordinal)}`;
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

/** Events that name orders. */
export interface NamedEvents {
  readonly deposits: readonly DepositEvent[];
  readonly fills: readonly FillEvent[];
  readonly releases: readonly ReleaseEvent[];
}

/**
 * Leaves out what an archived order has in its files: its rows are gone, so it would look new, be
 * credited and paid once more. What was not there before is like an event of an id that nobody
 * quoted. Only events of orders that the database does not know are asked about.
 *
 * @param isKnown - whether the database has an order
 */
export async function leaveArchived<Events extends NamedEvents>(
  database: Queryable,
  chainId: number,
  events: Events,
  isKnown: (event: DepositEvent | FillEvent | ReleaseEvent) => boolean,
): Promise<Events> {
  const { deposits, fills, releases } = events;
  const strange = new Set(
    [...deposits, ...fills, ...releases].flatMap((event) =>
      isKnown(event) ? [] : [event.orderId],
    ),
  );
  if (strange.size === 0) return events;
  const rows = await database.query<{ order_id: string; seen: readonly string[] }>(seenStatement, [
    hashArray([...strange]),
  ]);
  if (rows.length === 0) return events;
  const archived = new Set(rows.flatMap(({ seen }) => seen));
  const isNew = (event: EventPlace): boolean => !archived.has(digestOf(chainId, event));
  return {
    ...events,
    deposits: deposits.filter(isNew),
    fills: fills.filter(isNew),
    releases: releases.filter(isNew),
  };
}
