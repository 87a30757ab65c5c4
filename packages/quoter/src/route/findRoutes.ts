import { PortageError, type QuoteRequest } from '@portage/core';
import type { Catalog, Place } from './catalog.js';
import { findRoute, type Route } from './findRoute.js';

/**
 * The ways on which a request can be served: one for a swap that the payer makes alone, and one
 * without swaps where the solver trades what is given and what is wanted, else one for each pair of
 * currencies that it trades, into and out of which swaps may lead. Pure.
 *
 * @throws PortageError as {@link findRoute}, and `UNSUPPORTED_CURRENCY` where a currency would have
 *   to be swapped and cannot
 */
export function findRoutes(request: QuoteRequest, catalog: Catalog): readonly [Route, ...Route[]] {
  const direct = findRoute(request, catalog);
  const { given, destination } = direct;
  // What comes out of the payer's own swap is what the recipient gets.
  if (direct.isSelfExecuted) return [{ ...direct, origin: destination, held: destination }];
  if (given.asset.supportsBridging && destination.asset.supportsBridging) return [direct];
  const { bridgeable: payable } = catalog.byId(given.chain.id);
  const { bridgeable: holdable } = catalog.byId(destination.chain.id);
  const origins = given.asset.supportsBridging
    ? [given]
    : swappable(given, payable, 'originCurrency', canSwapBefore(direct));
  const helds = destination.asset.supportsBridging
    ? [destination]
    : swappable(destination, holdable, 'destinationCurrency', true);
  const [first, ...others] = origins.flatMap((origin) =>
    helds.map((held): Route => ({ ...direct, origin, held })),
  );
  if (first === undefined)
    throw new PortageError('UNSUPPORTED_ROUTE', {
      message: 'The solver trades nothing that could be swapped for these currencies.',
    });
  return [first, ...others];
}

function canSwapBefore({ request: { body }, deposits }: Route): boolean {
  if (body.disableOriginSwaps === true) {
    const message =
      'The origin currency would have to be swapped, which disableOriginSwaps rules out.';
    throw new PortageError('UNSUPPORTED_ROUTE', {
      message,
      hint: 'Leave disableOriginSwaps out, or pay in a currency that is bridged.',
      details: [{ path: 'disableOriginSwaps', message }],
    });
  }
  return deposits.takesSwaps === true;
}

/** What a currency can be swapped for, or from: whatever the solver trades and pools know. */
function swappable(
  { chain, asset }: Place,
  places: readonly Place[],
  path: 'originCurrency' | 'destinationCurrency',
  isPossible: boolean,
): readonly Place[] {
  const { swaps } = chain;
  if (swaps === undefined || !isPossible) {
    const message = `${asset.symbol} cannot be bridged, and swaps are not offered on chain ${String(chain.id)}.`;
    throw new PortageError('UNSUPPORTED_CURRENCY', { message, details: [{ path, message }] });
  }
  return places.filter((place) => !place.asset.isNative || swaps.wrapped !== undefined);
}
