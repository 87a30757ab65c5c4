import { createMarket, findPaths, type Market, type Pool, type PathRequest } from '@portage/pools';
import type { TradeType } from '@uniswap/sdk-core';
import type { Pair } from '@uniswap/v2-sdk';
import type { Pool as SdkPool } from '@uniswap/v3-sdk';
import type { Contest, Pass } from './contest.js';
import {
  createDraw,
  drawLadder,
  drawPools,
  drawTokens,
  type DrawnPool,
  type DrawnToken,
} from './drawPools.js';
import { ourSolanaPool, ourV2Pool, ourV3Pool } from './ourPools.js';
import { sdkAmount, sdkToken, sdkV2Pair, sdkV3Pool } from './sdkPools.js';
import { sdkCore, v2Sdk, v3Sdk } from './sdks.js';

const tradesOfPass = 100;
const routesOfPass = 3;
const hopsMax = 3;
const v3Name = 'v3-sdk 3.31.5';
const v2Name = 'v2-sdk 4.21.4';

/** Contests of single trades and best routes with Uniswap's own SDKs, over the same pools. */
export function sdkContests(): readonly Contest[] {
  const tokens = drawTokens(12);
  const pools = drawPools(tokens, 32);
  const [first, second] = tokens;
  if (first === undefined || second === undefined) throw new Error('There are twelve tokens.');
  const ladder = drawLadder(first, second);
  return [
    ...[0, 3, 12].map((crossings) => singleV3(ladder, crossings)),
    singleProduct(ladder, v2Single),
    singleProduct(inBillionths(ladder), solanaSingle),
    ...routes(pools, tokens),
    ...solanaRoutes(pools.map(inBillionths), tokens),
  ];
}

/** Contest of trades of different sizes that all cross the same number of ticks. */
function singleV3(drawn: DrawnPool, crossings: number): Contest {
  const [ours, theirs] = [ourV3Pool(drawn), sdkV3Pool(drawn)];
  const token = sdkToken(drawn.token0);
  const amounts = amountsCrossing(ours, drawn.token0.address, crossings);
  const wrapped = amounts.map((amount) => sdkAmount(token, amount));
  return {
    name: `V3 exact input, ${String(crossings)} ticks crossed`,
    goal: 25,
    theirName: v3Name,
    ours: () =>
      amounts.map((amount) => ours.quoteExactInput(drawn.token0.address, amount)?.amount ?? 0n),
    theirs: () =>
      collect(wrapped, async (amount) =>
        BigInt((await theirs.getOutputAmount(amount))[0].quotient.toString()),
      ),
  };
}

function amountsCrossing(pool: Pool, token: string, crossings: number): readonly bigint[] {
  const gas = (amount: bigint): number => pool.quoteExactInput(token, amount)?.gas ?? Infinity;
  const base = gas(1_000_000n);
  const wanted = base + crossings * 22_000;
  const least = (limit: number): bigint => {
    let [low, high] = [1_000_000n, 10n ** 30n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (gas(middle) >= limit) high = middle;
      else low = middle;
    }
    return high;
  };
  const [from, to] = [crossings === 0 ? 1_000_000n : least(wanted), least(wanted + 1)];
  return Array.from(
    { length: tradesOfPass },
    (_, index) => from + ((to - from) * BigInt(index)) / BigInt(tradesOfPass),
  );
}

/** Trades with a pool of constant product, in the name of its venue. */
interface ProductContest {
  readonly name: string;
  readonly goal: number;
  readonly ours: (drawn: DrawnPool) => Pool;
  /** Smallest units of the least trade. */
  readonly unit: bigint;
}

const v2Single: ProductContest = {
  name: 'V2 exact input',
  goal: 100,
  ours: ourV2Pool,
  unit: 10n ** 15n,
};
const solanaSingle: ProductContest = {
  name: 'Solana exact input',
  goal: 60,
  ours: ourSolanaPool,
  unit: 10n ** 6n,
};

/** A token account of Solana holds 64 bits: tokens have nine decimals there in place of 18. */
const billion = 10n ** 9n;

function inBillionths(drawn: DrawnPool): DrawnPool {
  const [first, second] = drawn.reserves;
  return { ...drawn, reserves: [first / billion, second / billion] };
}

function singleProduct(drawn: DrawnPool, { ours: make, unit, ...named }: ProductContest): Contest {
  const [ours, theirs] = [make(drawn), sdkV2Pair(drawn)];
  const token = sdkToken(drawn.token0);
  const draw = createDraw();
  const amounts = Array.from({ length: tradesOfPass }, () => unit * BigInt(draw(1_000_000) + 1));
  const wrapped = amounts.map((amount) => sdkAmount(token, amount));
  return {
    ...named,
    theirName: v2Name,
    ours: () =>
      amounts.map((amount) => ours.quoteExactInput(drawn.token0.address, amount)?.amount ?? 0n),
    theirs: () =>
      wrapped.map((amount) => BigInt(theirs.getOutputAmount(amount)[0].quotient.toString())),
  };
}

