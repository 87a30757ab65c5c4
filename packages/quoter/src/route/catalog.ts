import { wireCurrency, type Chain, type ChainAsset, type Chains } from '@portage/core';
import { currencyId } from '@portage/store';
import type { AssetClass, Policy } from '../policy.js';

/** A currency on a chain, with everything about it that quotes repeat. */
export interface Place {
  readonly chain: Chain;
  readonly asset: ChainAsset;
  /** What operators call it: `slug:asset`. */
  readonly name: string;
  /** What the asset is underneath its wrapper. */
  readonly underlying: string;
  readonly assetClass: AssetClass;
  /** JSON text of the currency. */
  readonly currencyText: string;
  /** The id under which that text is kept. */
  readonly currencyId: string;
}

/** One chain of the catalog. */
export interface CatalogChain {
  readonly chain: Chain;
  readonly native: Place;
  /** Currencies that can be quoted, by canonical address. */
  readonly places: ReadonlyMap<string, Place>;
  /** Currencies that the solver trades: what can be paid in and paid out without a swap. */
  readonly bridgeable: readonly Place[];
}

/** Chains and currencies as the quoter looks them up. */
export interface Catalog {
  /** @throws PortageError `UNSUPPORTED_CHAIN` */
  byId(chainId: number): CatalogChain;
  /** Names of all sources of swaps, on whatever chain. */
  readonly swapSources: ReadonlySet<string>;
  /**
   * The solver's own chain, on which apps have their accounts; undefined where this service does
   * not serve it.
   */
  readonly solverChain: Chain | undefined;
}

/** Reads chains once: their lists of assets do not change while the service runs. */
export function createCatalog(chains: Chains, policy: Policy): Catalog {
  const entries = new Map(chains.all.map((chain) => [chain.id, readChain(chain, policy)]));
  return {
    byId: (chainId) => entries.get(chainId) ?? readChain(chains.byId(chainId), policy),
    solverChain: chains.all.find(({ slug }) => slug === policy.solverChainSlug),
    swapSources: new Set(
      chains.all.flatMap(({ swaps }) => swaps?.sources.map(({ id }) => id) ?? []),
    ),
  };
}

function readChain(chain: Chain, policy: Policy): CatalogChain {
  const place = (asset: ChainAsset): Place => {
    const currencyText = JSON.stringify(wireCurrency(chain.id, asset));
    return {
      chain,
      asset,
      name: `${chain.slug}:${asset.id}`,
      underlying: policy.wrappers[asset.id] ?? asset.id,
      assetClass: policy.assetClasses[asset.id] ?? 'minor',
      currencyText,
      currencyId: currencyId(currencyText),
    };
  };
  const places = chain.assets.map(place);
  const native = places.find(({ asset }) => asset === chain.native) ?? place(chain.native);
  return {
    chain,
    native,
    places: new Map(places.map((each) => [each.asset.address, each])),
    bridgeable: places.filter(({ asset }) => asset.supportsBridging),
  };
}
