import { bitcoin, networks as presets, solana } from '@portage/networks';
import type { TrialBitcoin } from './otherNetworks.js';
import type { TrialPool } from './pools.js';
import type { Trial } from './trial.js';

/** An endpoint with its operator. */
interface Endpoint {
  readonly url: string;
  readonly operator: string;
}

/** USD of a whole unit of what is no ether. */
const usdOf: Readonly<Record<string, string>> = { usdc: '1', sol: '150', btc: '60000' };
const etherUsd = '2500';

/** The wrapped currency, which the solver does not trade: pools alone lead to it. */
const wrapped = { id: 'weth', supportsBridging: false };

/** One node by two names: two operators are the fewest that a start accepts. */
function twice(url: string): readonly Endpoint[] {
  return [
    { url, operator: 'one' },
    { url: url.replace('127.0.0.1', 'localhost'), operator: 'two' },
  ];
}

/** Endpoints of a trial by networks, as `init --endpoints` reads them. */
export function endpointsOf({
  networks,
  others,
}: Trial): Readonly<Record<string, readonly Endpoint[]>> {
  const { solana: cluster, bitcoin: coins } = others;
  return {
    ...Object.fromEntries(networks.map(({ slug, rpcUrl }) => [slug, twice(rpcUrl)])),
    ...(cluster && {
      [solana.slug]: [
        { url: cluster.chain.rpcUrl, operator: 'one' },
        { url: cluster.second.url, operator: 'two' },
      ],
    }),
    ...(coins && { [bitcoin.slug]: twice(coins.chain.rpcUrl) }),
  };
}

/** Prices, limits and offered currencies: what an operator decides, for `init --values`. */
export function valuesOf({ networks, others }: Trial): Readonly<Record<string, unknown>> {
  const nativeOf = (slug: string): string =>
    presets.find((preset) => preset.slug === slug)?.nativeCurrency.id ?? '';
  const { solana: cluster, bitcoin: coins } = others;
  const urls: readonly (readonly [string, string])[] = [
    ...networks.map(({ slug, rpcUrl }) => [slug, rpcUrl] as const),
    ...(cluster ? [[solana.slug, cluster.chain.rpcUrl] as const] : []),
  ];
  const priced = new Set([
    'usdc',
    ...urls.map(([slug]) => nativeOf(slug)),
    ...(coins ? [nativeOf(bitcoin.slug)] : []),
    ...(networks.some(({ pools }) => pools.length > 0) ? [wrapped.id] : []),
  ]);
  const usd = Object.fromEntries([...priced].map((id) => [id, usdOf[id] ?? etherUsd]));
  const poolsOf = (slug: string): readonly TrialPool[] =>
    networks.find((network) => network.slug === slug)?.pools ?? [];
  const chains = urls.flatMap(([slug, url]): [string, unknown][] => [
    [
      `chains.${slug}.assets`,
      [nativeOf(slug), 'usdc', ...(poolsOf(slug).length === 0 ? [] : [wrapped])],
    ],
    [`chains.${slug}.publicRpcUrl`, url],
    ...venuesOf(poolsOf(slug)).map((venues): [string, unknown] => [
      `chains.${slug}.swapSources`,
      venues,
    ]),
  ]);
  return {
    prices: { source: 'fixed', usd },
    'policy.outflows.hourMicroUsdMax': '5000000000',
    'policy.outflows.dayMicroUsdMax': '20000000000',
    'policy.outflows.recipientMicroUsdMax': '1000000000',
    'policy.capacityPerRequestMicroUsd': '1000000000',
    ...Object.fromEntries(chains),
    ...(coins && { [`chains.${bitcoin.slug}`]: regtest(coins) }),
  };
}

/** Pools by their venues, as an operator names them; nothing where there are none. */
function venuesOf(pools: readonly TrialPool[]): readonly (readonly object[])[] {
  if (pools.length === 0) return [];
  return [pools.map(({ venue, address }) => ({ id: venue, pools: [address] }))];
}

/**
 * The whole chain of Bitcoin: addresses of a regtest are of another kind than those of the preset,
 * so the network cannot be named. Finality and ceilings are the preset's.
 */
function regtest({ chain }: TrialBitcoin): Readonly<Record<string, unknown>> {
  const { rpcUrl, esploraUrl, network, startBlock } = chain;
  const { id, slug, name, nativeCurrency, finality, fees } = bitcoin;
  return {
    vm: 'bvm',
    network,
    id,
    slug,
    name,
    rpcUrls: twice(rpcUrl),
    esploraUrls: [esploraUrl],
    publicRpcUrl: esploraUrl,
    startHeight: startBlock.height,
    assets: [nativeCurrency],
    finality: finality.tiers,
    fillUsdMax: fees.fillUsdMax,
    pollMs: 1_000,
  };
}
