import type { AppFeeTerms } from '@portage/fees';
import {
  PortageError,
  isPortageError,
  type Chain,
  type Deposits,
  type QuoteRequest,
} from '@portage/core';
import { atPath } from './atPath.js';
import { canPayAlone } from './canPayAlone.js';
import type { Catalog, CatalogChain, Place } from './catalog.js';
import { readExtras, type Extras } from './readExtras.js';
import { readSwapFilters, type SwapFilters } from './readSwapFilters.js';

/**
 * A request whose names have been looked up: from where to where, and for whom. Accounts are
 * canonical.
 */
export interface Route {
  readonly request: QuoteRequest;
  /** What the payer gives. */
  readonly given: Place;
  /** What enters the depository: what is given, or what it is swapped for on the way. */
  readonly origin: Place;
  /** What the solver spends: what the recipient gets, or what it is swapped from. */
  readonly held: Place;
  /** What the recipient gets. */
  readonly destination: Place;
  /** The payer makes a swap within the chain alone: there is no order, and nobody fills it. */
  readonly isSelfExecuted: boolean;
  /** Which sources swaps may use. */
  readonly filters: SwapFilters;
  readonly originNative: Place;
  readonly destinationNative: Place;
  readonly deposits: Deposits;
  readonly payer: string;
  /** Who pays the fees of the deposit in the payer's place. */
  readonly feePayer: string | undefined;
  readonly recipient: string;
  /**
   * Who is paid back on the origin chain: `refundTo`, else the recipient, else the payer (SPEC).
   */
  readonly refundOnOrigin: string;
  /** Who is paid back on the destination chain. */
  readonly refundOnDestination: string;
  /** Fees of apps, with their accounts on the solver's chain. */
  readonly appFees: readonly AppFeeTerms[];
  /** What is done beside the payment. */
  readonly extras: Extras;
}

/**
 * Looks up the chains, currencies and accounts of a request. The route is the one without swaps.
 * Pure.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `UNSUPPORTED_CHAIN`, `CHAIN_DISABLED`,
 *   `UNSUPPORTED_ROUTE`, `INVALID_ADDRESS`, `INVALID_RECIPIENT`, `INVALID_INPUT_CURRENCY`,
 *   `INVALID_OUTPUT_CURRENCY`, `UNSUPPORTED_CURRENCY`, `UNSUPPORTED_FEATURE`
 */
export function findRoute(request: QuoteRequest, catalog: Catalog): Route {
  const { body } = request;
  if (request.amount === 0n)
    throw new PortageError('AMOUNT_TOO_LOW', {
      message: 'The amount is zero.',
      details: [{ path: 'amount', message: 'is zero' }],
    });
  const from = findChain(catalog, 'originChainId', body.originChainId);
  const to = findChain(catalog, 'destinationChainId', body.destinationChainId);
  const { payer, recipient, refundOnOrigin, refundOnDestination } = readAccounts(request, from, to);
  const origin = findPlace(from, 'originCurrency', body.originCurrency);
  const destination = findPlace(to, 'destinationCurrency', body.destinationCurrency);
  if (origin === destination) {
    throw new PortageError('UNSUPPORTED_ROUTE', {
      message: 'Origin and destination are the same currency on the same chain.',
      hint: 'Choose another destinationChainId or destinationCurrency.',
      details: [{ path: 'destinationCurrency', message: 'is the origin currency' }],
    });
  }
  const deposits = from.chain.deposit;
  if (deposits === undefined)
    throw new PortageError('UNSUPPORTED_ROUTE', {
      message: `Nothing can be paid in on chain ${String(from.chain.id)}.`,
    });
  const isSelfExecuted = from === to && canPayAlone(request, { chain: from.chain, deposits });
  if (to.chain.spend === undefined && !isSelfExecuted)
    throw new PortageError('UNSUPPORTED_ROUTE', {
      message: `Nothing is paid out on chain ${String(to.chain.id)}.`,
    });
  const feePayer = readFeePayer(request, from.chain, deposits, payer);
  return {
    request,
    given: origin,
    origin,
    held: destination,
    destination,
    isSelfExecuted,
    filters: readSwapFilters(body, catalog.swapSources),
    originNative: from.native,
    destinationNative: to.native,
    deposits,
    payer,
    feePayer,
    recipient,
    refundOnOrigin,
    refundOnDestination,
    appFees: readAppFees(request, catalog.solverChain ?? from.chain),
    extras: readExtras(request, destination),
  };
}

