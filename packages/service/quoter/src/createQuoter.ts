import { assert, PortageError } from '@portage/core';
import type { Chain, Chains, PriceSource } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import type { Signer } from '@portage/order';
import type { OrderHasher } from '@portage/order/hasher';
import type { NewRequest, OpenDeposit, Settlement } from '@portage/settlement';
import { checkImpact } from './answer/checkImpact.js';
import { createComposer } from './answer/createComposer.js';
import { quoteCost } from './answer/quoteCost.js';
import { quoteFigures } from './answer/quoteFigures.js';
import type { ComposedQuote } from './answer/quotedRequest.js';
import type { QuotePolicy } from './policy.js';
import { checkSweep } from './price/checkSweep.js';
import { chooseRoute } from './price/chooseRoute.js';
import { routeSeconds, type Timing } from './price/estimateSeconds.js';
import { createExternalLiquidity } from './price/externalLiquidity.js';
import { noExternalLiquidity, openMarket, type Market } from './price/market.js';
import type { PricedRoute } from './price/pricedRoute.js';
import { checkReferrer } from './request/checkReferrer.js';
import { depositBody } from './request/depositBody.js';
import type { QuoteCaller } from './request/quoteCaller.js';
import { readRequest } from './request/readRequest.js';
import { askChain, type ChainFacts } from './route/askChain.js';
import { createCatalog } from './route/catalog.js';
import { drainingReason, type Restrictions } from './route/restrictions.js';
import { fillWindowSeconds } from './route/fillWindow.js';
import { findRoutes } from './route/findRoutes.js';
import type { Route } from './route/route.js';
import { createSponsors } from './sponsor/chargeSponsor.js';

/** Answers quote requests. */
export interface Quoter {
  /**
   * JSON text of the answer of `POST /quote/v2`. The quote is stored before it is answered, unless
   * it is indicative; nothing is stored when it is refused. What is asked for over the network is
   * counted under `countedAs`: a key, or an address.
   *
   * @throws PortageError with the codes of the endpoint
   */
  quote(body: unknown, caller: QuoteCaller, countedAs?: string): Promise<string>;
  /**
   * The request that a deposit at an open address is filled by; it has no address of its own.
   * Nothing is stored. Where the key of the address was revoked since, nothing is sponsored and
   * nothing is entitled to a fixed rate.
   *
   * @throws PortageError with the codes of the endpoint
   */
  quoteDeposit(deposit: OpenDeposit, isKeyRevoked?: boolean): Promise<NewRequest>;
}

/** Everything that a quoter works with. */
export interface QuoterOptions extends Restrictions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  /**
   * Settlement that stores quotes and reads balances of sponsors; without `sponsors` nothing can be
   * sponsored.
   */
  readonly store: Pick<Settlement, 'saveRequest'> & Partial<Pick<Settlement, 'sponsors'>>;
  readonly hasher: OrderHasher;
  /** The solver's key. */
  readonly signer: Signer;
  readonly policy: QuotePolicy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Sentence about a clock that no promise can be timed by, from memory; undefined while it is
   * right.
   */
  readonly clockFault?: (() => string | undefined) | undefined;
  readonly randomBytes: (length: number) => Uint8Array;
  /**
   * Balance of an account, from memory; quotes say "0" where it is not known. With a spender, what
   * that account may take; an approval is asked for where it is not known. The quote path never
   * asks a chain.
   */
  readonly userBalance?: (
    chain: Chain,
    account: string,
    currency: string,
    spender?: string,
  ) => bigint | undefined;
  /** Paths by which the solver brings what it lacks, as they are now. Default: none. */
  readonly paths?: (() => readonly RebalancePath[]) | undefined;
  /** Measured times of chains and payouts; settings of the chains without them. */
  readonly timing?: Timing | undefined;
}

