import type { Devnet } from '@portage/devnet';
import { ZERO_ADDRESS } from '@portage/core';

/** A currency on one chain of the devnet. */
export interface Place {
  readonly chainId: number;
  readonly slug: string;
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
}

/** Reads `usdc@base`: an asset and the slug of a chain. */
export function findPlace(devnet: Devnet, text: `${string}@${string}`): Place {
  const [asset = '', slug = ''] = text.split('@');
  const chain = Object.values(devnet.description.chains).find((candidate) => candidate.slug === slug);
  if (chain === undefined) throw new Error(`There is no chain "${slug}".`);
  if (asset === 'eth') return { chainId: chain.id, slug, symbol: 'ETH', address: ZERO_ADDRESS, decimals: 18 };
  const token = Object.entries(chain.tokens).find(([id]) => id === asset)?.[1];
  if (token === undefined) throw new Error(`There is no currency "${asset}" on ${slug}.`);
  return { chainId: chain.id, slug, symbol: token.symbol, address: token.address.toLowerCase(), decimals: token.decimals };
}
