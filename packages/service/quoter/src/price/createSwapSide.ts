import { Money, PortageError, type PricedAsset } from '@portage/core';
import type { SwapQuote } from '@portage/core/chain';
import type { ListedCurrency } from '../route/catalog.js';
import type { SwapFilter } from '../route/readSwapFilters.js';
import { depthOf } from './depthOf.js';
import type { Market } from './market.js';
import { safeSlippageBps } from './safeSlippageBps.js';

/** One side of a route that goes through pools. Amounts are smallest units. */
export interface SwapSide {
  /** The swap of an exact input. */
  sell(amountIn: bigint): SwapQuote;
  /** The swap into an exact output. */
  buy(amountOut: bigint): SwapQuote;
  /**
   * The most that a swap of this side may tolerate, basis points, so that nobody gains by trading
   * in front of it and back; undefined where no tolerance makes that pay.
   */
  safeBps(quote: SwapQuote): bigint | undefined;
}

/** Sides of a route on which something is swapped. */
export interface SwapSides {
  readonly origin: SwapSide | undefined;
  readonly destination: SwapSide | undefined;
}

/** A currency with its price. */
export interface RatedCurrency {
  readonly currency: ListedCurrency;
  readonly rate: PricedAsset;
}

/** The two currencies of a swap, and the sources that it may use. */
export interface SwapSideOptions {
  readonly from: RatedCurrency;
  readonly to: RatedCurrency;
  readonly native: PricedAsset;
  readonly filter: SwapFilter;
  /** Whether the solver swaps, so that venues may take part. */
  readonly isSolvers: boolean;
}

/** Units of gas whose price is asked for: many, so that no rounding shows. */
const gasProbe = 1_000_000;

/**
 * The swaps between two currencies of a chain, as its pools in memory answer. They throw
 * `NO_SWAP_ROUTES_FOUND` where no way takes the amount, and `PRICE_FETCH_FAILED` where the pools
 * are too old.
 */
export function createSwapSide(
  { from, to, native, filter, isSolvers }: SwapSideOptions,
  market: Market,
): SwapSide {
  const { chain } = from.currency;
  const [tokenIn, tokenOut] = [tokenOf(from.currency), tokenOf(to.currency)];
  const priceOfGas = gasPrice(from.currency, market);
  const quote = (type: SwapQuote['type'], amount: bigint): SwapQuote => {
    // Gas is worth some of the output for an exact input, and some of the input for an exact
    // output.
    const counted = type === 'EXACT_INPUT' ? to.rate : from.rate;
    const costOfGas = (units: number): bigint =>
      Money.convertUp(Money.mulDivUp(BigInt(units), priceOfGas, BigInt(gasProbe)), native, counted);
    const found =
      amount <= 0n || tokenIn === undefined || tokenOut === undefined
        ? undefined
        : market.swap(chain, {
            tokenIn,
            tokenOut,
            type,
            amount,
            costOfGas,
            ...filter,
            ...(isSolvers ? { venues: 'estimate' } : {}),
          });
    return found ?? refuse(from.currency, to.currency);
  };
  return {
    sell: (amountIn) => quote('EXACT_INPUT', amountIn),
    buy: (amountOut) => quote('EXACT_OUTPUT', amountOut),
    safeBps: (swap) => {
      // Each part can be attacked by itself, there and back.
      const units = BigInt(Math.floor((2 * swap.gas) / swap.parts.length));
      const attackGas = Money.mulDivDown(units, priceOfGas, BigInt(gasProbe));
      const attackCost = Money.convertDown(attackGas, native, from.rate);
      return leastOf(
        swap.parts.map((part) => {
          const depth = depthOf(part, from.currency.chain.swaps);
          return depth === undefined ? undefined : safeSlippageBps({ ...depth, attackCost });
        }),
      );
    },
  };
}

/** The least of what is known; undefined where nothing bounds it. */
function leastOf(values: readonly (bigint | undefined)[]): bigint | undefined {
  return values.reduce(
    (least, value) =>
      value === undefined || (least !== undefined && least < value) ? least : value,
    undefined,
  );
}

function tokenOf({ chain, asset }: ListedCurrency): string | undefined {
  return asset.isNative ? chain.swaps?.wrapped : asset.address;
}

/**
 * Cost of {@link gasProbe} units of gas on a chain, in its native currency: what a swap of so many
 * adds to a deposit.
 */
function gasPrice({ chain }: ListedCurrency, market: Market): bigint {
  const cost = (swapGas: number): bigint =>
    market.gas(chain, { type: 'deposit', currency: chain.native.address, swapGas });
  return cost(2 * gasProbe) - cost(gasProbe);
}

function refuse(from: ListedCurrency, to: ListedCurrency): never {
  throw new PortageError('NO_SWAP_ROUTES_FOUND', {
    message: `No pools on chain ${String(from.chain.id)} swap this much ${from.asset.symbol} for ${to.asset.symbol}.`,
    hint: 'Try a smaller amount, or let more sources be used.',
    context: { chainId: from.chain.id, from: from.asset.address, to: to.asset.address },
  });
}
