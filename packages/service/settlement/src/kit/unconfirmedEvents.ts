import type { ChainEvent, EventPlace, FillEvent, SwapEvent } from '@portage/core/chain';
import {
  int4Array,
  int8Array,
  textArray,
  type Queryable,
  type Statement,
  type Transaction,
} from '@portage/database';
import { hashArray } from './hashId.js';

/** An event that ends a request by itself, or moves money of the books by itself. */
export type EndingEvent = FillEvent | SwapEvent | Extract<ChainEvent, { type: 'reclaim' }>;

type StoredEvent<Event> = Event extends EndingEvent
  ? Omit<Event, 'amount'> & { readonly amount: string }
  : never;

interface UnconfirmedRow {
  tx_id: string;
  ordinal: number;
  event: StoredEvent<EndingEvent>;
}

const readStatement: Statement = {
  name: 'unconfirmed_events_read',
  text: 'select event from unconfirmed_events where chain_id = $1 order by stored_at, tx_id, ordinal limit $2',
};

/** Events that wait until a quorum of endpoints tells them, those that wait longest first. */
export async function readUnconfirmedEvents(
  database: Queryable,
  chainId: number,
  limit: number,
): Promise<readonly EndingEvent[]> {
  const rows = await database.query<UnconfirmedRow>(readStatement, [chainId, limit]);
  return rows.map(({ event }): EndingEvent => ({ ...event, amount: BigInt(event.amount) }));
}

const unprovenStatement: Statement = {
  name: 'unconfirmed_events_unproven',
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

const insertStatement: Statement = {
  name: 'unconfirmed_events_insert',
  text: `
insert into unconfirmed_events (chain_id, tx_id, ordinal, height, event)
  select $1::bigint, t.tx_id, t.ordinal, t.height, t.event::jsonb
    from unnest($2::text[], $3::int[], $4::bigint[], $5::text[]) as t (tx_id, ordinal, height, event)
  on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, event = excluded.event`,
};

const deleteStatement: Statement = {
  name: 'unconfirmed_events_delete',
  text: `
delete from unconfirmed_events u using unnest($2::text[], $3::int[]) as t (tx_id, ordinal)
  where u.chain_id = $1 and u.tx_id = t.tx_id and u.ordinal = t.ordinal`,
};

/** Events of a step that are unconfirmed from now on, and those that are unconfirmed no longer. */
export interface UnconfirmedChange {
  readonly unconfirmed: readonly EndingEvent[];
  readonly released: readonly EventPlace[];
}

/** Writes unconfirmed events. The statements are sent at once, so they may travel with a commit. */
export async function writeUnconfirmedEvents(
  tx: Transaction,
  chainId: number,
  { unconfirmed, released }: UnconfirmedChange,
): Promise<void> {
  const keysOf = (events: readonly EventPlace[]): readonly unknown[] => [
    textArray(events.map(({ txId }) => txId)),
    int4Array(events.map(({ ordinal }) => ordinal)),
  ];
  await Promise.all([
    released.length === 0 ? undefined : tx.query(deleteStatement, [chainId, ...keysOf(released)]),
    unconfirmed.length === 0
      ? undefined
      : tx.query(insertStatement, [
          chainId,
          ...keysOf(unconfirmed),
          int8Array(unconfirmed.map(({ height }) => height)),
          textArray(
            unconfirmed.map((event) =>
              JSON.stringify({ ...event, amount: event.amount.toString() }),
            ),
          ),
        ]),
  ]);
}

/** Forgets what is unconfirmed above a height: its blocks are no longer part of the chain. */
export async function dropUnconfirmedEvents(
  tx: Transaction,
  chainId: number,
  height: number,
): Promise<void> {
  await tx.query('delete from unconfirmed_events where chain_id = $1 and height > $2', [
    chainId,
    height,
  ]);
}
