import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import {
  requestColumns,
  toStoredRequest,
  type RequestRow,
  type StoredRequest,
} from '../../orders/requests/storedRequest.js';
import { deliveryColumns, toDelivery, type DeliveryRow } from './webhookDelivery.js';
import type { DeliveryContent, StoredDelivery } from './webhookDelivery.js';

/** A delivery to send now. */
export interface DueDelivery extends StoredDelivery {
  readonly webhookId: string;
  /** Owner of the subscription. */
  readonly owner: string;
  readonly url: string;
  /** Secrets that sign it, the newest first. */
  readonly secrets: readonly string[];
  readonly content: DeliveryContent;
  /** The request as it is; undefined for a delivery of no request. */
  readonly request: StoredRequest | undefined;
  /** Time of the first attempt since it was last begun, in milliseconds since 1970. */
  readonly firstAttemptAt: number | undefined;
}

/** Query for due deliveries. */
export interface DueQuery {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Deliveries that are being sent, by their `id`. */
  readonly sending: readonly number[];
  /** Most deliveries of one subscription, those that are being sent among them. */
  readonly perWebhookMax: number;
}

/** Outcome of an attempt. */
export interface AttemptOutcome {
  readonly id: number;
  /** Milliseconds since 1970, as the next one. */
  readonly now: number;
  /** Time of the next attempt; undefined where it was taken, or is given up. */
  readonly dueAt?: number | undefined;
  readonly state: 'pending' | 'delivered' | 'parked';
  readonly statusCode?: number | undefined;
  readonly fault?: string | undefined;
  /** The whole subscription is parked, whatever else got through. */
  readonly isGone?: boolean | undefined;
}

/** Deliveries on their way, as one worker drives them. */
export interface WebhookQueue {
  /**
   * Deliveries that may be sent: of each request the first that is not taken yet, of each
   * subscription no more than its share.
   */
  due(query: DueQuery): Promise<readonly DueDelivery[]>;
  /**
   * First time after `now` at which one becomes due, in milliseconds since 1970; undefined where
   * none does.
   */
  nextDueAt(now: number): Promise<number | undefined>;
  /**
   * Writes what came of an attempt. What happened to the same request later is due with it, so that
   * no look passes over it meanwhile. Where a delivery is given up and nothing else got through
   * since it was first tried, its subscription is parked.
   */
  record(outcome: AttemptOutcome): Promise<void>;
  /** Forgets deliveries that were made before a time, in milliseconds since 1970. */
  forget(before: number): Promise<void>;
  /** Calls `listener` when there are new deliveries; the answer ends it. */
  onAdded(listener: () => void): () => void;
}

/** Heads of requests: what is not taken holds up what happened to the same request later. */
const isHead = `not exists (select from webhook_deliveries e where e.webhook_id = d.webhook_id and e.order_id = d.order_id
        and e.id < d.id and e.state <> 'delivered')`;

/**
 * Subscriptions for which something waits, found one after the other in an index: those that are
 * told everything, however many there are, are not looked at.
 */
const waiting = `
with recursive waiting as (
  (select d.webhook_id from webhook_deliveries d where d.state = 'pending' order by d.webhook_id limit 1)
  union all
  select (select d.webhook_id from webhook_deliveries d where d.state = 'pending' and d.webhook_id > p.webhook_id
      order by d.webhook_id limit 1)
    from waiting p where p.webhook_id is not null
)`;

const dueStatement: Statement = {
  name: 'webhook_deliveries_due',
  isReading: true,
  text: `${waiting}
select ${deliveryColumns}, hash_text(d.order_id) as order_id, d.content, d.first_attempt_at, w.id as webhook_id, w.owner, w.url, w.secret,
    case when w.previous_until > to_timestamp($1::float8 / 1000) then w.previous_secret end as previous_secret
  from waiting p join webhooks w on w.id = p.webhook_id cross join lateral (
    select * from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending'
        and d.due_at <= to_timestamp($1::float8 / 1000) and ${isHead}
      order by d.due_at, d.id limit case when w.fault is null then $3::int else 1 end
  ) d left join requests r on r.order_id = d.order_id
  where w.state = 'active' and d.id <> all($2::bigint[])`,
};

