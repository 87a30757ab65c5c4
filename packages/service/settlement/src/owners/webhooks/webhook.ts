/** Channel of new deliveries; the payload says nothing. */
export const webhooksChannel = 'portage_webhooks';

/** Events that a subscription can be told of. */
export const webhookEvents = ['request.status.updated', 'transfer'] as const;

/** Name of an event that a subscription can be told of. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** Event that its owner asks for, to see a delivery arrive. */
export const testEvent = 'webhook.test';

/**
 * `active`: its deliveries are sent. `paused`: they wait until its owner resumes it. `parked`: they
 * wait likewise, because nothing got through for a whole day.
 */
export type WebhookState = 'active' | 'paused' | 'parked';

/** A subscription, named with the owner who may see it. */
export interface OwnedWebhook {
  readonly owner: string;
  readonly id: string;
}

/** Subscription of an owner of API keys to the events of the requests quoted with them. */
export interface StoredWebhook {
  readonly id: string;
  readonly owner: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly state: WebhookState;
  /** Milliseconds since 1970, as the next ones. */
  readonly createdAt: number;
  /** Time of the newest delivery that was taken; undefined before the first. */
  readonly deliveredAt: number | undefined;
  /** Time until which the secret before the present one signs as well. */
  readonly previousUntil: number | undefined;
  /** Fault of the newest delivery; undefined where there was none. */
  readonly fault: string | undefined;
  /** Deliveries that wait to be sent. */
  readonly pending: number;
  /** Deliveries that were given up after a day. */
  readonly parked: number;
}

/** A subscription as its table holds it, with its counts. */
export interface WebhookRow {
  id: string;
  owner: string;
  url: string;
  events: WebhookEvent[];
  state: WebhookState;
  created_at: number;
  delivered_at: number | null;
  previous_until: number | null;
  fault: string | null;
  pending: number;
  parked: number;
}

const countOf = (state: string): string =>
  `(select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.state = '${state}')`;

/** Columns of a {@link WebhookRow} of `webhooks w`. */
export const webhookColumns: string = `w.id, w.owner, w.url, w.events, w.state, w.created_at, w.delivered_at,
  w.previous_until, w.fault, ${countOf('pending')} as pending, ${countOf('parked')} as parked`;

/** The subscription that a row holds. */
export function toWebhook(row: WebhookRow): StoredWebhook {
  return {
    id: row.id,
    owner: row.owner,
    url: row.url,
    events: row.events,
    state: row.state,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at ?? undefined,
    previousUntil: row.previous_until ?? undefined,
    fault: row.fault ?? undefined,
    pending: row.pending,
    parked: row.parked,
  };
}
