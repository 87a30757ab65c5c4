import { bytesToHex, hexToBytes, PortageError } from '@portage/core';
import type { PriceFeed, SwapSource, Swaps } from '@portage/core/chain';
import { readAgreed, readResult, type Quorum, type Rpc } from '@portage/chain-kit';
import { evmCodec } from '@portage/evm/codec';
import { addressWord } from '@portage/evm/abi';
import type { ParsedChainConfig } from './chainConfig.js';
import type { Heads } from './observe/createHeads.js';
import { createChainlinkFeed } from './price/createChainlinkFeed.js';
import { createPoolFeeds } from './price/createPoolFeeds.js';
import { readPricedPools } from './price/readPricedPools.js';
import { createPoolFollower } from './swap/createPoolFollower.js';
import { createPoolSource } from './swap/createPoolSource.js';
import { checkFactories } from './swap/checkFactories.js';
import { createSwaps } from './swap/createSwaps.js';
import { poolSelectors } from '@portage/evm/abi';

/** Configuration and endpoints that markets are opened with. */
export interface MarketsOptions {
  readonly config: Pick<
    ParsedChainConfig,
    'name' | 'contracts' | 'swapSources' | 'poolPrices' | 'chainlink'
  >;
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  readonly heads: Heads;
  readonly clock: () => number;
  /** Sources that plugins bring. */
  readonly pluginSources: readonly SwapSource[];
}

/** Swaps out of pools, and feeds of prices. */
export interface Markets {
  readonly swaps?: Swaps;
  readonly prices?: readonly PriceFeed[];
}

/**
 * Reads the pools and feeds of the configured venues and prices, and follows them. Without any,
 * there is nothing.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `RPC_HTTP_ERROR`
 */
export async function openMarkets(options: MarketsOptions, signal: AbortSignal): Promise<Markets> {
  const { swapSources, poolPrices, chainlink, name } = options.config;
  const { quorum, heads, clock } = options;
  const markets: Markets =
    swapSources.length > 0 || poolPrices !== undefined
      ? await openPools(options, signal)
      : swapsOf([], options);
  if (chainlink === undefined) return markets;
  const config = { name, chainlink };
  const feed = await createChainlinkFeed({ config, quorum, heads, clock, signal });
  return { ...markets, prices: [...(markets.prices ?? []), feed] };
}

async function openPools(options: MarketsOptions, signal: AbortSignal): Promise<Markets> {
  const { config, rpc, quorum, heads, clock, pluginSources } = options;
  const { name, swapSources, poolPrices } = config;
  const { multicall3, wrappedNative } = config.contracts;
  if (multicall3 === undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: pools are read through contracts.multicall3, which is not set.`,
    });
  const sources = swapSources.map(({ id, kind, router, factory, pools }) => ({
    id,
    kind,
    router: canonical(router),
    factory: canonicalOf(factory),
    pools: pools.map(canonical),
  }));
  const places = sources.flatMap(({ kind, pools }) => pools.map((address) => ({ kind, address })));
  refuseDoubles(name, [
    [...sources, ...pluginSources].map(({ id }) => id),
    places.map(({ address }) => address),
  ]);
  const priced = Object.entries(poolPrices?.assets ?? {}).map(
    ([assetId, { kind, pool, factory, dollar, depthMinUsd }]) => ({
      assetId,
      kind,
      address: canonical(pool),
      factory: canonicalOf(factory),
      dollar: canonical(dollar),
      depthMinUsd,
    }),
  );
  const others = priced.filter(({ address }) => !places.some((place) => place.address === address));
  const distinct = new Map(
    [...places, ...others].map(({ kind, address }) => [address, { kind, address }]),
  );
  if (wrappedNative !== undefined)
    await checkWrapping(
      name,
      { wrappedNative, routers: [...new Set(sources.map(({ router }) => router))], quorum },
      signal,
    );
  const follower = await createPoolFollower({
    heads,
    multicall3,
    places: [...distinct.values()],
    clock,
    signal,
  });
  const named = [
    ...sources.flatMap(({ factory, pools }) => pools.map((address) => ({ address, factory }))),
    ...priced.map(({ address, factory }) => ({ address, factory })),
  ];
  await checkFactories(named, { name, quorum, states: follower.latest().value }, signal);
  const swaps = swapsOf(
    sources.map((source) => createPoolSource({ ...source, follower })),
    options,
  );
  if (poolPrices === undefined) return swaps;
  const pools = await readPricedPools(priced, {
    name,
    rpc,
    states: follower.latest().value,
    signal,
  });
  return {
    ...swaps,
    prices: createPoolFeeds({ follower, pools, windowSeconds: poolPrices.windowSeconds, signal }),
  };
}

/** Swaps through our own sources and those of plugins; none where there is no source. */
function swapsOf(
  sources: readonly SwapSource[],
  { config, clock, pluginSources }: MarketsOptions,
): Pick<Markets, 'swaps'> {
  const all = [...sources, ...pluginSources];
  const wrapped = config.contracts.wrappedNative;
  return all.length === 0 ? {} : { swaps: createSwaps(all, { wrapped, clock }) };
}

/** Every router must wrap into the very token that we take it for, as a quorum tells. */
async function checkWrapping(
  name: string,
  {
    wrappedNative,
    routers,
    quorum,
  }: {
    readonly wrappedNative: string;
    readonly routers: readonly string[];
    readonly quorum: Quorum;
  },
  signal: AbortSignal,
): Promise<void> {
  const expected = `0x${addressWord(wrappedNative)}`;
  const other = await readAgreed(
    quorum,
    {
      subject: 'wrapped currency',
      read: async ({ ask }, stop) => {
        const replies = await ask(
          routers.map((to) => ({
            method: 'eth_call',
            params: [{ to, data: poolSelectors.WETH9 }, 'latest'],
          })),
          stop,
        );
        const words = routers.map((_, index) => readResult(replies[index], 'eth_call'));
        return routers.find((_, index) => words[index] !== expected) ?? 'none';
      },
    },
    signal,
  );
  if (other !== 'none')
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: the router ${other} wraps native currency into something else than contracts.wrappedNative.`,
    });
}

function refuseDoubles(name: string, lists: readonly (readonly string[])[]): void {
  const [doubled] = lists.flatMap((names) =>
    names.filter((each, index) => names.indexOf(each) !== index),
  );
  if (doubled !== undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${name}: ${doubled} is there twice among the sources of swaps.`,
    });
}

function canonicalOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : canonical(address);
}

function canonical(address: string): string {
  return bytesToHex(hexToBytes(evmCodec.normalizeAddress(address)));
}
