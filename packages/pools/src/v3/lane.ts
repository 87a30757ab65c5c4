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
export interface Stop {
  readonly tick: number;
  /** Liquidity beyond it. */
  readonly liquidity: bigint;
  /** Whether liquidity changes here; passing it costs gas. */
  readonly isInitialized: boolean;
}

/** All that lies between two neighbouring stops. */
export interface Stretch {
  /** What goes in to trade all of it, fee included. */
  readonly cost: bigint;
  /** What comes out. */
  readonly output: bigint;
}

/** The stops of a pool for one direction of its price, in the order in which a trade meets them. */
export interface Lane {
  readonly stops: readonly Stop[];
  /** Place of the first stop that a trade meets from a tick; `stops.length` where there is none. */
  firstStop(tick: number): number;
  /** Square root price at a stop. */
  price(stop: Stop): bigint;
  /** From a stop to the next; undefined at the last one. Computed once. */
  stretch(index: number): Stretch | undefined;
  /** Between any two prices within one liquidity. */
  between(price: bigint, target: bigint, liquidity: bigint): Stretch;
  /** What comes out of an input that stays within one liquidity. */
  readonly sellWithin: (price: bigint, liquidity: bigint, amountIn: bigint) => bigint | undefined;
  /** What goes in, fee included, for an output that stays within one liquidity. */
  readonly buyWithin: (price: bigint, liquidity: bigint, amountOut: bigint) => bigint | undefined;
}

/** What a lane is made of. */
export interface LaneOptions {
  readonly direction: 'down' | 'up';
  readonly stops: readonly Stop[];
  readonly feePips: number;
  readonly ratioAt: (tick: number) => bigint;
}

/** Prepares one direction of a pool. */
export function createLane({ direction, stops, feePips, ratioAt }: LaneOptions): Lane {
  const fee = BigInt(feePips);
  const afterFee = pips - fee;
  // The smallest input of which the pool counts `amount` after the fee. It is also what the pool
  // takes when it trades exactly `amount`: amount + ceil(amount * fee / afterFee).
  const withFee = (amount: bigint): bigint => (amount * pips + afterFee - 1n) / afterFee;
  const curve = direction === 'down' ? falling : rising;
  const between = (price: bigint, target: bigint, liquidity: bigint): Stretch => ({
    cost: withFee(curve.input(price, target, liquidity)),
    output: curve.output(price, target, liquidity),
  });
  const prices = new Array<bigint | undefined>(stops.length);
  const stretches = new Array<Stretch | undefined>(stops.length);
  const priceOf = (index: number, { tick }: Stop): bigint => (prices[index] ??= ratioAt(tick));
  return {
    stops,
    firstStop: (tick) =>
      firstWhere(stops.length, (index) =>
        direction === 'down' ? (stops[index]?.tick ?? 0) <= tick : (stops[index]?.tick ?? 0) > tick,
      ),
    price: (stop) => ratioAt(stop.tick),
    stretch: (index) => {
      const known = stretches[index];
      if (known !== undefined) return known;
      const [from, to] = [stops[index], stops[index + 1]];
      if (from === undefined || to === undefined) return undefined;
      const computed = between(priceOf(index, from), priceOf(index + 1, to), from.liquidity);
      stretches[index] = computed;
      return computed;
    },
    between,
    sellWithin: (price, liquidity, amountIn) => {
      const next = curve.priceAfterInput(price, liquidity, (amountIn * afterFee) / pips);
      return next === undefined ? undefined : curve.output(price, next, liquidity);
    },
    buyWithin: (price, liquidity, amountOut) => {
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

/** The smallest index at which a condition holds that holds for all later ones too. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
