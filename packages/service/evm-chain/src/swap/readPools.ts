import { PortageError } from '@portage/core';
import { type Ask, malformedReply, readResult } from '@portage/chain-kit';
import { poolSelectors, readAddress, readInt, readUint, uintWord } from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';
import { multicallRequest, readMulticall, type ReadCall } from './multicall.js';
import {
  prepareTicks,
  type PoolState,
  type TickLiquidity,
  type V2State,
  type V3State,
} from './poolState.js';

const callsMax = 500;
const requestsMax = 8;
const poolsAtOnce = 4;
const tickMax = 887_272;
const ticksPerWord = 256;

/** A pool to follow. */
export interface PoolPlace {
  readonly kind: PoolState['kind'];
  readonly address: string;
}

/** Endpoint and block that pools are read with. */
export interface PoolsContext {
  readonly multicall3: string;
  readonly ask: Ask;
  /** The block as of which everything is read. */
  readonly blockHash: string;
  readonly signal: AbortSignal;
}

/**
 * Reads whole pools as of one block.
 *
 * @throws PortageError `RPC_HTTP_ERROR`, also when the block is no longer part of the chain
 */
export async function readPools(
  places: readonly PoolPlace[],
  context: PoolsContext,
): Promise<readonly PoolState[]> {
  const states: PoolState[] = [];
  for (let index = 0; index < places.length; index += poolsAtOnce) {
    const together = places.slice(index, index + poolsAtOnce);
    states.push(
      ...(await Promise.all(
        together.map(({ kind, address }) =>
          kind === 'uniswap-v2' ? readV2(address, context) : readV3(address, context),
        ),
      )),
    );
  }
  return states;
}

async function readV2(address: string, context: PoolsContext): Promise<V2State> {
  const [token0, token1, reserves] = await call(
    callsOf(address, ['token0', 'token1', 'getReserves']),
    context,
  );
  const words = readWords(reserves, 2, 'reserves');
  return {
    kind: 'uniswap-v2',
    address,
    tokens: [readToken(token0), readToken(token1)],
    reserves: [readUint(words, 0), readUint(words, 1)],
  };
}

async function readV3(address: string, context: PoolsContext): Promise<V3State> {
  const [token0, token1, fee, spacing, slot0, inRange] = await call(
    callsOf(address, ['token0', 'token1', 'fee', 'tickSpacing', 'slot0', 'liquidity']),
    context,
  );
  const tickSpacing = Number(readUint(readWords(spacing, 1, 'tick spacing'), 0));
  const feePips = Number(readUint(readWords(fee, 1, 'fee'), 0));
  if (!(tickSpacing > 0 && tickSpacing <= 16_384 && feePips < 1_000_000))
    throw malformedReply('tick spacing or fee');
  const liquidityAt = await readTicks(address, tickSpacing, context);
  const price = readWords(slot0, 2, 'slot0');
  const state = {
    ...({
      kind: 'uniswap-v3',
      address,
      tokens: [readToken(token0), readToken(token1)],
      feePips,
      tickSpacing,
      liquidityAt,
    } as const),
    sqrtPriceX96: readUint(price, 0),
    tick: Number(readInt(price, 1)),
    liquidity: readUint(readWords(inRange, 1, 'liquidity'), 0),
    ticks: prepareTicks(liquidityAt, { feePips, tickSpacing }),
  };
  checkLiquidity(state);
  return state;
}

/**
 * @throws PortageError `RPC_HTTP_ERROR` when the ticks do not add up to the liquidity that the pool
 *   says it has
 */
export function checkLiquidity({ address, ticks, tick, liquidity, sqrtPriceX96 }: V3State): void {
  if (sqrtPriceX96 === 0n || ticks.liquidityAt(tick) === liquidity) return;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: `The ticks of pool ${address} do not add up to its liquidity.`,
  });
}

/** Every tick that the bitmap names, with its liquidity. */
async function readTicks(
  address: string,
  tickSpacing: number,
  context: PoolsContext,
): Promise<ReadonlyMap<number, TickLiquidity>> {
  const lowest = Math.floor(Math.ceil(-tickMax / tickSpacing) / ticksPerWord);
  const highest = Math.floor(Math.floor(tickMax / tickSpacing) / ticksPerWord);
  const places = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
  const words = await call(
    places.map((place) => ({
      to: address,
      data: `${poolSelectors.tickBitmap}${signedWord(place)}`,
    })),
    context,
  );
  const initialized = words.flatMap((word, index) =>
    bitsOf(readUint(readWords(word, 1, 'bitmap'), 0)).map(
      (bit) => ((places[index] ?? 0) * ticksPerWord + bit) * tickSpacing,
    ),
  );
  const infos = await call(
    initialized.map((tick) => ({ to: address, data: `${poolSelectors.ticks}${signedWord(tick)}` })),
    context,
  );
  return new Map(
    initialized.map((tick, index) => {
      const info = readWords(infos[index], 2, 'tick');
      return [tick, { gross: readUint(info, 0), net: readInt(info, 1) }];
    }),
  );
}

function bitsOf(word: bigint): readonly number[] {
  return word === 0n
    ? []
    : Array.from({ length: ticksPerWord }, (_, bit) => bit).filter(
        (bit) => ((word >> BigInt(bit)) & 1n) === 1n,
      );
}

function signedWord(value: number): string {
  return uintWord(BigInt.asUintN(256, BigInt(value)));
}

function readToken(data: string | undefined): string {
  return readAddress(readWords(data, 1, 'token'), 0);
}

function callsOf(to: string, names: readonly (keyof typeof poolSelectors)[]): readonly ReadCall[] {
  return names.map((name) => ({ to, data: poolSelectors[name] }));
}

/** Makes calls in portions that endpoints take. */
async function call(
  calls: readonly ReadCall[],
  { multicall3, ask, blockHash, signal }: PoolsContext,
): Promise<readonly string[]> {
  const portions = Array.from({ length: Math.ceil(calls.length / callsMax) }, (_, index) =>
    calls.slice(index * callsMax, (index + 1) * callsMax),
  );
  const results: string[] = [];
  for (let index = 0; index < portions.length; index += requestsMax) {
    const together = portions.slice(index, index + requestsMax);
    const replies = await ask(
      together.map((portion) => multicallRequest(multicall3, portion, blockHash)),
      signal,
    );
    together.forEach((portion, each) =>
      results.push(...readMulticall(readResult(replies[each], 'pool state'), portion.length)),
    );
  }
  return results;
}
