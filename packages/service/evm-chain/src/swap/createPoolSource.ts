import { partAmounts, quoteMarkets } from '@portage/chain-kit/swap';
import { createMarket, createV2Pool, createV3Pool, type Market } from '@portage/pools';
import { PortageError, type Observed } from '@portage/core';
import type {
  SwapCall,
  SwapPart,
  SwapPool,
  SwapQuote,
  SwapSource,
  SwapTerms,
} from '@portage/core/chain';
import { addressWord, uintWord } from '@portage/evm/abi';
import type { PoolFollower } from './createPoolFollower.js';
import { encodeV2 } from './encodeV2.js';
import { encodeV3 } from './encodeV3.js';
import { poolSelectors } from '@portage/evm/abi';
import type { PoolState } from './poolState.js';
import { withDeadline } from './withDeadline.js';

/** Venue and pools of one swap source. */
export interface PoolSourceOptions {
  readonly id: string;
  readonly kind: PoolState['kind'];
  /** The router that carries its paths out. */
  readonly router: string;
  /** Pools of this source, canonical. */
  readonly pools: readonly string[];
  readonly follower: PoolFollower;
}

/** Placeholder of `SwapRouter02` for its caller. */
const caller = '0x0000000000000000000000000000000000000001';
/** Placeholder of `SwapRouter02` for itself. */
const placeholderRouter = '0x0000000000000000000000000000000000000002';

/** A source over followed V2 or V3 pools, carried out by Uniswap's `SwapRouter02`. */
export function createPoolSource({
  id,
  kind,
  router,
  pools: addresses,
  follower,
}: PoolSourceOptions): SwapSource {
  let known:
    | {
        readonly states: ReadonlyMap<string, PoolState>;
        readonly pools: readonly SwapPool[];
        readonly market: Market;
      }
    | undefined;
  const prepared = new Map<string, { readonly state: PoolState; readonly pool: SwapPool }>();
  const prepare = (address: string): SwapPool | undefined => {
    const state = follower.latest().value.get(address);
    if (state === undefined || !isOpen(state)) return undefined;
    const before = prepared.get(address);
    if (before?.state === state) return before.pool;
    const pool = poolOf(state);
    prepared.set(address, { state, pool });
    return pool;
  };
  const current = (): Observed<{
    readonly pools: readonly SwapPool[];
    readonly market: Market;
  }> => {
    const { value: states, observedAt } = follower.latest();
    if (known?.states !== states) {
      const pools = addresses.flatMap((address) => prepare(address) ?? []);
      known = { states, pools, market: createMarket(id, pools) };
    }
    return { value: known, observedAt };
  };
  return {
    id,
    pools: () => ({ value: current().value.pools, observedAt: current().observedAt }),
    quote: (request) => {
      const { value, observedAt } = current();
      const found = quoteMarkets([value.market], request);
      return found === undefined ? undefined : { value: found, observedAt };
    },
    build: (quote, terms) =>
      quote.parts
        .filter(({ source }) => source === id)
        .map((part) =>
          buildPart(quote, part, { kind, router, terms, states: follower.latest().value }),
        ),
  };
}

function isOpen(state: PoolState): boolean {
  return state.kind === 'uniswap-v2'
    ? state.reserves[0] > 0n && state.reserves[1] > 0n
    : state.sqrtPriceX96 > 0n;
}

function poolOf(state: PoolState): SwapPool {
  return state.kind === 'uniswap-v2'
    ? createV2Pool({ ...state, id: state.address })
    : createV3Pool({ ...state, id: state.address });
}

interface BuildContext {
  readonly kind: PoolState['kind'];
  readonly router: string;
  readonly terms: SwapTerms;
  readonly states: ReadonlyMap<string, PoolState>;
}

function buildPart(
  quote: SwapQuote,
  part: SwapPart,
  { kind, router, terms, states }: BuildContext,
): SwapCall {
  const { type } = quote;
  const isInput = type === 'EXACT_INPUT';
  const { amount, limit } = partAmounts(quote, part, terms);
  const call = {
    type,
    amount,
    limit,
    recipient: terms.toNative === true ? placeholderRouter : (terms.recipient ?? caller),
  };
  const swap =
    kind === 'uniswap-v2'
      ? encodeV2([quote.tokenIn, ...part.hops.map(({ tokenOut }) => tokenOut)], call)
      : encodeV3(
          part.hops.map((hop) => ({ ...hop, feePips: feeOf(states, hop.pool) })),
          call,
        );
  const most = isInput ? part.amountIn : limit;
  // The router wraps what it is sent, as much as the swap takes, and hands the rest back when
  // asked.
  const after = [
    ...(terms.toNative === true ? [unwrap(isInput ? limit : part.amountOut, terms.recipient)] : []),
    ...(terms.fromNative === true && !isInput ? [poolSelectors.refundETH] : []),
  ];
  const data = withDeadline([swap, ...after], terms.deadline);
  if (terms.fromNative === true)
    return { to: router, value: most, data, token: quote.tokenIn, allowance: 0n };
  return { to: router, value: 0n, data, token: quote.tokenIn, allowance: most };
}

/**
 * All that the router holds of wrapped currency, at least so much, to the recipient or to the
 * caller.
 */
function unwrap(minimum: bigint, recipient: string | undefined): string {
  if (recipient === undefined) return `${poolSelectors.unwrapWETH9}${uintWord(minimum)}`;
  return `${poolSelectors.unwrapWETH9To}${uintWord(minimum)}${addressWord(recipient)}`;
}

function feeOf(states: ReadonlyMap<string, PoolState>, address: string): number {
  const state = states.get(address);
  if (state?.kind !== 'uniswap-v3')
    throw new PortageError('SWAP_QUOTE_FAILED', { message: `Pool ${address} is not followed.` });
  return state.feePips;
}
