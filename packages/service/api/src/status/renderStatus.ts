import {
  failReasons,
  legacyStatuses,
  refundFailReasons,
  type RequestStatus,
  type StatusResponse,
} from '@portage/core';
import type { EndpointResponse } from '@portage/core/schemas';
import { isOpenSelfPayment } from '@portage/quoter';
import type { RequestFacts, StoredRequest } from '@portage/settlement';
import { wireReason } from '../requests/wireReason.js';

/** Meaning of each status, for people. */
const details: Readonly<Record<RequestStatus, string>> = {
  waiting: 'Waiting for the deposit.',
  expired: 'No deposit was seen within the time of the quote; one that comes now goes back.',
  depositing: 'The deposit is on its way.',
  pending: 'The deposit was seen; the payment is being prepared.',
  submitted: 'The payment was sent.',
  success: 'The recipient was paid.',
  refund: 'The deposit was paid back.',
  failure: 'The request failed.',
};

/**
 * Detail of an expired request that its payer performs alone: its payment is not sent back, however
 * late it is.
 */
const expiredAlone =
  'No transaction of the payer was seen within the time of the quote; one that is seen later ends the request.';

/** A payment beyond an order that was filled. */
export type PaidBack = Pick<RequestFacts['transactions'][number], 'txId' | 'account'>;

/** Body of `GET /intents/status/v3`; `paidBack` is what went back beside the fill. */
export function renderStatus(
  request: StoredRequest,
  paidBack: readonly PaidBack[] = [],
): StatusResponse {
  const { details: sentence, ...rest } = common(request);
  const back = paidBack.map(
    ({ txId, account }) => ` What was paid beyond the order went back to ${account} in ${txId}.`,
  );
  return {
    ...rest,
    details: [sentence, ...back].join(''),
    status: request.status,
    updatedAt: request.updatedAt,
  };
}

/** Body of `GET /intents/status/v2`: without the words that version 3 added. */
export function renderStatusV2(request: StoredRequest): EndpointResponse<'modelStatusV2'> {
  const words = { submitted: 'pending', expired: 'waiting' } as const;
  const { status } = request;
  const word = status === 'submitted' || status === 'expired' ? words[status] : status;
  return { ...common(request), status: word, time: request.updatedAt };
}

/** Body of `GET /intents/status`: the older names, and `time` for `updatedAt`. */
export function renderLegacyStatus(request: StoredRequest): EndpointResponse<'legacyStatus'> {
  return { ...common(request), status: legacyStatuses[request.status], time: request.updatedAt };
}

function common(request: StoredRequest): Omit<StatusResponse, 'status' | 'updatedAt'> {
  return {
    requestId: request.id,
    details:
      request.status === 'expired' && isOpenSelfPayment(request)
        ? expiredAlone
        : details[request.status],
    inTxHashes: [...request.inTxIds],
    txHashes: [...request.outTxIds],
    originChainId: request.originChainId,
    destinationChainId: request.destinationChainId,
    quoteCreatedAt: request.createdAt,
    failReason: wireReason(failReasons, request.failReason),
    refundFailReason: wireReason(refundFailReasons, request.refundFailReason),
    amountOut: request.amountOut?.toString(),
  };
}
