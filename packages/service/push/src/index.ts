export type { PrintStatus } from './delivery/deliveryBody.js';
export { makeSecret } from './delivery/secrets.js';
export { readTarget, type TargetRules } from './targets/readTarget.js';
export { createWebhookWorker, type WebhookWorker } from './worker/createWebhookWorker.js';
export type { WebhookWorkerOptions } from './worker/workerOptions.js';
