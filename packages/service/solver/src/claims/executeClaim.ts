import { hexToBytes, PortageError, standardError } from '@portage/core';
import type { ClaimContext } from './claimContext.js';
import type { SignedClaim } from './claimRequest.js';
import { readOwnerChain } from './readClaimRequest.js';
import { tooManyReverts } from './tooManyReverts.js';

const verifyMsMax = 5_000;

/**
 * Takes the signature of a claim in. The same one again changes nothing: the id of the claim is
 * taken once, whatever its bytes.
 *
 * @returns whether it was taken in now, or before and is still to be paid
 * @throws PortageError `UNKNOWN_REQUEST`, `INVALID_SIGNATURE`, `CLAIM_EXPIRED`, `CLAIM_USED` for a
 *   claim that is over, `INSUFFICIENT_FUNDS`, `RATE_LIMITED` where too many claims of the wallet
 *   reverted or may still, `RPC_HTTP_ERROR`
 */
export async function executeClaim(
  context: ClaimContext,
  { claimId, signature }: SignedClaim,
): Promise<'opened' | 'known'> {
  const { settlement, clock, policy } = context;
  const claim = await settlement.claims.find(claimId);
  if (claim === undefined) throw unknownClaim(claimId);
  const { owners } = readOwnerChain(context);
  const signed = { account: claim.wallet, digest: hexToBytes(claim.digest), signature };
  if (!(await owners.verify(signed, clock.timeout(verifyMsMax))))
    throw new PortageError('INVALID_SIGNATURE', {
      message: 'The signature is not that of the wallet\u2019s owner, or not over this claim.',
    });
  const outcome = await settlement.claims.open(claimId, {
    revertsMax: policy.fills.revertsPerPayerMax,
  });
  switch (outcome) {
    case 'opened':
    case 'known':
      return outcome;
    case 'unknown':
      throw unknownClaim(claimId);
    case 'used':
      throw standardError('CLAIM_USED');
    case 'expired':
      throw standardError('CLAIM_EXPIRED');
    case 'limited':
      throw tooManyReverts();
    case 'insufficient':
      throw new PortageError('INSUFFICIENT_FUNDS', {
        message: 'The wallet does not have so much to claim any more.',
      });
  }
}

const unknownClaim = (requestId: string): PortageError =>
  standardError('UNKNOWN_REQUEST', { context: { requestId } });