/** Contest of best routes over twelve tokens and thirty-two pools, up to three hops. */
function routes(drawn: readonly DrawnPool[], tokens: readonly DrawnToken[]): readonly Contest[] {
  const v3 = createMarket('v3', drawn.map(ourV3Pool));
  const v2 = createMarket('v2', drawn.map(ourV2Pool));
  const sdkPools = drawn.map(sdkV3Pool);
  const sdkPairs = drawn.map(sdkV2Pair);
  const trades = drawTrades(tokens);
  const best = (market: Market, type: PathRequest['type']): Pass => bestOver(market, trades, type);
  const over = sizeOf(drawn, tokens);
  const forBoth = (type: PathRequest['type'], name: string): readonly Contest[] => [
    {
      name: `V3 ${name}, ${over}`,
      goal: 250,
      theirName: v3Name,
      ours: best(v3, type),
      theirs: () => collect(trades, (trade) => bestV3(sdkPools, trade, type)),
    },
    {
      name: `V2 ${name}, ${over}`,
      goal: 250,
      theirName: v2Name,
      ours: best(v2, type),
      theirs: () => trades.map((trade) => bestV2(sdkPairs, trade, type)),
    },
  ];
  return [
    ...forBoth('EXACT_INPUT', 'bestTradeExactIn'),
    ...forBoth('EXACT_OUTPUT', 'bestTradeExactOut'),
  ];
}

/** As {@link routes}, over pools of Solana. */
function solanaRoutes(
  drawn: readonly DrawnPool[],
  tokens: readonly DrawnToken[],
): readonly Contest[] {
  const market = createMarket('solana', drawn.map(ourSolanaPool));
  const pairs = drawn.map(sdkV2Pair);
  const trades = drawTrades(tokens).map((trade) => ({ ...trade, amount: trade.amount / billion }));
  const over = sizeOf(drawn, tokens);
  const forType = (type: PathRequest['type'], name: string): Contest => ({
    name: `Solana ${name}, ${over}`,
    goal: 500,
    theirName: v2Name,
    ours: bestOver(market, trades, type),
    theirs: () => trades.map((trade) => bestV2(pairs, trade, type)),
  });
  return [forType('EXACT_INPUT', 'bestTradeExactIn'), forType('EXACT_OUTPUT', 'bestTradeExactOut')];
}

function sizeOf(drawn: readonly DrawnPool[], tokens: readonly DrawnToken[]): string {
  return `${String(tokens.length)} tokens, ${String(drawn.length)} pools, ${String(hopsMax)} hops`;
}

/** Best outcome of each trade over a market. */
function bestOver(
  market: Market,
  trades: readonly DrawnTrade[],
  type: PathRequest['type'],
): () => readonly bigint[] {
  return () =>
    trades.map(({ tokenIn, tokenOut, amount }) => {
      const found = findPaths(market, {
        tokenIn: tokenIn.address,
        tokenOut: tokenOut.address,
        type,
        amount,
        hopsMax,
      });
      const amounts = found.map(({ amountIn, amountOut }) =>
        type === 'EXACT_INPUT' ? amountOut : amountIn,
      );
      return amounts.reduce((a, b) => ((type === 'EXACT_INPUT') === a > b ? a : b));
    });
}

interface DrawnTrade {
  readonly tokenIn: DrawnToken;
  readonly tokenOut: DrawnToken;
  readonly amount: bigint;
}

function drawTrades(tokens: readonly DrawnToken[]): readonly DrawnTrade[] {
  const draw = createDraw();
  return Array.from({ length: routesOfPass }, (_, index) => {
    const [tokenIn, tokenOut] = [tokens[index], tokens[(index + 4 + draw(4)) % tokens.length]];
    if (tokenIn === undefined || tokenOut === undefined)
      throw new Error('There are twelve tokens.');
    return { tokenIn, tokenOut, amount: 10n ** 18n * BigInt(draw(1_000) + 1) };
  });
}

const one = { maxHops: hopsMax, maxNumResults: 1 };

async function bestV3(
  pools: SdkPool[],
  { tokenIn, tokenOut, amount }: DrawnTrade,
  type: PathRequest['type'],
): Promise<bigint> {
  const [from, to] = [sdkToken(tokenIn), sdkToken(tokenOut)];
  const [trade] =
    type === 'EXACT_INPUT'
      ? await v3Sdk.Trade.bestTradeExactIn(pools, sdkAmount(from, amount), to, one)
      : await v3Sdk.Trade.bestTradeExactOut(pools, from, sdkAmount(to, amount), one);
  return outcome(trade);
}

function bestV2(
  pairs: Pair[],
  { tokenIn, tokenOut, amount }: DrawnTrade,
  type: PathRequest['type'],
): bigint {
  const [from, to] = [sdkToken(tokenIn), sdkToken(tokenOut)];
  const [trade] =
    type === 'EXACT_INPUT'
      ? v2Sdk.Trade.bestTradeExactIn(pairs, sdkAmount(from, amount), to, one)
      : v2Sdk.Trade.bestTradeExactOut(pairs, from, sdkAmount(to, amount), one);
  return outcome(trade);
}

interface SdkTrade {
  readonly tradeType: TradeType;
  readonly inputAmount: { readonly quotient: { toString(): string } };
  readonly outputAmount: { readonly quotient: { toString(): string } };
}

function outcome(trade: SdkTrade | undefined): bigint {
  if (trade === undefined) throw new Error('The SDK found no route.');
  return BigInt(
    (trade.tradeType === sdkCore.TradeType.EXACT_INPUT
      ? trade.outputAmount
      : trade.inputAmount
    ).quotient.toString(),
  );
}

async function collect<T>(
  inputs: readonly T[],
  work: (input: T) => Promise<bigint>,
): Promise<readonly bigint[]> {
  const results: bigint[] = [];
  for (const input of inputs) results.push(await work(input));
  return results;
}
