import type { AppFeeTerms } from '@portage/fees';
import { requestFault } from '@portage/core';
import type { Chain, Deposits } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import type { CheckedRequest } from '../request/readRequest.js';
import { canPayAlone } from './canPayAlone.js';
import type { Catalog, CatalogChain, ListedCurrency } from './catalog.js';
import { readAccount, readAccounts } from './readAccounts.js';
import { readExtras } from './readExtras.js';
import { readSwapFilters } from './readSwapFilters.js';
import type { Route } from './route.js';

/**
 * The two ends of a payment: everything of a route but how its money gets from one to the other.
 */
export interface RouteEnds extends Omit<
  Route,
  'depositCurrency' | 'inventoryCurrency' | 'payment'
> {
  readonly deposits: Deposits;
  /** Whether the payer makes a swap or a transfer within the chain alone. */
  readonly isAlone: boolean;
}

/**
 * Looks up the chains, currencies and accounts of a request. Pure.
 *
 * @throws PortageError `AMOUNT_TOO_LOW`, `UNSUPPORTED_CHAIN`, `CHAIN_DISABLED`,
 *   `UNSUPPORTED_ROUTE`, `INVALID_ADDRESS`, `INVALID_RECIPIENT`, `INVALID_INPUT_CURRENCY`,
 *   `INVALID_OUTPUT_CURRENCY`, `UNSUPPORTED_CURRENCY`, `UNSUPPORTED_FEATURE`,
 *   `ROUTE_TEMPORARILY_RESTRICTED`
 */
export function findEnds(request: CheckedRequest, catalog: Catalog): RouteEnds {
  const { body } = request;
  if (request.amount === 0n)
    throw requestFault('amount', 'is zero', {
      code: 'AMOUNT_TOO_LOW',
      message: 'The amount is zero.',
    });
  const from = findChain(catalog, 'originChainId', body.originChainId);
  const to = findChain(catalog, 'destinationChainId', body.destinationChainId);
  const { payer, recipient, refundOnOrigin, refundOnDestination } = readAccounts(request, {
    from: from.chain,
    to: to.chain,
  });
  const inputCurrency = findCurrency(from, 'originCurrency', body.originCurrency);
  const outputCurrency = findCurrency(to, 'destinationCurrency', body.destinationCurrency);
  checkRestriction(catalog, inputCurrency, 'originCurrency');
  checkRestriction(catalog, outputCurrency, 'destinationCurrency');
  checkCalls(catalog, to.chain, { request, payer });
  const deposits = from.chain.deposit;
  if (deposits === undefined)
    throw requestFault('originChainId', 'takes no deposits', {
      code: 'UNSUPPORTED_ROUTE',
      message: `Nothing can be paid in on chain ${String(from.chain.id)}.`,
    });
  const isSend = inputCurrency === outputCurrency;
  if (isSend && payer === recipient) checkHasUse(request);
  const payout = { payer, recipient, currency: outputCurrency.asset.address };
  const isAlone =
    from === to && canPayAlone(request, { chain: from.chain, deposits, isSend, payout });
  if (to.chain.spend === undefined && !isAlone)
    throw requestFault('destinationChainId', 'pays nothing out', {
      code: 'UNSUPPORTED_ROUTE',
      message: `Nothing is paid out on chain ${String(to.chain.id)}.`,
    });
  const feePayer = readFeePayer(request, from.chain, deposits, payer);
  return {
    request,
    inputCurrency,
    outputCurrency,
    nativeCurrencies: { origin: from.native, destination: to.native },
    accounts: { payer, recipient, refundOnOrigin, refundOnDestination, feePayer },
    filters: readSwapFilters(body, catalog.swapSources),
    appFees: readAppFees(request, catalog.solverChain ?? from.chain),
    extras: readExtras(request, outputCurrency, recipient),
    deposits,
    isAlone,
  };
}

/** @throws PortageError `UNSUPPORTED_ROUTE` where an account would only pay itself */
function checkHasUse({ body: { txs = [] } }: CheckedRequest): void {
  if (txs.length > 0) return;
  throw requestFault('destinationCurrency', 'is the origin currency', {
    code: 'UNSUPPORTED_ROUTE',
    message: 'The user would send itself the same currency on the same chain.',
    hint: 'Name another recipient, destinationChainId or destinationCurrency.',
  });
}

function readFeePayer(
  { body: { depositFeePayer } }: CheckedRequest,
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
    throw requestFault('depositFeePayer', message, {
      code,
      message: `depositFeePayer ${message}.`,
      hint,
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
  const takesDeposits = path !== 'originChainId' || entry.chain.info.depositEnabled;
  if (!takesDeposits || !catalog.isOpen(entry.chain)) {
    const message = `Chain ${String(chainId)} is disabled for now.`;
    throw requestFault(path, message, { code: 'CHAIN_DISABLED', message });
  }
  return entry;
}

function findCurrency(
  { chain, currencies }: CatalogChain,
  path: 'originCurrency' | 'destinationCurrency',
  currency: string,
): ListedCurrency {
  const code = path === 'originCurrency' ? 'INVALID_INPUT_CURRENCY' : 'INVALID_OUTPUT_CURRENCY';
  const found =
    currencies.get(currency) ??
    currencies.get(atPath(path, () => chain.codec.normalizeAddress(currency), { as: code }));
  if (found === undefined) {
    const message = `is not a currency of chain ${String(chain.id)} that is offered`;
    throw requestFault(path, message, {
      code,
      message: `${path}: ${message}.`,
      hint: `Currencies on offer: ${chain.assets
        .slice(0, 20)
        .map((asset) => `${asset.symbol} ${asset.address}`)
        .join(', ')}.`,
    });
  }
  return found;
}

/** Calls of a request, and who would pay for them. */
interface AskedCalls {
  readonly request: CheckedRequest;
  readonly payer: string;
}

/** A currency whose token fails is not moved; it comes back by itself. */
function checkRestriction(
  catalog: Catalog,
  currency: ListedCurrency,
  path: 'originCurrency' | 'destinationCurrency',
): void {
  if (!catalog.isRestricted(currency)) return;
  const { chain, asset } = currency;
  const message = `${asset.symbol} on chain ${String(chain.id)} cannot be moved for now.`;
  throw requestFault(path, message, {
    code: 'ROUTE_TEMPORARILY_RESTRICTED',
    message,
    hint: 'Choose another currency, or ask again later.',
  });
}

/** Calls that have burned their budget of gas are not promised: their orders would go back. */
function checkCalls(catalog: Catalog, chain: Chain, { request, payer }: AskedCalls): void {
  const { body, apiKeyId } = request;
  const { txs = [] } = body;
  if (txs.length === 0) return;
  const targets = txs.map((tx) => ('programId' in tx ? tx.programId : tx.to.toLowerCase()));
  if (!catalog.areCallsHalted(chain, { payer, apiKeyId, targets })) return;
  const message = `are not taken on chain ${String(chain.id)} for now`;
  throw requestFault('txs', message, {
    code: 'ROUTE_TEMPORARILY_RESTRICTED',
    message: `txs ${message}: calls failed there and burned too much gas.`,
    hint: 'Leave txs out, or ask again later.',
  });
}

function readAppFees({ appFees }: CheckedRequest, chain: Chain): readonly AppFeeTerms[] {
  return appFees.map(({ recipient, bpsE24 }, index) => {
    const path = `appFees.${String(index)}.recipient`;
    const account = readAccount(chain, path, recipient);
    atPath(path, () => chain.checkRecipient(account));
    return { recipient: account, bpsE24 };
  });
}
