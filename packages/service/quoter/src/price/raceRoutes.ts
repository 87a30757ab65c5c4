import { bytesToHex, isPortageError, Money, PortageError, systemClock } from '@portage/core';
import type { FillIntent, Simulation } from '@portage/core/chain';
import { outputScore } from './outputScore.js';
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
 * The route that leaves most by its chain: the payments of the best candidates are simulated on top
 * of its newest block, and of those that bring the order's minimum the one that brings most after
 * gas is kept. One that no endpoint could tell about goes before those that would revert. The best
 * of all as memory has it where there is nothing to race (one candidate, no swap behind the
 * payment, an estimate of a venue, a small input, an output that is fixed) or where the chain does
 * not answer.
 *
 * @param ranked - the best first
 * @throws PortageError `NO_INTERNAL_SWAP_ROUTES_FOUND` where all would revert
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
    // Estimates of venues have no calls that could be simulated.
    racers.some(({ swaps }) => swaps.destination?.isEstimate === true) ||
    spend?.simulateFills === undefined ||
    body.tradeType !== 'EXACT_INPUT' ||
    racers.length < 2 ||
    size < least
  )
    return best;
  const orderId = bytesToHex(race.random);
  const payments = racers.map((racer) => paymentOf(racer, orderId, race.deadline));
  let outcomes: readonly Simulation[];
  try {
    outcomes = await spend.simulateFills(payments, systemClock.timeout(raceMsMax));
  } catch (error) {
    if (isPortageError(error) || (error instanceof Error && error.name === 'TimeoutError'))
      return best;
    throw error;
  }
  return winnerOf(racers, outcomes) ?? refuse(best, outcomes);
}

/** Of equal ones, the best as memory has it. Undefined where all would revert. */
function winnerOf(
  racers: readonly PricedRoute[],
  outcomes: readonly Simulation[],
): PricedRoute | undefined {
  let winner: { readonly racer: PricedRoute; readonly score: bigint } | undefined;
  for (const [index, racer] of racers.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status !== 'passes') continue;
    const score = outputScore(racer, outcome.paid ?? racer.amounts.output);
    if (winner === undefined || score > winner.score) winner = { racer, score };
  }
  return winner?.racer ?? racers.find((_, index) => outcomes[index]?.status === 'unknown');
}

function refuse({ route }: PricedRoute, outcomes: readonly Simulation[]): never {
  const { asset, chain } = route.outputCurrency;
  const reverted = outcomes.find((outcome) => outcome.status === 'reverts');
  throw new PortageError('NO_INTERNAL_SWAP_ROUTES_FOUND', {
    message: `No route to ${asset.symbol} on chain ${String(chain.id)} passes on the chain now.`,
    hint: 'Try again, or ask without useRouteRacing.',
    context: { chainId: chain.id, reason: reverted?.reason ?? 'unknown' },
  });
}

/** The payment as the solver would make it now, for no less than the order's minimum. */
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
  // A payment of nothing is none.
  const minimum = amounts.minimumOutput > 0n ? amounts.minimumOutput : 1n;
  const terms = {
    limit: minimum,
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
      minimum,
    },
  };
}
