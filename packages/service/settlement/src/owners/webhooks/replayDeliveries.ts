import type { Queryable, Statement } from '@portage/database';
import type { OwnedWebhook } from './webhook.js';

/** Times of the events to send once more, both of them included; milliseconds since 1970. */
export interface ReplayedTimes {
  readonly from: number;
  readonly to: number;
}

const replayStatement: Statement = {
  name: 'webhook_replay',
  text: `
with again as (
  update webhook_deliveries d set state = 'pending', attempts = 0, first_attempt_at = null, due_at = 'epoch'
    from webhooks w
    where w.owner = $1 and w.id = $2 and d.webhook_id = w.id
      and d.created_at >= to_timestamp($3::float8 / 1000) and d.created_at <= to_timestamp($4::float8 / 1000)
    returning d.id
)
select count(*)::int as count, pg_notify('portage_webhooks', '') from again`,
};

/**
 * Sends the events of a time once more, under the ids that they had, in order for each request.
 *
 * @returns the number of events
 */
export async function replayDeliveries(
  database: Queryable,
  { owner, id }: OwnedWebhook,
  { from, to }: ReplayedTimes,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(replayStatement, [owner, id, from, to]);
  return row?.count ?? 0;
}
