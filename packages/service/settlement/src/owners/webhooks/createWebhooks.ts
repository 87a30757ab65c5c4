import type { Database } from '@portage/database';
import { changeWebhook, type WebhookChange } from './changeWebhook.js';
import { createWebhookQueue, type WebhookQueue } from './createWebhookQueue.js';
import { insertWebhook, type NewWebhook } from './insertWebhook.js';
import { replayDeliveries, type ReplayedTimes } from './replayDeliveries.js';
import { readDeliveries, type DeliveriesQuery } from './readDeliveries.js';
import {
  testEvent,
  toWebhook,
  webhookColumns,
  webhooksChannel,
  type OwnedWebhook,
  type StoredWebhook,
  type WebhookRow,
} from './webhook.js';
import type { StoredDelivery } from './webhookDelivery.js';

/** A secret that takes the place of another. */
export interface Rotation {
  readonly secret: string;
  /** Milliseconds since 1970 until which the former secret signs as well. */
  readonly previousUntil: number;
}

/** Subscriptions and their deliveries. Verbs of an owner find nothing of any other owner. */
export interface Webhooks {
  /** Stores a subscription; undefined where its owner has as many as it may, or asks for more. */
  create(webhook: NewWebhook, ownerMax: number): Promise<StoredWebhook | undefined>;
  list(owner: string): Promise<readonly StoredWebhook[]>;
  find(webhook: OwnedWebhook): Promise<StoredWebhook | undefined>;
  /** `active` also sends again what was parked. */
  change(webhook: OwnedWebhook, change: WebhookChange): Promise<StoredWebhook | undefined>;
  rotate(webhook: OwnedWebhook, rotation: Rotation): Promise<StoredWebhook | undefined>;
  /** Ends a subscription, with all of its deliveries. */
  remove(webhook: OwnedWebhook): Promise<boolean>;
  /** Adds a delivery of the event {@link testEvent}; returns the id that its receiver sees. */
  test(webhook: OwnedWebhook): Promise<string | undefined>;
  /** Sends the events of a time once more; returns their number. */
  replay(webhook: OwnedWebhook, times: ReplayedTimes): Promise<number>;
  /** Deliveries, newest first. */
  deliveries(webhook: OwnedWebhook, query: DeliveriesQuery): Promise<readonly StoredDelivery[]>;
  readonly queue: WebhookQueue;
}

/** {@link Webhooks} with what their owner drives. */
export interface DrivenWebhooks extends Webhooks {
  readonly receive: () => void;
  readonly refresh: () => void;
}

/** Makes the subscriptions of a database. */
export function createWebhooks(database: Pick<Database, 'query' | 'transaction'>): DrivenWebhooks {
  const { wake, ...queue } = createWebhookQueue(database);
  const one = async (
    text: string,
    values: readonly unknown[],
  ): Promise<StoredWebhook | undefined> => {
    const [row] = await database.query<WebhookRow>(text, values);
    return row === undefined ? undefined : toWebhook(row);
  };
  const find: Webhooks['find'] = ({ owner, id }) =>
    one(`select ${webhookColumns} from webhooks w where w.owner = $1 and w.id = $2`, [owner, id]);

  return {
    queue,
    find,
    receive: wake,
    refresh: wake,
    create: async (webhook, ownerMax) => {
      await database.transaction((tx) => insertWebhook(tx, webhook, ownerMax));
      return find(webhook);
    },
    list: async (owner) => {
      const rows = await database.query<WebhookRow>(
        `select ${webhookColumns} from webhooks w where w.owner = $1 order by w.created_at, w.id`,
        [owner],
      );
      return rows.map(toWebhook);
    },
    change: async (webhook, change) => {
      // It may wait for the outcome of a delivery that waits for it: then it runs again.
      await database.transaction((tx) => changeWebhook(tx, webhook, change));
      return find(webhook);
    },
    rotate: ({ owner, id }, { secret, previousUntil }) =>
      one(
        `update webhooks w set previous_secret = secret, previous_until = to_timestamp($4::float8 / 1000), secret = $3
           where w.owner = $1 and w.id = $2 returning ${webhookColumns}`,
        [owner, id, secret, previousUntil],
      ),
    remove: async ({ owner, id }) => {
      const rows = await database.query(
        `with removed as (delete from webhooks where owner = $1 and id = $2 returning id),
         emptied as (delete from webhook_deliveries d using removed where d.webhook_id = removed.id)
         select id from removed`,
        [owner, id],
      );
      return rows.length > 0;
    },
    test: async ({ owner, id }) => {
      const [row] = await database.query<{ message_id: string }>(
        `with added as (
           insert into webhook_deliveries (webhook_id, event, content)
             select id, '${testEvent}', '{}' from webhooks where owner = $1 and id = $2 returning message_id
         ) select message_id, pg_notify('${webhooksChannel}', '') from added`,
        [owner, id],
      );
      return row?.message_id;
    },
    replay: (webhook, times) => replayDeliveries(database, webhook, times),
    deliveries: (webhook, query) => readDeliveries(database, webhook, query),
  };
}
