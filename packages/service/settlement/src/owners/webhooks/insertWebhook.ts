import type { Statement, Transaction } from '@portage/database';
import type { WebhookEvent } from './webhook.js';

/** A subscription to store. */
export interface NewWebhook {
  readonly id: string;
  readonly owner: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** `whsec_` and base64. Deliveries are signed with it, so it is stored as it is. */
  readonly secret: string;
}

/** A statement of its own: the count behind it sees all that was stored before. */
const lockStatement: Statement = {
  name: 'webhooks_lock_owner',
  text: `select pg_advisory_xact_lock(hashtextextended('webhooks:' || $1::text, 0))`,
};

const insertStatement: Statement = {
  name: 'webhook_insert',
  text: `
insert into webhooks (id, owner, url, events, secret)
  select $1, $2, $3, $4::text[], $5 where (select count(*) from webhooks where owner = $2) < $6::int`,
};

/**
 * Stores a subscription, unless its owner has `ownerMax` of them. A later call for the owner waits
 * until the end of `tx`, so that each counts what the others have stored.
 */
export async function insertWebhook(
  tx: Transaction,
  { id, owner, url, events, secret }: NewWebhook,
  ownerMax: number,
): Promise<void> {
  await Promise.all([
    tx.query(lockStatement, [owner]),
    tx.query(insertStatement, [id, owner, url, events, secret, ownerMax]),
  ]);
}
