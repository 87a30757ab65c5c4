import { requestFault, type QuoteRequest } from '@portage/core';
import { findPaymentMethod } from '../payment/findPaymentMethod.js';
import type { PaymentMethod } from '../payment/paymentMethod.js';
import { createPlainSend } from '../payment/plainSend.js';
import { createSelfSwap } from '../payment/selfSwap.js';
import type { CheckedRequest } from '../request/readRequest.js';
import type { Catalog, ListedCurrency } from './catalog.js';
import { findEnds, type RouteEnds } from './findEnds.js';
import type { Route, RouteCurrencies } from './route.js';

/** One of the routes of a request, all of them with the same ends. */
type Pair = Pick<RouteCurrencies, 'depositCurrency' | 'inventoryCurrency'>;

/**
 * The routes on which a request can be served: one for a swap or a transfer that the payer makes
 * alone, and one without swaps where the solver trades what is given and what is wanted, else one
 * for each pair of currencies that it trades, into and out of which swaps may lead. Pure.
 *
 * @throws PortageError as `findEnds` and `findPaymentMethod`, and `UNSUPPORTED_CURRENCY` where a
 *   currency would have to be swapped and cannot
 */
export function findRoutes(
  request: CheckedRequest,
  catalog: Catalog,
): readonly [Route, ...Route[]] {
  const ends = findEnds(request, catalog);
  const [first, ...others] = findPairs(ends, catalog);
  if (first === undefined)
    throw requestFault('destinationCurrency', 'is reached by no swap', {
      code: 'UNSUPPORTED_ROUTE',
      message: 'The solver trades nothing that could be swapped for these currencies.',
    });
  const payment = paymentOf(ends);
  return [makeRoute(ends, first, payment), ...others.map((pair) => makeRoute(ends, pair, payment))];
}

function makeRoute(
  ends: RouteEnds,
  { depositCurrency, inventoryCurrency }: Pair,
  payment: PaymentMethod,
): Route {
  const { request, inputCurrency, outputCurrency, nativeCurrencies } = ends;
  const { accounts, appFees, extras, filters } = ends;
  return {
    request,
    inputCurrency,
    depositCurrency,
    inventoryCurrency,
    outputCurrency,
    nativeCurrencies,
    payment,
    accounts,
    appFees,
    extras,
    filters,
  };
}

function paymentOf({
  request,
  inputCurrency,
  outputCurrency,
  deposits,
  accounts,
  isAlone,
}: RouteEnds): PaymentMethod {
  const { chain, asset } = inputCurrency;
  const publicKey = request.body.additionalData?.userPublicKey;
  const side = { chain, asset, deposits, payer: accounts.payer, publicKey };
  if (!isAlone) return findPaymentMethod(request, side);
  return inputCurrency === outputCurrency && deposits.sends !== undefined
    ? createPlainSend(side, deposits.sends, accounts.recipient)
    : createSelfSwap(side);
}

function findPairs(ends: RouteEnds, catalog: Catalog): readonly Pair[] {
  const { inputCurrency: input, outputCurrency: output } = ends;
  // What comes out of the payer's own swap is what the recipient gets.
  if (ends.isAlone) return [{ depositCurrency: output, inventoryCurrency: output }];
  if (input.asset.supportsBridging && output.asset.supportsBridging)
    return [{ depositCurrency: input, inventoryCurrency: output }];
  if (!input.asset.supportsBridging) checkOriginSwaps(ends.request);
  const tradedOn = ({ chain }: ListedCurrency): readonly ListedCurrency[] =>
    catalog.byId(chain.id).bridgeable.filter((each) => !catalog.isRestricted(each));
  const deposited = input.asset.supportsBridging
    ? [input]
    : swappable(input, tradedOn(input), {
        path: 'originCurrency',
        isPossible: ends.deposits.takesSwaps === true,
      });
  const spent = output.asset.supportsBridging
    ? [output]
    : swappable(output, tradedOn(output), { path: 'destinationCurrency', isPossible: true });
  return deposited.flatMap((depositCurrency) =>
    spent.map((inventoryCurrency): Pair => ({ depositCurrency, inventoryCurrency })),
  );
}

/** @throws PortageError `UNSUPPORTED_ROUTE` where the request rules swaps before the deposit out */
function checkOriginSwaps({ body }: QuoteRequest): void {
  if (body.disableOriginSwaps !== true) return;
  const message =
    'The origin currency would have to be swapped, which disableOriginSwaps rules out.';
  throw requestFault('disableOriginSwaps', message, {
    code: 'UNSUPPORTED_ROUTE',
    message,
    hint: 'Leave disableOriginSwaps out, or pay in a currency that is bridged.',
  });
}

/** Place of a currency in the request, and whether payments swap there. */
interface SwapPlace {
  readonly path: 'originCurrency' | 'destinationCurrency';
  readonly isPossible: boolean;
}

/** Currencies that one can be swapped for, or from: those that the solver trades and pools know. */
function swappable(
  { chain, asset }: ListedCurrency,
  traded: readonly ListedCurrency[],
  { path, isPossible }: SwapPlace,
): readonly ListedCurrency[] {
  const { swaps } = chain;
  if (swaps === undefined || !isPossible) {
    const message = `${asset.symbol} cannot be bridged, and swaps are not offered on chain ${String(chain.id)}.`;
    throw requestFault(path, message, { code: 'UNSUPPORTED_CURRENCY', message });
  }
  return traded.filter((each) => !each.asset.isNative || swaps.wrapped !== undefined);
}