function readFeePayer(
  { body: { depositFeePayer } }: QuoteRequest,
  chain: Chain,
  deposits: Deposits,
  payer: string,
): string | undefined {
  if (depositFeePayer === undefined) return undefined;
  const refuse = (
    code: 'UNSUPPORTED_FEATURE' | 'INVALID_REQUEST',
    message: string,
    hint: string,
  ): never => {
    throw new PortageError(code, {
      message: `depositFeePayer ${message}.`,
      hint,
      details: [{ path: 'depositFeePayer', message }],
    });
  };
  if (deposits.takesFeePayer !== true)
    return refuse(
      'UNSUPPORTED_FEATURE',
      `is not offered on chain ${String(chain.id)}`,
      'Leave depositFeePayer out of the request.',
    );
  const feePayer = readAccount(chain, 'depositFeePayer', depositFeePayer);
  return feePayer === payer
    ? refuse(
        'INVALID_REQUEST',
        'is the user, who pays the fees anyway',
        'Leave it out, or name another account.',
      )
    : feePayer;
}

function findChain(catalog: Catalog, path: string, chainId: number): CatalogChain {
  const entry = atPath(path, () => catalog.byId(chainId));
  const { disabled, depositEnabled } = entry.chain.info;
  if (disabled || (path === 'originChainId' && !depositEnabled)) {
    const message = `Chain ${String(chainId)} is disabled for now.`;
    throw new PortageError('CHAIN_DISABLED', { message, details: [{ path, message }] });
  }
  return entry;
}

function findPlace(
  { chain, places }: CatalogChain,
  path: 'originCurrency' | 'destinationCurrency',
  currency: string,
): Place {
  const code = path === 'originCurrency' ? 'INVALID_INPUT_CURRENCY' : 'INVALID_OUTPUT_CURRENCY';
  const place =
    places.get(currency) ??
    places.get(atPath(path, () => chain.codec.normalizeAddress(currency), { as: code }));
  if (place === undefined) {
    const message = `is not a currency of chain ${String(chain.id)} that is offered`;
    throw new PortageError(code, {
      message: `${path}: ${message}.`,
      hint: `Currencies on offer: ${chain.assets
        .slice(0, 20)
        .map((asset) => `${asset.symbol} ${asset.address}`)
        .join(', ')}.`,
      details: [{ path, message }],
    });
  }
  return place;
}

function readAppFees({ appFees }: QuoteRequest, chain: Chain): readonly AppFeeTerms[] {
  return appFees.map(({ recipient, bpsE4 }, index) => {
    const path = `appFees.${String(index)}.recipient`;
    const account = readAccount(chain, path, recipient);
    atPath(path, () => chain.checkRecipient(account));
    return { recipient: account, bpsE4 };
  });
}

type Accounts = Pick<Route, 'payer' | 'recipient' | 'refundOnOrigin' | 'refundOnDestination'>;

function readAccounts(
  { body }: QuoteRequest,
  { chain: from }: CatalogChain,
  { chain: to }: CatalogChain,
): Accounts {
  const payer = readAccount(from, 'user', body.user);
  const recipient =
    body.recipient === undefined
      ? recipientOf(payer, from, to, body.user)
      : readAccount(to, 'recipient', body.recipient);
  const given = body.refundTo ?? body.recipient;
  const refundOnOrigin =
    body.refundTo !== undefined
      ? readAccount(from, 'refundTo', body.refundTo)
      : given === undefined
        ? payer
        : readFallback(from, 'refundTo', given);
  atPath(body.recipient === undefined ? 'user' : 'recipient', () => to.checkRecipient(recipient));
  atPath(
    body.refundTo !== undefined ? 'refundTo' : given === undefined ? 'user' : 'recipient',
    () => from.checkRecipient(refundOnOrigin),
  );
  // An account of another family of chains cannot be paid on the destination; the recipient can.
  return {
    payer,
    recipient,
    refundOnOrigin,
    refundOnDestination: from.vm === to.vm ? refundOnOrigin : recipient,
  };
}

/** The payer as recipient: canonical already on a chain of the same family. */
function recipientOf(payer: string, from: Chain, to: Chain, user: string): string {
  return from.vm === to.vm ? payer : readFallback(to, 'recipient', user);
}

function readAccount(chain: Chain, path: string, account: string): string {
  return atPath(path, () => chain.codec.normalizeAddress(account));
}

/**
 * An account that stands in for a member that is absent; where it is of another family of chains,
 * the member is needed.
 */
function readFallback(chain: Chain, path: 'recipient' | 'refundTo', account: string): string {
  try {
    return chain.codec.normalizeAddress(account);
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw new PortageError('INVALID_ADDRESS', {
      message: `${path}: is needed, ${account} is no account of chain ${String(chain.id)}.`,
      hint: `Name an account of chain ${String(chain.id)} in ${path}.`,
      details: [
        {
          path,
          message: `is needed: the account it falls back to is not one of chain ${String(chain.id)}`,
        },
      ],
      cause: error,
    });
  }
}
