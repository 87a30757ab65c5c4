import type { StoredRequest } from '@portage/settlement';
import type { DueDelivery } from '@portage/settlement/webhooks';

/** Prints the status of a request as `GET /intents/status/v3` answers it. */
export type PrintStatus = (request: StoredRequest) => unknown;

/** The request in the state that it had when the event was written. */
function requestThen(request: StoredRequest, content: DueDelivery['content']): StoredRequest {
  const { amountOut, ...then } = content;
  return {
    ...request,
    ...then,
    amountOut: amountOut === null || amountOut === undefined ? undefined : BigInt(amountOut),
  };
}

function dataOf(delivery: DueDelivery, printStatus: PrintStatus): unknown {
  const { event, content, request, webhookId } = delivery;
  if (request === undefined) return { webhookId };
  if (event === 'request.status.updated') return printStatus(requestThen(request, content));
  const { role, chainId, txId, currency, amount, isReverted } = content;
  return { requestId: request.id, role, chainId, txHash: txId, currency, amount, isReverted };
}

/**
 * JSON body of a delivery, the same at each attempt.
 *
 * @see docs/spec/webhooks.md#events
 */
export function deliveryBody(delivery: DueDelivery, printStatus: PrintStatus): string {
  const { event, createdAt } = delivery;
  return JSON.stringify({ event, timestamp: createdAt, data: dataOf(delivery, printStatus) });
}
