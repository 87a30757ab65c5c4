import type { ChainTransport } from '../findChain.js';
import type { ClaimTerms } from '../claimMessage.js';
import { claimAppFees, type ClaimAppFeesOptions, type EndedClaim } from './claimAppFees.js';
import {
  getAppFeeClaims,
  type AppFeeClaimsPage,
  type GetAppFeeClaimsOptions,
} from './getAppFeeClaims.js';

/** Actions that the plugin adds to a client. */
export interface AppFeeClaimActions {
  /** @see {@link claimAppFees} */
  claimAppFees(terms: ClaimTerms, options: ClaimAppFeesOptions): Promise<EndedClaim>;
  /** @see {@link getAppFeeClaims} */
  getAppFeeClaims(wallet: string, options?: GetAppFeeClaimsOptions): Promise<AppFeeClaimsPage>;
}

/**
 * Makes a plugin for clients: claims of app fees. It uses the transport of a client alone.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000' }).extend(appFeeClaims());
 * const claim = { wallet: account.address, chainId: 8453, currency: usdc };
 * const paid = { ...claim, recipient: account.address };
 * const { status } = await client.claimAppFees(paid, { executor });
 * ```
 */
export function appFeeClaims(): (transport: ChainTransport) => AppFeeClaimActions {
  return (transport) => ({
    claimAppFees: (terms, options) => claimAppFees(transport, terms, options),
    getAppFeeClaims: (wallet, options) => getAppFeeClaims(transport, wallet, options),
  });
}
