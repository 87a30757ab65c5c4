import type { Database } from '@portage/database';
import { pause } from '../soak/startLiars.js';
import type { TrialClock } from './createTrialClock.js';

const never = new AbortController().signal;
const lookMs = 300;
/** Milliseconds without any change after which what is missing counts as lost. */
const stillMsMax = 120_000;

/** Looks until `read` gives undefined, or the same for too long; whether it came to its end. */
async function untilDone(read: () => Promise<string | undefined>): Promise<boolean> {
  let [seen, since] = ['', performance.now()];
  for (;;) {
    const state = await read();
    if (state === undefined) return true;
    if (state !== seen) [seen, since] = [state, performance.now()];
    if (performance.now() - since > stillMsMax) return false;
    await pause(lookMs, never);
  }
}

/** Waits until so many requests with a key have ended; whether they did. */
export function untilEnded(database: Database, requests: number): Promise<boolean> {
  return untilDone(async () => {
    const [row] = await database.query<{ ended: number; version: number }>(
      `select count(*) filter (where s.status in ('success', 'refund', 'failure'))::int as ended, coalesce(sum(s.version), 0)::int as version
         from requests r join request_states s on s.order_id = r.order_id where r.api_key_id is not null`,
      [],
    );
    return row?.ended === requests ? undefined : JSON.stringify(row);
  });
}

interface Waiting {
  readonly pending: number;
  readonly attempts: number;
  /** Deliveries that may be sent now. */
  readonly due: number;
  /** Milliseconds since 1970 at which the last of those that wait for their time is due. */
  readonly last_at: number | null;
}

/**
 * Waits until nothing is pending any more; whether it came to that. Where all that is pending waits
 * for its next attempt, the clock is moved to that time, instead of being waited for.
 */
export function untilDelivered(database: Database, clock: TrialClock): Promise<boolean> {
  return untilDone(async () => {
    const [row] = await database.query<Waiting>(
      `with heads as (
         select distinct on (webhook_id, order_id) due_at from webhook_deliveries where state = 'pending'
           order by webhook_id, order_id, id)
       select (select count(*)::int from webhook_deliveries where state = 'pending') as pending,
         (select coalesce(sum(attempts), 0)::int from webhook_deliveries) as attempts,
         (select count(*)::int from heads where due_at <= to_timestamp($1::float8 / 1000)) as due,
         (select (extract(epoch from max(due_at)) * 1000)::float8 from heads) as last_at`,
      [clock.now()],
    );
    if (row === undefined || row.pending === 0) return undefined;
    if (row.due === 0) {
      await clock.moveTo(row.last_at ?? 0);
      await database.query("select pg_notify('portage_webhooks', '')", []);
    }
    return JSON.stringify(row);
  });
}
