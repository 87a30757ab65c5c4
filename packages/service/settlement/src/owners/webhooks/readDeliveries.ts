import type { Queryable, Statement } from '@portage/database';
import type { OwnedWebhook } from './webhook.js';
import {
  deliveryColumns,
  toDelivery,
  type DeliveryRow,
  type DeliveryState,
  type StoredDelivery,
} from './webhookDelivery.js';

/** Selection of deliveries. */
export interface DeliveriesQuery {
  readonly state?: DeliveryState | undefined;
  /** Deliveries before this one, by their `id`. */
  readonly before?: number | undefined;
  readonly limit: number;
}

const readStatement: Statement = {
  name: 'webhook_deliveries_read',
  isReading: true,
  text: `
select ${deliveryColumns} from webhooks w join webhook_deliveries d on d.webhook_id = w.id
  left join requests r on r.order_id = d.order_id
  where w.owner = $1 and w.id = $2 and ($3::text is null or d.state = $3) and ($4::bigint is null or d.id < $4)
  order by d.id desc limit $5`,
};

/** Deliveries of a subscription, newest first. */
export async function readDeliveries(
  database: Queryable,
  { owner, id }: OwnedWebhook,
  { state, before, limit }: DeliveriesQuery,
): Promise<readonly StoredDelivery[]> {
  const rows = await database.query<DeliveryRow>(readStatement, [owner, id, state, before, limit]);
  return rows.map(toDelivery);
}
