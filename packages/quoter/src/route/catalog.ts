import { wireCurrency, type Chain, type ChainAsset, type Chains } from '@portage/core';
import type { AssetClass, Policy } from '../policy.js';

/** A currency on a chain, with everything about it that quotes repeat. */
export interface Place {
  readonly chain: Chain;
  readonly asset: ChainAsset;
  /** What the asset is underneath its wrapper. */
  readonly underlying: string;
  readonly assetClass: AssetClass;
  /** JSON text of the currency. */
  readonly currencyText: string;
}

/** One chain of the catalog. */
export interface CatalogChain {
  readonly chain: Chain;
  readonly native: Place;
  /** Currencies that can be quoted, by canonical address. */
  readonly places: ReadonlyMap<string, Place>;
}

/** Chains and currencies as the quoter looks them up. */
export interface Catalog {
  /** @throws PortageError `UNSUPPORTED_CHAIN` */
  byId(chainId: number): CatalogChain;
  /** The solver's own chain, on which apps have their accounts; undefined where this service does not serve it. */
  readonly solverChain: Chain | undefined;
}

/** Reads chains once: their lists of assets do not change while the service runs. */
export function createCatalog(chains: Chains, policy: Policy): Catalog {
  const entries = new Map(chains.all.map((chain) => [chain.id, readChain(chain, policy)]));
  return { byId: (chainId) => entries.get(chainId) ?? readChain(chains.byId(chainId), policy), solverChain: chains.all.find(({ slug }) => slug === policy.solverChainSlug) };
}

function readChain(chain: Chain, policy: Policy): CatalogChain {
  const place = (asset: ChainAsset): Place => ({
    chain,
    asset,
    underlying: policy.wrappers[asset.id] ?? asset.id,
    assetClass: policy.assetClasses[asset.id] ?? 'minor',
    currencyText: JSON.stringify(wireCurrency(chain.id, asset)),
  });
  return { chain, native: place(chain.native), places: new Map(chain.assets.map((asset) => [asset.address, place(asset)])) };
}
