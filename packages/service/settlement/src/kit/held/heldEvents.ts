import type { ChainEvent, EventPlace, FillEvent, SwapEvent } from '@portage/core/chain';
import {
  int4Array,
  int8Array,
  textArray,
  type Queryable,
  type Statement,
  type Transaction,
} from '@portage/database';
import { hashArray } from '../hashId.js';

/** An event that ends a request by itself, or moves money of the books by itself. */
export type EndingEvent = FillEvent | SwapEvent | Extract<ChainEvent, { type: 'reclaim' }>;

type StoredEvent<Event> = Event extends EndingEvent
  ? Omit<Event, 'amount'> & { readonly amount: string }
  : never;

interface HeldRow {
  tx_id: string;
  ordinal: number;
  event: StoredEvent<EndingEvent>;
}

const readStatement: Statement = {
  name: 'held_events_read',
  text: 'select event from held_events where chain_id = $1 order by held_at, tx_id, ordinal limit $2',
};

/** Events that wait until a quorum of endpoints tells them, those that wait longest first. */
export async function readHeldEvents(
  database: Queryable,
  chainId: number,
  limit: number,
): Promise<readonly EndingEvent[]> {
  const rows = await database.query<HeldRow>(readStatement, [chainId, limit]);
  return rows.map(({ event }): EndingEvent => ({ ...event, amount: BigInt(event.amount) }));
}

const unprovenStatement: Statement = {
  name: 'held_events_unproven',
  text: `
select t.place::int as place from unnest($2::text[], $3::text[], $4::bytea[]) with ordinality as t (type, tx_id, order_id, place)
  where case t.type
    when 'fill' then not exists (select 1 from outbox o where o.chain_id = $1 and o.tx_id = t.tx_id and o.order_id = t.order_id)
    when 'swap' then exists (select 1 from requests r where r.order_id = t.order_id)
    else true
  end`,
};

const orderOf = (event: EndingEvent): string =>
  event.type === 'swap' ? event.swapId : event.orderId;

/**
 * The events of these that nothing of ours vouches for: payments by transactions that are not in
 * the outbox for that order, swaps that a request asked for, and whatever a depositor took.
 */
export async function readUnproven(
  database: Queryable,
  chainId: number,
  events: readonly EndingEvent[],
): Promise<readonly EndingEvent[]> {
  if (events.length === 0) return [];
  const rows = await database.query<{ place: number }>(unprovenStatement, [
    chainId,
    textArray(events.map(({ type }) => type)),
    textArray(events.map(({ txId }) => txId)),
    hashArray(events.map(orderOf)),
  ]);
  const places = new Set(rows.map(({ place }) => place));
  return events.filter((_, index) => places.has(index + 1));
}

const holdStatement: Statement = {
  name: 'held_events_hold',
  text: `
insert into held_events (chain_id, tx_id, ordinal, height, event)
  select $1::bigint, t.tx_id, t.ordinal, t.height, t.event::jsonb
    from unnest($2::text[], $3::int[], $4::bigint[], $5::text[]) as t (tx_id, ordinal, height, event)
  on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, event = excluded.event`,
};

const releaseStatement: Statement = {
  name: 'held_events_release',
  text: `
delete from held_events h using unnest($2::text[], $3::int[]) as t (tx_id, ordinal)
  where h.chain_id = $1 and h.tx_id = t.tx_id and h.ordinal = t.ordinal`,
};

/** Events of a step that are held from now on, and those that are held no longer. */
export interface HeldChange {
  readonly held: readonly EndingEvent[];
  readonly released: readonly EventPlace[];
}

/** Writes what is held. The statements are sent at once, so they may travel with a commit. */
export async function writeHeldEvents(
  tx: Transaction,
  chainId: number,
  { held, released }: HeldChange,
): Promise<void> {
  const keysOf = (events: readonly EventPlace[]): readonly unknown[] => [
    textArray(events.map(({ txId }) => txId)),
    int4Array(events.map(({ ordinal }) => ordinal)),
  ];
  await Promise.all([
    released.length === 0 ? undefined : tx.query(releaseStatement, [chainId, ...keysOf(released)]),
    held.length === 0
      ? undefined
      : tx.query(holdStatement, [
          chainId,
          ...keysOf(held),
          int8Array(held.map(({ height }) => height)),
          textArray(
            held.map((event) => JSON.stringify({ ...event, amount: event.amount.toString() })),
          ),
        ]),
  ]);
}

/** Forgets what is held above a height: its blocks are no longer part of the chain. */
export async function dropHeldEvents(
  tx: Transaction,
  chainId: number,
  height: number,
): Promise<void> {
  await tx.query('delete from held_events where chain_id = $1 and height > $2', [chainId, height]);
}
