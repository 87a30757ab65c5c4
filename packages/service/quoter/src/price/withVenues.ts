import { isPortageError } from '@portage/core';
import { sleep } from '@portage/core/executor';
import type { Market } from './market.js';

/** Pricings after the first at most: amounts hang on the gas of the swaps that were found. */
const roundsMax = 2;

/**
 * A price, once the venues that were asked on the way have answered. All of them together have
 * `venueWaitMs`; what has not come by then does not take part, and nothing else is waited for.
 *
 * @throws PortageError as the pricing does, at last
 */
export async function withVenues<T>(
  market: Pick<Market, 'awaited' | 'policy'>,
  price: () => T,
): Promise<T> {
  const first = attempt(price);
  const asked = market.awaited();
  // Most quotes ask no venue, and pay for no limit of time.
  if (asked === undefined) return first();
  const stop = new AbortController();
  const expiry = sleep(market.policy.venueWaitMs, stop.signal).then(
    () => 'over' as const,
    () => 'over' as const,
  );
  try {
    let outcome = first;
    let awaited: Promise<unknown> | undefined = asked;
    for (let round = 0; ; round += 1) {
      if (awaited === undefined || round === roundsMax) return outcome();
      // Answers in time count even where another one is late: the route is priced once more.
      if ((await Promise.race([awaited, expiry])) === 'over') round = roundsMax - 1;
      [outcome, awaited] = [attempt(price), market.awaited()];
    }
  } finally {
    stop.abort();
  }
}

/** The result of a pricing, to be taken or thrown away. */
function attempt<T>(price: () => T): () => T {
  try {
    const value = price();
    return () => value;
  } catch (error) {
    if (!isPortageError(error)) throw error;
    return () => {
      throw error;
    };
  }
}
