import { messageSchema } from './error.js';
import {
  emptyBodySchema,
  webhookBodySchema,
  webhookChangeSchema,
  webhookDeliveriesQuerySchema,
  webhookDeliveriesSchema,
  webhookParamsSchema,
  webhookReplayedSchema,
  webhookReplaySchema,
  webhookRotateSchema,
  webhookSchema,
  webhookSecretSchema,
  webhooksSchema,
  webhookTestedSchema,
} from './webhooks.js';

/**
 * Endpoints by which owners of API keys say where they want to be told of their requests. Servers
 * call them, so the client has no actions for them.
 *
 * @see docs/spec/webhooks.md
 */
export const webhookEndpoints = {
  webhookList: {
    method: 'GET',
    path: '/webhooks',
    summary: 'Webhooks of the owner of the key',
    response: webhooksSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookCreate: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Have a URL told of requests',
    body: webhookBodySchema,
    response: webhookSecretSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookChange: {
    method: 'POST',
    path: '/webhooks/{webhookId}',
    summary: 'Change, pause or resume a webhook',
    params: webhookParamsSchema,
    body: webhookChangeSchema,
    response: webhookSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookDelete: {
    method: 'POST',
    path: '/webhooks/{webhookId}/delete',
    summary: 'End a webhook',
    params: webhookParamsSchema,
    body: emptyBodySchema,
    response: messageSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookRotate: {
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate',
    summary: 'Change the secret of a webhook',
    params: webhookParamsSchema,
    body: webhookRotateSchema,
    response: webhookSecretSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookTest: {
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    summary: 'Have a test delivered',
    params: webhookParamsSchema,
    body: emptyBodySchema,
    response: webhookTestedSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookReplay: {
    method: 'POST',
    path: '/webhooks/{webhookId}/replay',
    summary: 'Have the events of a time delivered once more',
    params: webhookParamsSchema,
    body: webhookReplaySchema,
    response: webhookReplayedSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    summary: 'Deliveries of a webhook, newest first',
    params: webhookParamsSchema,
    query: webhookDeliveriesQuerySchema,
    response: webhookDeliveriesSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
} as const;
