import type { RequestStatus, StatusResponse } from '@portage/core';
import type { StoredClaim } from '@portage/settlement';

type ClaimStatus = Extract<
  RequestStatus,
  'waiting' | 'pending' | 'submitted' | 'success' | 'failure'
>;

/** Meaning of each status, for people. */
const details: Readonly<Record<ClaimStatus, string>> = {
  waiting: 'Waiting for the signature of the wallet\u2019s owner.',
  pending: 'The signature was taken in; the payment is being prepared.',
  submitted: 'The payment was sent.',
  success: 'The recipient was paid.',
  failure: 'The claim was not paid, and is the wallet\u2019s again.',
};

/** Status of a claim in the words of requests. */
export function claimStatus({ state, txId }: Pick<StoredClaim, 'state' | 'txId'>): ClaimStatus {
  switch (state) {
    case 'prepared':
      return 'waiting';
    case 'open':
      return txId === undefined ? 'pending' : 'submitted';
    case 'paid':
      return 'success';
    case 'returned':
      return 'failure';
  }
}

/** Body of `GET /intents/status/v3` for the id of a claim. */
export function renderClaimStatus(claim: StoredClaim): StatusResponse {
  const status = claimStatus(claim);
  return {
    requestId: claim.id,
    status,
    details: details[status],
    inTxHashes: [],
    txHashes: claim.txId === undefined ? [] : [claim.txId],
    updatedAt: claim.updatedAt,
    originChainId: claim.chainId,
    destinationChainId: claim.chainId,
    quoteCreatedAt: claim.createdAt ?? claim.updatedAt,
    failReason: claim.reason ?? 'N/A',
    refundFailReason: 'N/A',
    ...(status === 'success' ? { amountOut: claim.amount.toString() } : {}),
  };
}
