import {
  bytesToHex,
  isPortageError,
  Money,
  PortageError,
  type FillIntent,
  type KeyRight,
  type Simulation,
} from '@portage/core';
import type { PricedRoute } from './pricedRoute.js';

/** Who may let routes race. */
export interface RacingContext {
  readonly apiKeyId?: string | undefined;
  readonly rights?: readonly KeyRight[] | undefined;
}

/** Routes that race at most: each costs an endpoint a simulation. */
const racersMax = 4;
/** How long a race may take; after that the quote is made without it. */
const raceMsMax = 2_000;
/**
 * Smallest input, in USD, that races unless the request says otherwise. @see SPEC,
 * `routeRacingMinUsdSize`
 */
const usdMin = 100;

/**
 * @throws PortageError `UNAUTHORIZED` without a key, `forbiddenToken` without the right
 * @see SPEC, "Authentication"
 */
export function checkRacing(isAsked: boolean, { apiKeyId, rights = [] }: RacingContext): void {
  if (!isAsked || rights.includes('route-racing')) return;
  const message = 'Route racing needs an API key with the right "route-racing".';
  const hint = 'Leave useRouteRacing out, or ask the operator for a key with this right.';
  throw new PortageError(apiKeyId === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN', {
    message,
    hint,
    details: [{ path: 'useRouteRacing', message }],
  });
}

/**
 * The best route that its chain confirms: the payments of the best candidates are simulated on top
 * of its newest block, each with what was quoted as the least, and the best that goes through is
 * kept. The best of all as memory has it where there is nothing to race (one candidate, no swap
 * behind the payment, a small input, an output that is fixed) or where the chain does not answer.
 *
 * @param ranked - the best first
 * @param race.random - 32 bytes that no order has as its id
 * @see SPEC, `useRouteRacing`
 */
export async function raceRoutes(
  ranked: readonly [PricedRoute, ...PricedRoute[]],
  race: { readonly random: Uint8Array; readonly deadline: number },
): Promise<PricedRoute> {
  const [best] = ranked;
  const { body } = best.route.request;
  const { spend } = best.route.destination.chain;
  const least = BigInt(Math.ceil((body.routeRacingMinUsdSize ?? usdMin) * 1e6));
  const size = Money.usdDown(best.amountGiven, best.prices.given.decimals, best.prices.given.price);
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
  return racers.find((_, index) => outcomes[index]?.status === 'passes') ?? best;
}

/** The payment as the solver would make it now, for no less than was quoted. */
function paymentOf(
  { route, swaps, amountHeld, amountOut, topup }: PricedRoute,
  orderId: string,
  deadline: number,
): FillIntent {
  const { held, destination, recipient } = route;
  const quote = swaps.destination;
  const payment: FillIntent = {
    type: 'fill',
    orderId,
    currency: destination.asset.address,
    recipient,
    amount: amountOut,
    calls: route.extras.calls,
    topup: topup === 0n ? undefined : topup,
  };
  if (quote === undefined) return payment;
  const terms = {
    limit: amountOut,
    deadline,
    fromNative: held.asset.isNative,
    toNative: destination.asset.isNative,
  };
  const calls = destination.chain.swaps?.build(quote, terms) ?? [];
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
      currency: held.asset.address,
      amount: amountHeld,
      calls,
      gas: quote.gas,
      touched,
      minimum: amountOut,
    },
  };
}
