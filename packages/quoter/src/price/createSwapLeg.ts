import { Money, PortageError, type Side, type SwapQuote } from '@portage/core';
import type { Place } from '../route/catalog.js';
import type { SwapFilter } from '../route/readSwapFilters.js';
import { readFresh } from './readFresh.js';
import type { Market } from './market.js';

/** One side of a route that goes through pools. Amounts are smallest units. */
export interface SwapLeg {
  /** What an exact input gives. */
  sell(amountIn: bigint): SwapQuote;
  /** What an exact output costs. */
  buy(amountOut: bigint): SwapQuote;
}

/** A currency with its price. */
export interface PricedPlace {
  readonly place: Place;
  readonly side: Side;
}

/** From what to what, and with which sources. */
export interface LegOptions {
  readonly from: PricedPlace;
  readonly to: PricedPlace;
  readonly native: Side;
  readonly filter: SwapFilter;
}

/** Units of gas whose price is asked for: many, so that no rounding shows. */
const gasProbe = 1_000_000;

/**
 * The swaps between two currencies of a chain, as its pools in memory answer; undefined where
 * nothing is to be swapped. They throw `NO_SWAP_ROUTES_FOUND` where no way takes the amount, and
 * `PRICE_FETCH_FAILED` where the pools are too old.
 */
export function createSwapLeg(
  { from, to, native, filter }: LegOptions,
  market: Market,
): SwapLeg | undefined {
  if (from.place === to.place) return undefined;
  const { chain } = from.place;
  const [tokenIn, tokenOut] = [tokenOf(from.place), tokenOf(to.place)];
  const priceOfGas = gasPrice(from.place, market);
  const quote = (type: SwapQuote['type'], amount: bigint): SwapQuote => {
    // Gas is worth some of the output for an exact input, and some of the input for an exact
    // output.
    const counted = type === 'EXACT_INPUT' ? to.side : from.side;
    const costOfGas = (units: number): bigint =>
      Money.convertUp(Money.mulDivUp(BigInt(units), priceOfGas, BigInt(gasProbe)), native, counted);
    const found =
      amount <= 0n || tokenIn === undefined || tokenOut === undefined
        ? undefined
        : chain.swaps?.quote({ tokenIn, tokenOut, type, amount, costOfGas, ...filter });
    if (found === undefined) return refuse(from.place, to.place);
    return readFresh(found, {
      what: `state of the pools on chain ${String(chain.id)}`,
      now: market.now,
      maxAgeMs: market.policy.maxAgeMs.tip,
    });
  };
  return {
    sell: (amountIn) => quote('EXACT_INPUT', amountIn),
    buy: (amountOut) => quote('EXACT_OUTPUT', amountOut),
  };
}

function tokenOf({ chain, asset }: Place): string | undefined {
  return asset.isNative ? chain.swaps?.wrapped : asset.address;
}

/**
 * What {@link gasProbe} units of gas cost on a chain, in its native currency: what a swap of so
 * many adds to a deposit.
 */
function gasPrice({ chain }: Place, { policy, now }: Market): bigint {
  const freshness = {
    what: `gas price of chain ${String(chain.id)}`,
    now,
    maxAgeMs: policy.maxAgeMs.gas,
  };
  const cost = (swapGas: number): bigint =>
    readFresh(
      chain.gas.estimate({ type: 'deposit', currency: chain.native.address, swapGas }),
      freshness,
    );
  return cost(2 * gasProbe) - cost(gasProbe);
}

function refuse(from: Place, to: Place): never {
  throw new PortageError('NO_SWAP_ROUTES_FOUND', {
    message: `No pools on chain ${String(from.chain.id)} swap this much ${from.asset.symbol} for ${to.asset.symbol}.`,
    hint: 'Try a smaller amount, or let more sources be used.',
    context: { chainId: from.chain.id, from: from.asset.address, to: to.asset.address },
  });
}
