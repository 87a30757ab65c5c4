import type { EndpointResponse } from '@portage/core/schemas';
import { assert } from '@portage/core';
import type { StoredClaim } from '@portage/settlement';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';
import { claimStatus } from '../status/renderClaimStatus.js';
import type { Route } from './context.js';

/** `GET /app-fees/{wallet}/claims`: claims that were signed, newest first. */
export const appFeeClaims: Route<'appFeeClaims'> =
  ({ store, chains }) =>
  async (call, reply) => {
    const { wallet } = call.read('params');
    const { limit, continuation } = call.read('query');
    const wallets = normalizeWithAnyCodec(chains, {
      path: 'wallet',
      code: 'INVALID_ADDRESS',
      read: (codec) => codec.normalizeAddress(wallet),
    });
    const page = await store.claims.list({ wallets, limit, continuation });
    void reply.header('cache-control', 'no-cache');
    return {
      claims: page.claims.map(renderClaim),
      ...(page.continuation === undefined ? {} : { continuation: page.continuation }),
    };
  };

/** The wire form of a claim that was signed. */
export function renderClaim(
  claim: StoredClaim,
): EndpointResponse<'appFeeClaims'>['claims'][number] {
  const { id, wallet, recipient, chainId, currency, amount, txId, createdAt } = claim;
  const status = claimStatus(claim);
  assert(createdAt !== undefined && status !== 'waiting', 'a listed claim was signed');
  return {
    claimId: id,
    wallet,
    recipient,
    currency,
    txHash: txId ?? null,
    status,
    createdAt: new Date(createdAt).toISOString(),
    chainId,
    amount: amount.toString(),
  };
}
