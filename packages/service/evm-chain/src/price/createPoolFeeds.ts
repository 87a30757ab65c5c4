import type { Price } from '@portage/core';
import type { PriceFeed, PriceReading } from '@portage/core/chain';
import type { Head } from '../observe/createHeads.js';
import type { PoolFollower } from '../swap/createPoolFollower.js';
import { createLatestOnly } from './createLatestOnly.js';
import { createV2Mean, createV3Mean, type MeanRatio } from './meanRatio.js';
import { dollarDepth, priceAt, spotRatio, type PricedPool } from './poolPrice.js';

/** Pools, window and lifetime of pool prices. */
export interface PoolFeedsOptions {
  readonly follower: PoolFollower;
  readonly pools: readonly PricedPool[];
  readonly windowSeconds: number;
  readonly signal: AbortSignal;
}

const noDoubt: Price = { usdE12: 0n };

/**
 * Two feeds out of the same pools: `pool`, the price of the moment, and `twap`, the mean over the
 * window that ends now. Both are brought forward with each block, and are true as of that block's
 * time. One trade can move the first as far as it likes for a block; used together, the second one
 * notices. A pool that is too shallow says nothing.
 */
export function createPoolFeeds({
  follower,
  pools,
  windowSeconds,
  signal,
}: PoolFeedsOptions): readonly [PriceFeed, PriceFeed] {
  const spot = new Map<string, PriceReading>();
  const mean = new Map<string, PriceReading>();
  const states = () => follower.latest().value;
  const means = pools.map((pool): MeanRatio =>
    states().get(pool.address)?.kind === 'uniswap-v2'
      ? createV2Mean(pool.address, { windowSeconds, isToken0: pool.isToken0 })
      : createV3Mean(pool.address, windowSeconds),
  );
  const isDeep = (pool: PricedPool): boolean => {
    const state = states().get(pool.address);
    return state !== undefined && dollarDepth(state, pool) >= pool.depthMin;
  };
  const keep = (
    feed: Map<string, PriceReading>,
    { assetId }: PricedPool,
    value: Price | undefined,
    { time }: Head,
  ): void => {
    if (value === undefined) feed.delete(assetId);
    else feed.set(assetId, { value, observedAt: time * 1_000, confidence: noDoubt });
  };
  const readSpot = (head: Head): void => {
    for (const pool of pools) {
      const state = states().get(pool.address);
      keep(
        spot,
        pool,
        state === undefined || !isDeep(pool) ? undefined : priceAt(spotRatio(state), pool),
        head,
      );
    }
  };
  const readMeans = async (head: Head): Promise<void> => {
    const wanted = means.map((each) => each.requests(head));
    const replies = await head.ask(wanted.flat(), signal);
    let offset = 0;
    for (const [index, pool] of pools.entries()) {
      const count = wanted[index]?.length ?? 0;
      const ratio = means[index]?.read(replies.slice(offset, offset + count), head);
      offset += count;
      keep(
        mean,
        pool,
        ratio === undefined || !isDeep(pool) ? undefined : priceAt(ratio, pool),
        head,
      );
    }
  };
  const updateMeans = createLatestOnly(readMeans, signal);
  follower.listen((head) => {
    readSpot(head);
    updateMeans(head);
  });
  return [
    { name: 'pool', latest: (assetId) => spot.get(assetId) },
    { name: 'twap', latest: (assetId) => mean.get(assetId) },
  ];
}
