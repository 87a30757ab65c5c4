import type { Currency } from '@portage/core';
import { wireCurrency, type Chain, type ChainAsset, type Chains } from '@portage/core/chain';
import { currencyId } from '@portage/settlement';
import type { AssetClass, QuotePolicy } from '../policy.js';
import { isOpen, type CallsAsker, type Restrictions } from './restrictions.js';

/** A currency on a chain, with everything about it that quotes repeat. */
export interface ListedCurrency {
  readonly chain: Chain;
  readonly asset: ChainAsset;
  /** Name in an operator's configuration: `slug:asset`. */
  readonly name: string;
  /** Id of the asset underneath its wrapper. */
  readonly underlying: string;
  readonly assetClass: AssetClass;
  readonly wire: Currency;
  /** JSON text of `wire`: printed once, put into every quote. */
  readonly text: string;
  /** Id under which that text is stored. */
  readonly id: string;
}

/** One chain of the catalog. */
export interface CatalogChain {
  readonly chain: Chain;
  readonly native: ListedCurrency;
  /** Currencies that can be quoted, by canonical address. */
  readonly currencies: ReadonlyMap<string, ListedCurrency>;
  /** Currencies that the solver trades: what can be paid in and paid out without a swap. */
  readonly bridgeable: readonly ListedCurrency[];
}

/** Chains and currencies as the quoter looks them up. */
export interface Catalog {
  /** @throws PortageError `UNSUPPORTED_CHAIN` */
  byId(chainId: number): CatalogChain;
  /** Whether a currency is left out for now: its token fails, or its balance is in doubt. */
  isRestricted(currency: ListedCurrency): boolean;
  /** Whether orders with calls are refused on a chain for now, of the one who asks or of all. */
  areCallsHalted(chain: Chain, asker: CallsAsker): boolean;
  /** Whether the chain takes requests. */
  isOpen(chain: Chain): boolean;
  /** Names of all sources of swaps, on whatever chain. */
  readonly swapSources: ReadonlySet<string>;
  /**
   * The solver's own chain, on which apps have their accounts; undefined where this service does
   * not serve it.
   */
  readonly solverChain: Chain | undefined;
}

/**
 * Reads chains once, and again when one was opened: their lists of assets do not change otherwise
 * while the service runs.
 */
export function createCatalog(
  chains: Chains,
  policy: QuotePolicy,
  restrictions: Restrictions = {},
): Catalog {
  let known = readChains(chains.all, policy);
  const present = (): KnownChains => {
    if (known.all !== chains.all) known = readChains(chains.all, policy);
    return known;
  };
  const { isRestricted, areCallsHalted } = restrictions;
  return {
    byId: (chainId) => present().entries.get(chainId) ?? readChain(chains.byId(chainId), policy),
    isRestricted: ({ chain, asset: { address } }) =>
      chain.balances.unreadable?.(address) !== undefined || isRestricted?.(chain, address) === true,
    areCallsHalted: (chain, asker) => areCallsHalted?.(chain, asker) === true,
    isOpen: (chain) => isOpen(chain, restrictions),
    solverChain: chains.all.find(({ slug }) => slug === policy.solverChainSlug),
    get swapSources() {
      return present().swapSources;
    },
  };
}

/** All chains as they were when they were read. */
interface KnownChains extends Pick<Catalog, 'swapSources'> {
  readonly all: Chains['all'];
  readonly entries: ReadonlyMap<number, CatalogChain>;
}

function readChains(all: Chains['all'], policy: QuotePolicy): KnownChains {
  return {
    all,
    entries: new Map(all.map((chain) => [chain.id, readChain(chain, policy)])),
    swapSources: new Set(all.flatMap(({ swaps }) => swaps?.sources.map(({ id }) => id) ?? [])),
  };
}

function readChain(chain: Chain, policy: QuotePolicy): CatalogChain {
  const list = (asset: ChainAsset): ListedCurrency => {
    const wire = wireCurrency(chain.id, asset);
    const text = JSON.stringify(wire);
    return {
      chain,
      asset,
      name: `${chain.slug}:${asset.id}`,
      underlying: policy.wrappers[asset.id] ?? asset.id,
      assetClass: policy.assetClasses[asset.id] ?? 'minor',
      wire,
      text,
      id: currencyId(text),
    };
  };
  const listed = chain.assets.map(list);
  const native = listed.find(({ asset }) => asset === chain.native) ?? list(chain.native);
  return {
    chain,
    native,
    currencies: new Map(listed.map((each) => [each.asset.address, each])),
    bridgeable: listed.filter(({ asset }) => asset.supportsBridging),
  };
}
