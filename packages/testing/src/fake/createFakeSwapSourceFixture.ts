import type {
  SwapCall,
  SwapPart,
  SwapPool,
  SwapQuote,
  SwapRequest,
  SwapSource,
} from '@portage/core/chain';
import type { SwapCallTerms, SwapSourceFixture } from '../conformance/index.js';
import { fakeAddress } from './fakeAddress.js';
import { fakeCodec } from './fakeCodec.js';

const id = 'fake-venue';
const [tokenA, tokenB] = [fakeAddress('token a'), fakeAddress('token b')];
const router = fakeAddress('router');
/** Pools give two of B for one of A, and take this much of a token at most. */
const rate = 2n;
const poolMax = 1_000n;

/**
 * A swap source over two pools of one price, with its fixture: the shortest example of one for
 * `testSwapSource`.
 *
 * @example
 * ```ts
 * testSwapSource('fake', async () => createFakeSwapSourceFixture());
 * ```
 */
export function createFakeSwapSourceFixture(): SwapSourceFixture {
  let readAt = 1_800_000_000_000;
  const pools = [createPool('pool 1'), createPool('pool 2')];
  const source: SwapSource = {
    id,
    pools: () => ({ value: pools, observedAt: readAt }),
    quote: (request) => {
      const value = quoteSwap(pools, request);
      return value === undefined ? undefined : { value, observedAt: readAt };
    },
    build: (quote, { limit, deadline, recipient }) =>
      quote.parts
        .filter((part) => part.source === id)
        .map((part): SwapCall => {
          const terms = { ...boundsOf(part, quote, limit), deadline, recipient };
          const data = JSON.stringify(terms, (_, value: unknown) =>
            typeof value === 'bigint' ? value.toString() : value,
          );
          return { to: router, value: 0n, data, token: quote.tokenIn, allowance: terms.amountIn };
        }),
  };
  const between = { tokenIn: tokenA, tokenOut: tokenB };
  return {
    source,
    codec: fakeCodec,
    recipient: fakeAddress('recipient'),
    requests: [
      { ...between, type: 'EXACT_INPUT', amount: 700n },
      { ...between, type: 'EXACT_INPUT', amount: 1_333n },
      { ...between, type: 'EXACT_OUTPUT', amount: 2_468n },
    ],
    readAt: () => readAt,
    refresh: () => {
      readAt += 12_000;
      return Promise.resolve();
    },
    readCall: ({ data }) => readTerms(data),
    close: () => Promise.resolve(),
  };
}

function createPool(name: string): SwapPool {
  return {
    id: fakeAddress(name),
    tokens: [tokenA, tokenB],
    quoteExactInput: (tokenIn, amountIn) =>
      tokenIn === tokenA && amountIn <= poolMax ? { amount: amountIn * rate, gas: 1 } : undefined,
    quoteExactOutput: (tokenOut, amountOut) =>
      tokenOut === tokenB && amountOut <= poolMax * rate
        ? { amount: (amountOut + rate - 1n) / rate, gas: 1 }
        : undefined,
  };
}

/** Fills one pool after the other; undefined where they do not take all, or may not be used. */
function quoteSwap(pools: readonly SwapPool[], request: SwapRequest): SwapQuote | undefined {
  const { tokenIn, tokenOut, type, amount, partsMax = pools.length } = request;
  const isInput = type === 'EXACT_INPUT';
  const most = isInput ? poolMax : poolMax * rate;
  let left = amount;
  const parts: SwapPart[] = [];
  for (const pool of pools.slice(0, partsMax)) {
    const part = left < most ? left : most;
    const trade = isInput
      ? pool.quoteExactInput(tokenIn, part)
      : pool.quoteExactOutput(tokenOut, part);
    if (trade === undefined || part === 0n) continue;
    left -= part;
    const [amountIn, amountOut] = isInput ? [part, trade.amount] : [trade.amount, part];
    parts.push({ source: id, amountIn, amountOut, hops: [{ pool: pool.id, tokenIn, tokenOut }] });
  }
  if (left > 0n) return undefined;
  const amountIn = parts.reduce((sum, part) => sum + part.amountIn, 0n);
  const amountOut = parts.reduce((sum, part) => sum + part.amountOut, 0n);
  return { tokenIn, tokenOut, type, amountIn, amountOut, gas: parts.length, parts };
}

/** A part's share of the limit, rounded so that the parts together are never laxer than it. */
function boundsOf(
  part: SwapPart,
  { type, amountIn, amountOut }: SwapQuote,
  limit: bigint,
): Pick<SwapCallTerms, 'amountIn' | 'amountOut'> {
  return type === 'EXACT_INPUT'
    ? { amountIn: part.amountIn, amountOut: (part.amountOut * limit + amountOut - 1n) / amountOut }
    : { amountIn: (part.amountIn * limit) / amountIn, amountOut: part.amountOut };
}

function readTerms(data: string): SwapCallTerms {
  // The data were written by `build` above.
  const terms = JSON.parse(data) as Readonly<Record<'amountIn' | 'amountOut', string>> &
    Pick<SwapCallTerms, 'deadline'> &
    Partial<Pick<SwapCallTerms, 'recipient'>>;
  const { amountIn, amountOut, deadline, recipient } = terms;
  return { amountIn: BigInt(amountIn), amountOut: BigInt(amountOut), deadline, recipient };
}
