import { bytesToHex, isPortageError, Money } from '@portage/core';
import type { FillIntent, Simulation } from '@portage/core/chain';
import type { PricedRoute } from './pricedRoute.js';

/** Routes that race at most: each costs an endpoint a simulation. */
const racersMax = 4;
/** Longest time of a race; after that the quote is made without it. */
const raceMsMax = 2_000;
/**
 * Smallest input that races by default, USD.
 * @see docs/spec/quote.md#routeRacingMinUsdSize
 */
const usdMin = 100;

/** A race of routes. */
export interface Race {
  /** 32 bytes that no order has as its id. */
  readonly random: Uint8Array;
  /** Unix seconds after which nothing would be paid. */
  readonly deadline: number;
}

/**
 * The best route that its chain confirms: the payments of the best candidates are simulated on top
 * of its newest block, each with what was quoted as the least, and the best that goes through is
 * kept. The best of all as memory has it where there is nothing to race (one candidate, no swap
 * behind the payment, a small input, an output that is fixed) or where the chain does not answer;
 * one that no endpoint could tell about goes before those that would revert.
 *
 * @param ranked - the best first
 * @see docs/spec/quote.md#useRouteRacing
 */
export async function raceRoutes(
  ranked: readonly [PricedRoute, ...PricedRoute[]],
  race: Race,
): Promise<PricedRoute> {
  const [best] = ranked;
  const { body } = best.route.request;
  const { spend } = best.route.outputCurrency.chain;
  const least = BigInt(Math.ceil((body.routeRacingMinUsdSize ?? usdMin) * 1e6));
  const size = Money.usdDown(best.amounts.input, best.rates.input.decimals, best.rates.input.price);
  const racers = ranked.filter(({ swaps }) => swaps.destination !== undefined).slice(0, racersMax);
  if (
    spend?.simulate === undefined ||
    body.tradeType !== 'EXACT_INPUT' ||
    racers.length < 2 ||
    size < least
  )
    return best;
  const orderId = bytesToHex(race.random);
  let outcomes: readonly Simulation[];
  try {
    outcomes = await spend.simulate(
      racers.map((racer) => paymentOf(racer, orderId, race.deadline)),
      AbortSignal.timeout(raceMsMax),
    );
  } catch (error) {
    if (isPortageError(error) || (error instanceof Error && error.name === 'TimeoutError'))
      return best;
    throw error;
  }
  const first = (status: Simulation['status']): PricedRoute | undefined =>
    racers.find((_, index) => outcomes[index]?.status === status);
  return first('passes') ?? first('unknown') ?? best;
}

/** The payment as the solver would make it now, for no less than was quoted. */
function paymentOf(
  { route, swaps, amounts, topup }: PricedRoute,
  orderId: string,
  deadline: number,
): FillIntent {
  const { inventoryCurrency, outputCurrency, accounts } = route;
  const quote = swaps.destination;
  const payment: FillIntent = {
    type: 'fill',
    orderId,
    currency: outputCurrency.asset.address,
    recipient: accounts.recipient,
    amount: amounts.output,
    calls: route.extras.calls,
    topup: topup === 0n ? undefined : topup,
  };
  if (quote === undefined) return payment;
  const terms = {
    limit: amounts.output,
    deadline,
    fromNative: inventoryCurrency.asset.isNative,
    toNative: outputCurrency.asset.isNative,
  };
  const calls = outputCurrency.chain.swaps?.build(quote, terms) ?? [];
  const touched = [
    ...new Set([
      quote.tokenIn,
      quote.tokenOut,
      ...quote.parts.flatMap(({ hops }) => hops.map((hop) => hop.tokenOut)),
    ]),
  ];
  return {
    ...payment,
    swap: {
      currency: inventoryCurrency.asset.address,
      amount: amounts.inventory,
      calls,
      gas: quote.gas,
      touched,
      minimum: amounts.output,
    },
  };
}
