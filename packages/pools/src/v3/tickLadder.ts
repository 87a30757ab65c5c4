import {
  amount0Down,
  amount0Up,
  amount1Down,
  amount1Up,
  priceAfterAmount0In,
  priceAfterAmount0Out,
  priceAfterAmount1In,
  priceAfterAmount1Out,
} from './amounts.js';

const pips = 1_000_000n;

/** A tick at which a trade pauses. */
export interface Tick {
  readonly index: number;
  /** Liquidity beyond the tick, in the direction of the ladder. */
  readonly liquidity: bigint;
  /** Whether liquidity changes here. Crossing such a tick costs gas. */
  readonly isInitialized: boolean;
}

/** Amounts of a whole step of a swap: from one tick to the next. */
export interface SwapStep {
  /** Input in smallest units, fee included. */
  readonly cost: bigint;
  /** Output in smallest units. */
  readonly output: bigint;
}

/** Ticks of a pool for one direction of its price, in the order in which a trade meets them. */
export interface TickLadder {
  readonly ticks: readonly Tick[];
  /** Position of the first tick that a trade meets; `ticks.length` where there is none. */
  nextTick(current: number): number;
  /** Square root price at a tick. */
  price(tick: Tick): bigint;
  /** Step from the tick at a position to the next; undefined at the last one. Computed once. */
  step(position: number): SwapStep | undefined;
  /** Step between any two prices within one liquidity. */
  stepBetween(price: bigint, target: bigint, liquidity: bigint): SwapStep;
  /** Output of an input that stays within one liquidity. */
  readonly exactInputWithinTick: (
    price: bigint,
    liquidity: bigint,
    amountIn: bigint,
  ) => bigint | undefined;
  /** Input, fee included, for an output that stays within one liquidity. */
  readonly exactOutputWithinTick: (
    price: bigint,
    liquidity: bigint,
    amountOut: bigint,
  ) => bigint | undefined;
}

/** Ticks, fee and prices of a ladder. */
export interface TickLadderOptions {
  readonly direction: 'down' | 'up';
  readonly ticks: readonly Tick[];
  readonly feePips: number;
  readonly ratioAt: (tick: number) => bigint;
}

/** Makes the ladder of one direction of a pool. */
export function createTickLadder({
  direction,
  ticks,
  feePips,
  ratioAt,
}: TickLadderOptions): TickLadder {
  const fee = BigInt(feePips);
  const afterFee = pips - fee;
  // The smallest input of which the pool counts `amount` after the fee. The pool takes just as much
  // when it trades exactly `amount`: amount + ceil(amount * fee / afterFee).
  const withFee = (amount: bigint): bigint => (amount * pips + afterFee - 1n) / afterFee;
  const curve = direction === 'down' ? falling : rising;
  const stepBetween = (price: bigint, target: bigint, liquidity: bigint): SwapStep => ({
    cost: withFee(curve.input(price, target, liquidity)),
    output: curve.output(price, target, liquidity),
  });
  const prices = new Array<bigint | undefined>(ticks.length);
  const steps = new Array<SwapStep | undefined>(ticks.length);
  const priceOf = (position: number, { index }: Tick): bigint =>
    (prices[position] ??= ratioAt(index));
  return {
    ticks,
    nextTick: (current) =>
      firstWhere(ticks.length, (position) => {
        const index = ticks[position]?.index ?? 0;
        return direction === 'down' ? index <= current : index > current;
      }),
    price: (tick) => ratioAt(tick.index),
    step: (position) => {
      const known = steps[position];
      if (known !== undefined) return known;
      const [from, to] = [ticks[position], ticks[position + 1]];
      if (from === undefined || to === undefined) return undefined;
      const computed = stepBetween(
        priceOf(position, from),
        priceOf(position + 1, to),
        from.liquidity,
      );
      steps[position] = computed;
      return computed;
    },
    stepBetween,
    exactInputWithinTick: (price, liquidity, amountIn) => {
      const next = curve.priceAfterInput(price, liquidity, (amountIn * afterFee) / pips);
      return next === undefined ? undefined : curve.output(price, next, liquidity);
    },
    exactOutputWithinTick: (price, liquidity, amountOut) => {
      const next = curve.priceAfterOutput(price, liquidity, amountOut);
      return next === undefined ? undefined : withFee(curve.input(price, next, liquidity));
    },
  };
}

interface Curve {
  readonly input: (price: bigint, next: bigint, liquidity: bigint) => bigint;
  readonly output: (price: bigint, next: bigint, liquidity: bigint) => bigint;
  readonly priceAfterInput: (
    price: bigint,
    liquidity: bigint,
    amount: bigint,
  ) => bigint | undefined;
  readonly priceAfterOutput: (
    price: bigint,
    liquidity: bigint,
    amount: bigint,
  ) => bigint | undefined;
}

const falling: Curve = {
  input: (price, next, liquidity) => amount0Up(next, price, liquidity),
  output: (price, next, liquidity) => amount1Down(next, price, liquidity),
  priceAfterInput: priceAfterAmount0In,
  priceAfterOutput: priceAfterAmount1Out,
};

const rising: Curve = {
  input: amount1Up,
  output: amount0Down,
  priceAfterInput: priceAfterAmount1In,
  priceAfterOutput: priceAfterAmount0Out,
};

/** Finds the smallest index at which a condition holds. It must hold for all later ones too. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
