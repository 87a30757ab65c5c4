import { startHeight } from './fakeChain.js';

/** Id of the first fake chain; the others follow. */
export const firstChainId = 700_001;

/** Members of a devnet's chain that fake chains have not: pools, and what differs by chain. */
const left = ['swapSources', 'priceFeeds', 'wsUrl', 'publicRpcUrl'];

/** Makes the configuration of many fake chains from that of a devnet with one. */
export function describeChains(devnet: unknown): {
  /** URL of the node that has the contracts. */
  readonly nodeUrl: string;
  readonly configuration: (count: number, urlOf: (index: number) => string) => object;
} {
  const { chains, keys, prices } = devnet as {
    readonly chains: readonly Readonly<Record<string, unknown>>[];
    readonly keys: unknown;
    readonly prices: unknown;
  };
  const [first = {}] = chains;
  const kept = Object.fromEntries(Object.entries(first).filter(([name]) => !left.includes(name)));
  // The domains of signatures hold the chain's id, and these contracts are those of one chain.
  const assets = (first['assets'] as readonly object[]).map((asset) =>
    Object.fromEntries(Object.entries(asset).filter(([name]) => name !== 'permit')),
  );
  const [nodeUrl] = first['rpcUrls'] as readonly string[];
  return {
    nodeUrl: nodeUrl ?? '',
    configuration: (count, urlOf) => ({
      keys,
      prices,
      chains: Array.from({ length: count }, (_, index) => ({
        ...kept,
        assets,
        startHeight,
        id: firstChainId + index,
        slug: `fake-${String(index)}`,
        name: `Fake ${String(index)}`,
        displayName: `Fake ${String(index)}`,
        rpcUrls: [urlOf(index)],
      })),
    }),
  };
}
