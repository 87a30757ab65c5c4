import type { Queryable, Statement } from '@portage/database';
import {
  webhooksChannel,
  type OwnedWebhook,
  type WebhookEvent,
  type WebhookState,
} from './webhook.js';

/** Members of a subscription that its owner changes; those left out stay. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly state?: Exclude<WebhookState, 'parked'> | undefined;
}

const changeStatement: Statement = {
  name: 'webhook_change',
  text: `
with changed as (
  update webhooks set url = coalesce($3, url), events = coalesce($4::text[], events), state = coalesce($5, state),
      fault = case when $5 = 'active' then null else fault end
    where owner = $1 and id = $2 returning id
), resumed as (
  update webhook_deliveries d set state = 'pending', attempts = 0, first_attempt_at = null, due_at = 'epoch'
    from changed where d.webhook_id = changed.id and d.state in ('parked', 'pending') and $5 = 'active'
)
select pg_notify('${webhooksChannel}', '') from changed`,
};

/** Changes a subscription of an owner; to make it active also sends again what was parked. */
export async function changeWebhook(
  database: Queryable,
  { owner, id }: OwnedWebhook,
  { url, events, state }: WebhookChange,
): Promise<void> {
  await database.query(changeStatement, [owner, id, url, events, state]);
}
