import type { InitializedTick } from '../src/v3/createTicks.js';
import {
  amount0Down,
  amount0Up,
  amount1Down,
  amount1Up,
  priceAfterAmount0In,
  priceAfterAmount0Out,
  priceAfterAmount1In,
  priceAfterAmount1Out,
} from '../src/v3/amounts.js';
import {
  sqrtRatioHighest,
  sqrtRatioLowest,
  sqrtRatioAtTick,
  tickMax,
} from '../src/v3/sqrtRatioAtTick.js';

/** State of a V3 pool, with nothing prepared. */
export interface PlainPool {
  readonly sqrtPriceX96: bigint;
  readonly tick: number;
  readonly liquidity: bigint;
  readonly tickSpacing: number;
  readonly feePips: number;
  readonly ticks: readonly InitializedTick[];
}

/** A trade: positive is an exact input, negative an exact output. */
export interface PlainTrade {
  readonly isToken0In: boolean;
  readonly amount: bigint;
}

interface Step {
  readonly next: bigint;
  readonly input: bigint;
  readonly output: bigint;
  readonly fee: bigint;
}

/**
 * Trades step by step, as the whitepaper describes it. The tests compare {@link createV3Pool} with
 * this slow implementation.
 *
 * @returns the other amount, or undefined where the pool runs out
 */
export function plainSwap(pool: PlainPool, { isToken0In, amount }: PlainTrade): bigint | undefined {
  const isExactInput = amount > 0n;
  let { sqrtPriceX96: price, tick, liquidity } = pool;
  let left = amount > 0n ? amount : -amount;
  let total = 0n;
  const limit = isToken0In ? sqrtRatioLowest : sqrtRatioHighest;
  while (left > 0n && price !== limit) {
    const stop = nextTick(pool, tick, isToken0In);
    const ratio = sqrtRatioAtTick(stop);
    const target = (isToken0In ? ratio < limit : ratio > limit) ? limit : ratio;
    const step = isExactInput
      ? stepIn({ price, target, liquidity, isToken0In, feePips: pool.feePips, amount: left })
      : stepOut({ price, target, liquidity, isToken0In, feePips: pool.feePips, amount: left });
    if (step === undefined) return undefined;
    left -= isExactInput ? step.input + step.fee : step.output;
    total += isExactInput ? step.output : step.input + step.fee;
    price = step.next;
    if (price === ratio) {
      const net = pool.ticks.find((each) => each.tick === stop)?.liquidityNet ?? 0n;
      liquidity += isToken0In ? -net : net;
      tick = isToken0In ? stop - 1 : stop;
    }
  }
  return left > 0n ? undefined : total;
}

/**
 * Next initialized tick in the current word of the bitmap, or else the last tick of the word.
 */
function nextTick({ ticks, tickSpacing }: PlainPool, tick: number, isDown: boolean): number {
  const place = Math.floor(tick / tickSpacing) + (isDown ? 0 : 1);
  const word = Math.floor(place / 256);
  const edge = (isDown ? word * 256 : word * 256 + 255) * tickSpacing;
  const known = ticks.map((each) => each.tick);
  const found = isDown
    ? known.filter((each) => each <= place * tickSpacing && each >= edge).at(-1)
    : known.find((each) => each >= place * tickSpacing && each <= edge);
  return Math.max(-tickMax, Math.min(tickMax, found ?? edge));
}

interface StepOptions {
  readonly price: bigint;
  readonly target: bigint;
  readonly liquidity: bigint;
  readonly isToken0In: boolean;
  readonly feePips: number;
  readonly amount: bigint;
}

function stepIn({
  price,
  target,
  liquidity,
  isToken0In,
  feePips,
  amount,
}: StepOptions): Step | undefined {
  const counted = (amount * BigInt(1_000_000 - feePips)) / 1_000_000n;
  const needed = inputBetween(price, target, liquidity, isToken0In);
  const isWhole = counted >= needed;
  const next = isWhole
    ? target
    : isToken0In
      ? priceAfterAmount0In(price, liquidity, counted)
      : priceAfterAmount1In(price, liquidity, counted);
  if (next === undefined) return undefined;
  const input = isWhole ? needed : inputBetween(price, next, liquidity, isToken0In);
  const fee = isWhole ? feeOn(input, feePips) : amount - input;
  return { next, input, fee, output: outputBetween(price, next, liquidity, isToken0In) };
}

function stepOut({
  price,
  target,
  liquidity,
  isToken0In,
  feePips,
  amount,
}: StepOptions): Step | undefined {
  const available = outputBetween(price, target, liquidity, isToken0In);
  const isWhole = amount >= available;
  const next = isWhole
    ? target
    : isToken0In
      ? priceAfterAmount1Out(price, liquidity, amount)
      : priceAfterAmount0Out(price, liquidity, amount);
  if (next === undefined) return undefined;
  const output = outputBetween(price, next, liquidity, isToken0In);
  const input = inputBetween(price, next, liquidity, isToken0In);
  return { next, input, fee: feeOn(input, feePips), output: output > amount ? amount : output };
}

function inputBetween(price: bigint, next: bigint, liquidity: bigint, isToken0In: boolean): bigint {
  return isToken0In ? amount0Up(next, price, liquidity) : amount1Up(price, next, liquidity);
}

function outputBetween(
  price: bigint,
  next: bigint,
  liquidity: bigint,
  isToken0In: boolean,
): bigint {
  return isToken0In ? amount1Down(next, price, liquidity) : amount0Down(price, next, liquidity);
}

function feeOn(input: bigint, feePips: number): bigint {
  const rest = BigInt(1_000_000 - feePips);
  return (input * BigInt(feePips) + rest - 1n) / rest;
}
