import { PortageError, type Price } from '@portage/core';
import type { PriceFeed, PriceReading } from '@portage/core/chain';
import { readAgreed, type Quorum, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { selectors, serviceSelectors } from '@portage/evm/abi';
import type { ParsedChainConfig } from '../chainConfig.js';
import type { Head, Heads } from '../observe/createHeads.js';
import { readInteger } from '../rpc/parse.js';
import { isSequencerUp, priceOfRound, readRound, type FeedRound } from './chainlinkAnswer.js';
import { createLatestOnly } from './createLatestOnly.js';

/** Feeds to read, and who tells of them. */
export interface ChainlinkOptions {
  readonly config: Pick<ParsedChainConfig, 'name'> & {
    readonly chainlink: NonNullable<ParsedChainConfig['chainlink']>;
  };
  readonly quorum: Quorum;
  readonly heads: Heads;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

const decimalsMax = 36;
const noDoubt: Price = { usdE12: 0n };

/**
 * The feed `chainlink`: prices that Chainlink's operators wrote on the chain, as a quorum of
 * endpoints tells them. They are read with new blocks in the background and are true as of the
 * block's time, for as long as the feed's own heartbeat says. While the sequencer of a rollup is
 * down, and for a while after, there is no price.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for an address that is no feed
 */
export async function createChainlinkFeed(options: ChainlinkOptions): Promise<PriceFeed> {
  const { config, quorum, heads, clock, signal } = options;
  const { assets, sequencer, graceSeconds, pollMs } = config.chainlink;
  const decimals = await readDecimals(options);
  const feeds = Object.entries(assets).map(([assetId, feed], index) => ({
    assetId,
    ...feed,
    decimals: decimals[index] ?? 0,
  }));
  const places = [
    ...feeds.map(({ feed }) => feed),
    ...(sequencer === undefined ? [] : [sequencer]),
  ];
  const readings = new Map<string, PriceReading>();
  const read = async (head: Head): Promise<void> => {
    const { time } = head;
    const rounds = await readRounds(places, quorum, signal);
    const uptime = rounds[feeds.length];
    // A price that no quorum tells stays as it was, with its age.
    if (sequencer !== undefined && uptime === undefined) return;
    const isUp = uptime === undefined || isSequencerUp(uptime, { graceSeconds, time });
    for (const [index, feed] of feeds.entries()) {
      const round = rounds[index];
      if (round === undefined) continue;
      const value = isUp ? priceOfRound(round, feed, time) : undefined;
      if (value === undefined) readings.delete(feed.assetId);
      else readings.set(feed.assetId, { value, observedAt: time * 1_000, confidence: noDoubt });
    }
  };
  const update = createLatestOnly(read, signal);
  let readAt = -Infinity;
  const onHead = (head: Head): void => {
    if (clock() - readAt < pollMs) return;
    readAt = clock();
    update(head);
  };
  const first = heads.latest();
  if (first !== undefined) onHead(first.value);
  heads.listen(onHead);
  return { name: 'chainlink', latest: (assetId) => readings.get(assetId) };
}

/** The newest round of each feed; undefined where no quorum tells the same. */
async function readRounds(
  places: readonly string[],
  quorum: Quorum,
  signal: AbortSignal,
): Promise<readonly (FeedRound | undefined)[]> {
  const agreed = await quorum.read<string>(
    {
      subject: 'price feeds',
      items: places.length,
      ask: async ({ ask }, stop) => {
        const replies = await ask(calls(places, serviceSelectors.latestRoundData), stop);
        return replies.map((reply) => (reply.ok ? String(reply.result) : undefined));
      },
    },
    signal,
  );
  return agreed.map((result) => (result === undefined ? undefined : readRound(result)));
}

/** Decimals of each feed; they never change. */
async function readDecimals({ config, quorum, signal }: ChainlinkOptions): Promise<number[]> {
  const { name, chainlink } = config;
  const feeds = Object.entries(chainlink.assets);
  const places = feeds.map(([, { feed }]) => feed);
  const told = await readAgreed(
    quorum,
    {
      subject: 'decimals of price feeds',
      read: async ({ ask }, stop) => {
        const replies = await ask(calls(places, selectors.decimals), stop);
        return places.map((_, index) => String(decimalsOf(replies[index]))).join();
      },
    },
    signal,
  );
  const decimals = told.split(',').map(Number);
  const wrong = decimals.findIndex((each) => !(each <= decimalsMax));
  if (wrong === -1) return decimals;
  const [assetId, { feed } = { feed: '' }] = feeds[wrong] ?? [];
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${name}: chainlink.assets.${String(assetId)}.feed is ${feed}, which is no feed of prices.`,
    hint: 'Correct the address, or leave it out and name the pair of a named network.',
  });
}

/** NaN where a contract tells none. */
function decimalsOf(reply: RpcReply | undefined): number {
  if (reply?.ok !== true || typeof reply.result !== 'string') return NaN;
  return reply.result.length === 66 ? readInteger(reply.result, 'decimals') : NaN;
}

function calls(places: readonly string[], data: string): readonly RpcRequest[] {
  return places.map((to) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] }));
}
