import type { Observed } from '@portage/core';
import type { SwapQuote, SwapRequest, Swaps } from '@portage/core/chain';
import { wrappedSol } from '@portage/solana/program';
import type { VenueSource } from './venue/createVenueSource.js';

/** Compute units of an account of wrapped SOL around a venue's instruction. */
const wrapUnits = 40_000;

/**
 * Swaps through pools or a venue, whichever brings more after gas; pools where both bring the same.
 * A venue takes part where the request says so, and never where a payer swaps.
 */
export function joinVenues(pooled: Swaps, venues: readonly VenueSource[]): Swaps {
  if (venues.length === 0) return pooled;
  return {
    ...pooled,
    sources: [...pooled.sources, ...venues],
    ask: (request, caller) => {
      const asked = venues.flatMap((venue) => venue.ask(request, caller) ?? []);
      const awaited = asked.filter((each) => each !== 'full');
      if (awaited.length > 0) return Promise.all(awaited).then(() => undefined);
      return asked.length > 0 ? 'full' : undefined;
    },
    quote: (request) =>
      [pooled.quote(request), ...venues.map((venue) => quoteVenue(venue, request))].reduce(
        (best, found) =>
          best === undefined ||
          (found !== undefined && scoreOf(found, request) > scoreOf(best, request))
            ? found
            : best,
        undefined,
      ),
    build: (quote, terms) => [
      ...pooled.build(quote, terms),
      ...venues.flatMap((venue) => venue.build(quote, terms)),
    ],
  };
}

function quoteVenue(venue: VenueSource, request: SwapRequest): Observed<SwapQuote> | undefined {
  if (request.tokenIn === request.tokenOut) return undefined;
  const found = venue.quote(request);
  if (found === undefined || ![request.tokenIn, request.tokenOut].includes(wrappedSol))
    return found;
  return { ...found, value: { ...found.value, gas: found.value.gas + wrapUnits } };
}

/** Output after gas; venues take part in swaps of an exact input alone. */
function scoreOf({ value: { amountOut, gas } }: Observed<SwapQuote>, request: SwapRequest): bigint {
  return amountOut - (request.costOfGas?.(gas) ?? 0n);
}
