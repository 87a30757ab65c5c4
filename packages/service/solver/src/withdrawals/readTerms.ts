import { PortageError, requestFault } from '@portage/core';
import { findAsset, type Chain, type ChainAsset, type Chains } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import type { WithdrawalTerms } from './withdrawalTerms.js';

/** Terms of a withdrawal in the words of its chain. */
export interface ReadTerms {
  readonly chain: Chain & { readonly spend: NonNullable<Chain['spend']> };
  readonly asset: ChainAsset;
  /** Checks the owner's signature. */
  readonly owners: NonNullable<Chain['owners']>;
  /** In the canonical form of its chain. */
  readonly owner: string;
  readonly recipient: string;
  /** Smallest units. */
  readonly amount: bigint;
}

/**
 * Reads terms. Money is withdrawn where it was paid in: the chain that is paid on is the owner's.
 *
 * @throws PortageError `INVALID_REQUEST`, `UNSUPPORTED_CHAIN`, `UNSUPPORTED_CURRENCY`,
 *   `INVALID_ADDRESS`, `INVALID_RECIPIENT`, `SERVICE_UNAVAILABLE`
 */
export function readTerms({ all }: Chains, terms: WithdrawalTerms): ReadTerms {
  const chain = all.find(({ slug }) => slug === terms.chainId);
  if (chain === undefined) throw unknownChain('chainId', terms.chainId);
  if (!all.some(({ slug }) => slug === terms.ownerChainId))
    throw unknownChain('ownerChainId', terms.ownerChainId);
  if (terms.ownerChainId !== terms.chainId)
    throw requestFault(
      'ownerChainId',
      'must be the chain that is paid on: money is withdrawn where it was paid in',
    );
  if (chain.opening !== undefined)
    throw new PortageError('SERVICE_UNAVAILABLE', { message: chain.opening.reason() });
  const { spend, owners, codec } = chain;
  if (spend === undefined || owners === undefined)
    throw requestFault('chainId', 'is no chain that pays here', {
      code: 'UNSUPPORTED_CHAIN',
      message: `Nothing is withdrawn on ${chain.slug}.`,
    });
  const amount = BigInt(terms.amount);
  if (amount === 0n) throw requestFault('amount', 'must be more than 0');
  const asset = findAsset(
    chain,
    atPath('currency', () => codec.normalizeAddress(terms.currency)),
  );
  if (asset === undefined)
    throw requestFault('currency', `is not a currency of ${chain.slug}`, {
      code: 'UNSUPPORTED_CURRENCY',
      message: `${terms.currency} is not a currency of ${chain.slug}.`,
    });
  const recipient = atPath('recipient', () => {
    const account = codec.normalizeAddress(terms.recipient);
    chain.checkRecipient(account);
    return account;
  });
  return {
    chain: { ...chain, spend },
    asset,
    owners,
    recipient,
    amount,
    owner: atPath('owner', () => codec.normalizeAddress(terms.owner)),
  };
}

function unknownChain(path: 'chainId' | 'ownerChainId', slug: string): PortageError {
  return requestFault(path, 'is no chain of this service', {
    code: 'UNSUPPORTED_CHAIN',
    message: `There is no chain ${slug} here.`,
  });
}
