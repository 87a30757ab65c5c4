import { PortageError, requestFault } from '@portage/core';
import { findAsset, type Chain, type ChainAsset, type Owners } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import { canSpend, type SpendingChain } from '../context.js';
import type { ClaimContext } from './claimContext.js';
import type { ClaimRequest } from './claimRequest.js';

/** A claim in the words of its chain. */
export interface ReadClaim {
  readonly chain: SpendingChain;
  readonly asset: ChainAsset;
  /** Account that earned it, in the canonical form of the solver's chain. */
  readonly wallet: string;
  readonly recipient: string;
}

/**
 * The chain on which apps have their accounts, and its check of their owners' signatures. A
 * contract answers for itself there alone: on another chain its address may have another owner.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`, `SERVICE_UNAVAILABLE`
 */
export function readOwnerChain({
  chains,
  solverChainSlug,
}: Pick<ClaimContext, 'chains' | 'solverChainSlug'>): {
  readonly chain: Chain;
  readonly owners: Owners;
} {
  const chain = chains.all.find(({ slug }) => slug === solverChainSlug);
  if (chain?.opening !== undefined) throw notOpen(chain.opening.reason());
  if (chain?.owners === undefined)
    throw new PortageError('UNSUPPORTED_CHAIN', {
      message: `Signatures of accounts of ${solverChainSlug} cannot be checked here.`,
    });
  return { chain, owners: chain.owners };
}

const notOpen = (reason: string): PortageError =>
  new PortageError('SERVICE_UNAVAILABLE', { message: reason });

/**
 * Reads a claim. App fees are claimed where they were earned, in the currency in which they were.
 *
 * @throws PortageError `INVALID_REQUEST`, `UNSUPPORTED_CHAIN`, `UNSUPPORTED_CURRENCY`,
 *   `INVALID_ADDRESS`, `INVALID_RECIPIENT`, `SERVICE_UNAVAILABLE`
 */
export function readClaimRequest(context: ClaimContext, request: ClaimRequest): ReadClaim {
  const { codec } = readOwnerChain(context).chain;
  const wallet = atPath('wallet', () => codec.normalizeAddress(request.wallet));
  const chain = context.chains.all.find(({ id }) => id === request.chainId);
  if (chain?.opening !== undefined) throw notOpen(chain.opening.reason());
  if (chain === undefined || !canSpend(chain))
    throw requestFault('chainId', 'is no chain that pays here', {
      code: 'UNSUPPORTED_CHAIN',
      message: `Nothing is paid on chain ${String(request.chainId)} here.`,
    });
  const asset = findAsset(
    chain,
    atPath('currency', () => chain.codec.normalizeAddress(request.currency)),
  );
  if (asset === undefined)
    throw requestFault('currency', `is not a currency of ${chain.slug}`, {
      code: 'UNSUPPORTED_CURRENCY',
      message: `${request.currency} is not a currency of ${chain.slug}.`,
    });
  if (request.amount !== undefined && BigInt(request.amount) === 0n)
    throw requestFault('amount', 'must be more than 0');
  const recipient = atPath('recipient', () => {
    const account = chain.codec.normalizeAddress(request.recipient);
    chain.checkRecipient(account);
    return account;
  });
  return { chain, asset, wallet, recipient };
}
