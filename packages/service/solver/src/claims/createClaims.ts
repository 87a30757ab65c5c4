import type { ClaimContext } from './claimContext.js';
import type { ClaimRequest, PreparedClaim, SignedClaim } from './claimRequest.js';
import { executeClaim } from './executeClaim.js';
import { prepareClaim } from './prepareClaim.js';
import { completePolicy, type PolicyChanges } from '../policy/solverPolicy.js';

/** Takes what wallets with app fees ask for and what their owners signed. */
export interface OwnerClaims {
  /** Says what a wallet's owner has to sign. Nothing is taken out of the balance. */
  prepare(request: ClaimRequest): Promise<PreparedClaim>;
  /** Takes the owner's signature in; `known` where it was before. */
  execute(signed: SignedClaim): Promise<'opened' | 'known'>;
}

/** Settings of {@link createClaims}. */
export interface ClaimsOptions extends Omit<ClaimContext, 'policy'> {
  /** Members that differ from those of {@link completePolicy}. */
  readonly policy?: PolicyChanges | undefined;
}

/**
 * Makes what takes claims of app fees: judged by the chain of their wallets, then taken in by
 * settlement, once.
 *
 * @example
 * ```ts
 * const parts = { chains, settlement, prices, clock, randomBytes };
 * const claims = createClaims({ ...parts, solverChainSlug: 'base' });
 * const { message, digest } = await claims.prepare({ wallet, chainId, currency, recipient });
 * ```
 */
export function createClaims(options: ClaimsOptions): OwnerClaims {
  const context: ClaimContext = { ...options, policy: completePolicy(options.policy) };
  return {
    prepare: (request) => prepareClaim(context, request),
    execute: (signed) => executeClaim(context, signed),
  };
}
