import type { EndpointResponse } from '@portage/core/schemas';
import type { StoredDelivery, StoredWebhook } from '@portage/settlement/webhooks';

function timeOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** The wire form of a webhook. @see docs/spec/webhooks.md#webhook */
export function renderWebhook(webhook: StoredWebhook): EndpointResponse<'webhookChange'> {
  const { id, url, events, state, createdAt, deliveredAt, previousUntil, fault } = webhook;
  const { pending, parked } = webhook;
  return {
    webhookId: id,
    url,
    events: [...events],
    state,
    createdAt: new Date(createdAt).toISOString(),
    deliveredAt: timeOf(deliveredAt),
    previousSecretUntil: timeOf(previousUntil),
    fault: fault ?? null,
    pending,
    parked,
  };
}

/** The wire form of a delivery. @see docs/spec/webhooks.md#deliveries */
export function renderDelivery(
  delivery: StoredDelivery,
): EndpointResponse<'webhookDeliveries'>['deliveries'][number] {
  const { messageId, event, requestId, state, attempts, createdAt, attemptedAt } = delivery;
  return {
    messageId,
    event,
    requestId: requestId ?? null,
    state,
    attempts,
    createdAt: new Date(createdAt).toISOString(),
    attemptedAt: timeOf(attemptedAt),
    statusCode: delivery.statusCode ?? null,
    fault: delivery.fault ?? null,
  };
}