/**
 * Makes a quoter: request → routes → facts → market → price → sponsor → figures → answer. It makes
 * no network call but the questions of `askChain` and races of routes, and has no clock and no
 * chance beside those that are handed in.
 *
 * @see docs/spec/quote.md
 * @example
 * ```ts
 * const quoter = createQuoter({
 *   chains,
 *   prices,
 *   store,
 *   hasher,
 *   signer,
 *   policy: defaultPolicy,
 *   now: Date.now,
 *   randomBytes,
 * });
 * const text = await quoter.quote({ user: '0x…', amount: '1000000' }, {});
 * ```
 */
export function createQuoter(options: QuoterOptions): Quoter {
  const { chains, prices, store, policy, now, clockFault, randomBytes, userBalance, timing } =
    options;
  const catalog = createCatalog(chains, policy, options);
  const sponsors = createSponsors({ store, policy, solverChain: catalog.solverChain });
  const external =
    options.paths === undefined
      ? noExternalLiquidity
      : createExternalLiquidity(chains, options.paths);
  const compose = createComposer({ ...options, codecOf: (slug) => chains.bySlug(slug).codec });
  const balanceOf = ({ inputCurrency: { chain, asset }, accounts }: Route): bigint =>
    userBalance?.(chain, accounts.payer, asset.address) ?? 0n;

  async function priceRequest(
    body: unknown,
    caller: QuoteCaller,
    countedAs?: string,
  ): Promise<PricedRequest> {
    const fault = clockFault?.();
    if (fault !== undefined) throw wrongClock(fault);
    const request = readRequest(body, caller, policy);
    const routes = findRoutes(request, catalog);
    fillWindowSeconds(routes[0], policy);
    const facts = await askChain(routes[0]);
    const market = openMarket({
      prices,
      policy,
      now: now(),
      facts,
      external,
      caller: countedAs,
      allowance: (chain, { account, currency, spender }) =>
        userBalance?.(chain, account, currency, spender),
    });
    const priced = await chooseRoute(routes, { market, catalog, randomBytes });
    return { priced, market, facts, caller };
  }

  async function composeQuote({
    priced,
    market,
    facts,
    caller,
  }: PricedRequest): Promise<ComposedQuote> {
    const charge = await sponsors.charge(priced);
    const figures = quoteFigures(priced, {
      seconds: routeSeconds(priced, timing),
      userBalance: balanceOf(priced.route),
    });
    const cost = quoteCost(figures);
    checkImpact({ priced, figures, cost }, policy);
    const random = randomBytes(64);
    return await compose({ priced, figures, cost, charge, facts, caller, random, now: market.now });
  }

  return {
    quote: async (body, caller, countedAs) => {
      if (options.isDraining === true) throw drained();
      checkReferrer(body, caller, policy);
      const priced = await priceRequest(body, caller, countedAs);
      checkSweep(priced.priced, priced.market);
      const { text, request } = await composeQuote(priced);
      if (request !== undefined) await store.saveRequest(request);
      return text;
    },
    quoteDeposit: async (deposit, isKeyRevoked) => {
      const { body, caller } = depositBody(deposit, isKeyRevoked);
      const { request } = await composeQuote(await priceRequest(body, caller));
      assert(request !== undefined, 'a deposit is not quoted for show');
      return { ...request, depositAddress: undefined };
    },
  };
}

/** A request with its price, before it is answered. */
interface PricedRequest {
  readonly priced: PricedRoute;
  readonly market: Market;
  readonly facts: ChainFacts;
  readonly caller: QuoteCaller;
}

/** Refusal of every quote of a service that is drained. */
function drained(): PortageError {
  return new PortageError('CHAIN_DISABLED', {
    message: drainingReason,
    hint: 'Ask the service that has taken its place.',
  });
}

/** Refusal of a quote whose times would be wrong. */
function wrongClock(fault: string): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `${fault} No quote is made until it is right again.`,
    hint: 'Ask again in a minute.',
    context: { retryAfterSeconds: 60 },
  });
}