const requestsStatement: Statement = {
  name: 'webhook_requests',
  isReading: true,
  text: `select ${requestColumns} from current_requests where order_id = any($1::bytea[])`,
};

const nextDueStatement: Statement = {
  name: 'webhook_next_due',
  isReading: true,
  text: `${waiting}
select min(d.due_at) as at from waiting p join webhooks w on w.id = p.webhook_id cross join lateral (
    select d.due_at from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending'
        and d.due_at > to_timestamp($1::float8 / 1000) and d.due_at < 'infinity' order by d.due_at limit 1
  ) d where w.state = 'active'`,
};

const recordStatement: Statement = {
  name: 'webhook_delivery_record',
  text: `
with recorded as (
  update webhook_deliveries d set state = $2, attempts = attempts + 1, status_code = $3, fault = $4,
      attempted_at = to_timestamp($5::float8 / 1000), due_at = coalesce(to_timestamp($6::float8 / 1000), due_at),
      first_attempt_at = coalesce(first_attempt_at, to_timestamp($5::float8 / 1000))
    where id = $1 and state = 'pending' returning id, webhook_id, order_id, state, due_at, first_attempt_at
), outcome as (
  select *, case state when 'delivered' then timestamptz 'epoch' when 'parked' then 'infinity' else due_at end as later_at
    from recorded
), later as (
  update webhook_deliveries d set due_at = o.later_at from outcome o
    where d.webhook_id = o.webhook_id and d.order_id = o.order_id and d.id > o.id and d.state = 'pending' and d.due_at <> o.later_at
)
update webhooks w set fault = $4,
    delivered_at = case when r.state = 'delivered' then to_timestamp($5::float8 / 1000) else w.delivered_at end,
    state = case when w.state = 'active' and ($7 or r.state = 'parked' and coalesce(w.delivered_at, 'epoch') < r.first_attempt_at)
      then 'parked' else w.state end
  from recorded r where w.id = r.webhook_id`,
};

interface DueRow extends DeliveryRow {
  order_id: string | null;
  content: DeliveryContent;
  first_attempt_at: number | null;
  webhook_id: string;
  owner: string;
  url: string;
  secret: string;
  previous_secret: string | null;
}

/** Makes the queue of a database; `wake` tells its listeners. */
export function createWebhookQueue(
  database: Queryable,
): WebhookQueue & { readonly wake: () => void } {
  const listeners = new Set<() => void>();
  return {
    due: async ({ now, sending, perWebhookMax }) => {
      const rows = await database.query<DueRow>(dueStatement, [now, sending, perWebhookMax]);
      const orderIds = rows.flatMap(({ order_id: orderId }) => orderId ?? []);
      const requests =
        orderIds.length === 0
          ? []
          : await database.query<RequestRow>(requestsStatement, [hashArray(orderIds)]);
      const byOrder = new Map(requests.map((row) => [row.order_id, toStoredRequest(row)]));
      return rows.map((row) => ({
        ...toDelivery(row),
        webhookId: row.webhook_id,
        owner: row.owner,
        url: row.url,
        content: row.content,
        secrets: row.previous_secret === null ? [row.secret] : [row.secret, row.previous_secret],
        request: byOrder.get(row.order_id ?? ''),
        firstAttemptAt: row.first_attempt_at ?? undefined,
      }));
    },
    nextDueAt: async (now) => {
      const [row] = await database.query<{ at: number | null }>(nextDueStatement, [now]);
      return row?.at ?? undefined;
    },
    record: async ({ id, now, dueAt, state, statusCode, fault, isGone = false }) => {
      await database.query(recordStatement, [id, state, statusCode, fault, now, dueAt, isGone]);
    },
    forget: async (before) => {
      await database.query(
        'delete from webhook_deliveries where created_at < to_timestamp($1::float8 / 1000)',
        [before],
      );
    },
    onAdded: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wake: () => {
      for (const listener of listeners) listener();
    },
  };
}
