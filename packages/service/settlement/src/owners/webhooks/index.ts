export type { DueDelivery, WebhookQueue } from './createWebhookQueue.js';
export type { OwnedWebhook, StoredWebhook } from './webhook.js';
export type { StoredDelivery } from './webhookDelivery.js';
