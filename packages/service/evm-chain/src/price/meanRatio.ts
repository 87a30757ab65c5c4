import { sqrtRatioAtTick } from '@portage/pools';
import { readResult, type RpcReply, type RpcRequest } from '@portage/chain-kit';
import { poolSelectors, readInt, readUint, uintWord } from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';
import { sqrtRatio, type Ratio } from './poolPrice.js';

/** A block, as averages need it. */
export interface Moment {
  readonly height: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}

/** The time-weighted ratio of one pool. */
export interface MeanRatio {
  requests(moment: Moment): readonly RpcRequest[];
  /**
   * The mean over the window that ends at the moment; undefined where the pool or our memory does
   * not reach back so far.
   */
  read(replies: readonly RpcReply[], moment: Moment): Ratio | undefined;
}

/**
 * The mean of a V3 pool, out of the memory of the pool itself: its geometric mean, rounded down to
 * a tick.
 */
export function createV3Mean(pool: string, windowSeconds: number): MeanRatio {
  const data = `${poolSelectors.observe}${uintWord(32n)}${uintWord(2n)}${uintWord(BigInt(windowSeconds))}${uintWord(0n)}`;
  return {
    requests: ({ hash }) => [
      { method: 'eth_call', params: [{ to: pool, data }, { blockHash: hash }] },
    ],
    read: ([reply]) => {
      // A pool that does not remember the beginning of the window refuses.
      if (reply?.ok === false) return undefined;
      // Two lists, whose offsets come first; the first holds the sums of ticks then and now, which
      // wrap at 56 bits.
      const words = readWords(readResult(reply, 'observe'), 5, 'observe');
      const passed = BigInt.asIntN(56, readInt(words, 4) - readInt(words, 3));
      return sqrtRatio(sqrtRatioAtTick(Number(floorDivide(passed, BigInt(windowSeconds)))));
    },
  };
}

interface Sample {
  readonly height: number;
  readonly time: number;
  readonly sum: bigint;
}

/** The least seconds between two samples: a window holds at most so many. */
const samplesMax = 256;

/** Window and side of a V2 mean. */
export interface V2MeanOptions {
  readonly windowSeconds: number;
  /** Whether the priced token is the first of the pool. */
  readonly isToken0: boolean;
}

/**
 * The mean of a V2 pool: the pool keeps a running sum of prices, and we remember what it was. Until
 * the memory reaches back a whole window there is no mean.
 */
export function createV2Mean(pool: string, { windowSeconds, isToken0 }: V2MeanOptions): MeanRatio {
  let samples: readonly Sample[] = [];
  const call = (data: string, hash: string): RpcRequest => ({
    method: 'eth_call',
    params: [{ to: pool, data }, { blockHash: hash }],
  });
  const cumulative = isToken0
    ? poolSelectors.price0CumulativeLast
    : poolSelectors.price1CumulativeLast;
  return {
    requests: ({ hash }) => [call(poolSelectors.getReserves, hash), call(cumulative, hash)],
    read: ([reserves, sums], { height, time }) => {
      const words = readWords(readResult(reserves, 'getReserves'), 3, 'getReserves');
      const [own, other] = isToken0
        ? [readUint(words, 0), readUint(words, 1)]
        : [readUint(words, 1), readUint(words, 0)];
      if (own === 0n || other === 0n) return undefined;
      // The sum was brought forward with the last trade of a block; since then the price was that
      // of the reserves.
      const quiet = BigInt.asUintN(32, BigInt(time) - readUint(words, 2));
      const sum = BigInt.asUintN(
        256,
        readUint(readWords(readResult(sums, 'priceCumulativeLast'), 1, 'priceCumulativeLast'), 0) +
          ((other << 112n) / own) * quiet,
      );
      // What a reorg took back was never so.
      const standing = samples.filter((sample) => sample.height < height && sample.time < time);
      const begin = standing.findLast((sample) => sample.time <= time - windowSeconds);
      const last = standing.at(-1);
      const isDue = last === undefined || time - last.time >= windowSeconds / samplesMax;
      samples = [
        ...standing.filter((sample) => begin === undefined || sample.time >= begin.time),
        ...(isDue ? [{ height, time, sum }] : []),
      ];
      if (begin === undefined) return undefined;
      const mean = {
        numerator: BigInt.asUintN(256, sum - begin.sum) / BigInt(time - begin.time),
        denominator: 1n << 112n,
      };
      return isToken0 ? mean : { numerator: mean.denominator, denominator: mean.numerator };
    },
  };
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}
