/** Values that the examples use. */
import type { createWebhookWorker } from '../src/index.js';
import type { Settlement } from '@portage/settlement';

type Parts = Parameters<typeof createWebhookWorker>[0];

export declare const parts: Omit<Parts, 'queue'>;
export declare const settlement: Pick<Settlement, 'webhooks'>;
export declare const signal: AbortSignal;
