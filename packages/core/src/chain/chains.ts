import { PortageError } from '../errors/portageError.js';
import type { ChainAsset } from './chainAsset.js';
import type { Chain } from './chain.js';

/** The open chains of a service, found by id or slug. */
export interface Chains {
  readonly all: readonly Chain[];
  /** @throws PortageError `UNSUPPORTED_CHAIN` */
  byId(id: number): Chain;
  /** @throws PortageError `UNSUPPORTED_CHAIN` */
  bySlug(slug: string): Chain;
}

/**
 * Indexes chains by id and slug.
 *
 * @throws Error when two chains share one
 * @example
 * ```ts
 * const chains = createChains([chain]);
 * chains.bySlug('base').id; // 8453
 * ```
 */
export function createChains(all: readonly Chain[]): Chains {
  const ids = new Map(all.map((chain) => [chain.id, chain]));
  const slugs = new Map(all.map((chain) => [chain.slug, chain]));
  if (ids.size !== all.length || slugs.size !== all.length)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'Two chains share an id or a slug.',
    });
  const find = <Key>(map: ReadonlyMap<Key, Chain>, key: Key): Chain => {
    const chain = map.get(key);
    if (chain === undefined) {
      throw new PortageError('UNSUPPORTED_CHAIN', {
        message: `Chain ${String(key)} is not offered.`,
        hint: `Chains on offer: ${all.map((c) => `${String(c.id)} (${c.slug})`).join(', ')}.`,
      });
    }
    return chain;
  };
  return { all, byId: (id) => find(ids, id), bySlug: (slug) => find(slugs, slug) };
}

/**
 * The asset behind a canonical currency address of a chain, or undefined.
 *
 * @example
 * ```ts
 * findAsset(chain, deposit.currency)?.symbol; // 'USDC'
 * ```
 */
export function findAsset(chain: Chain, currency: string): ChainAsset | undefined {
  return chain.assets.find((asset) => asset.address === currency);
}
