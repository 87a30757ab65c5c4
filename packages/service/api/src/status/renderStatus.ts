import { legacyStatuses, type RequestStatus } from '@portage/core';
import type { StoredRequest } from '@portage/settlement';

/** Meaning of each status, for people. */
const details: Readonly<Record<RequestStatus, string>> = {
  waiting: 'Waiting for the deposit.',
  expired: 'Nobody paid within the time of the quote; a payment now goes back.',
  depositing: 'The deposit is on its way.',
  pending: 'The deposit was seen; the payment is being prepared.',
  submitted: 'The payment was sent.',
  success: 'The recipient was paid.',
  refund: 'The deposit was paid back.',
  failure: 'The request failed.',
};

/** Body of `GET /intents/status/v3`. */
export function renderStatus(request: StoredRequest): string {
  return JSON.stringify({
    ...common(request),
    status: request.status,
    updatedAt: request.updatedAt,
  });
}

/** Body of `GET /intents/status`: the older names, and `time` for `updatedAt`. */
export function renderLegacyStatus(request: StoredRequest): string {
  return JSON.stringify({
    ...common(request),
    status: legacyStatuses[request.status],
    time: request.updatedAt,
  });
}

function common(request: StoredRequest): object {
  return {
    requestId: request.id,
    details: details[request.status],
    inTxHashes: request.inTxIds,
    txHashes: request.outTxIds,
    originChainId: request.originChainId,
    destinationChainId: request.destinationChainId,
    quoteCreatedAt: request.createdAt,
    failReason: request.failReason,
    refundFailReason: request.refundFailReason,
    amountOut: request.amountOut?.toString(),
  };
}
