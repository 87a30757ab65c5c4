import { assert, type Chain, type Chains, type PriceSource } from '@portage/core';
import type { Signer } from '@portage/order';
import type { OrderHasher } from '@portage/order/hasher';
import type { NewRequest, Settlement } from '@portage/settlement';
import { createOrderAnswer, type Answer } from './answerOrder.js';
import { answerSwap } from './answerSwap.js';
import { cleanText } from './cleanText.js';
import { confirmGasless } from './gasless.js';
import { readAddressTerms } from './depositAddress/readAddressTerms.js';
import type { Policy } from './policy.js';
import { rankRoutes } from './price/bestRoute.js';
import { checkImpact } from './price/checkImpact.js';
import { chooseRoute } from './price/chooseRoute.js';
import { checkRacing, raceRoutes } from './price/raceRoutes.js';
import { readRent } from './price/readMarket.js';
import type { QuoteContext } from './quoteContext.js';
import { describeQuote } from './render/quoteContent.js';
import { readPermitNonce } from './permit.js';
import { renderMoney } from './render/renderMoney.js';
import { readRequest } from './request/readRequest.js';
import { createCatalog } from './route/catalog.js';
import { confirmExtras } from './route/readExtras.js';
import { findRoutes } from './route/findRoutes.js';
import { createTopupCheck } from './checkTopups.js';
import { chargeSponsor, createSponsorBalance, findSponsor, sponsorCurrency } from './sponsor.js';
import { readFixedRate } from './route/readFixedRate.js';
import { refuseUnsupported } from './route/refuseUnsupported.js';

/** Answers quote requests. */
export interface Quoter {
  /**
   * The JSON text of the answer of `POST /quote/v2`. The quote is stored before it is answered,
   * unless it is indicative; nothing is stored when it is refused.
   *
   * @throws PortageError with the codes of the endpoint
   */
  quote(body: unknown, context: QuoteContext): Promise<string>;
  /**
   * The request that would be stored for a body, without an address of its own: for what came
   * through the open address of another one. Nothing is stored.
   *
   * @throws PortageError with the codes of the endpoint
   */
  requote(body: unknown, context: QuoteContext): Promise<NewRequest>;
}

/** What a quoter works with. */
export interface QuoterOptions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  /**
   * Where quotes are kept. Balances of sponsors are read with its `query`; without it nothing can
   * be sponsored.
   */
  readonly store: Pick<Settlement, 'saveRequest'> & Partial<Pick<Settlement, 'query'>>;
  readonly hasher: OrderHasher;
  /** The solver's key. */
  readonly signer: Signer;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
  /**
   * Balance of an account, from memory; quotes say "0" where it is not known. The quote path never
   * asks a chain.
   */
  readonly userBalance?: (chain: Chain, account: string, currency: string) => bigint | undefined;
}

/** How long a chain has to say whether calls can work. */
const confirmMsMax = 5_000;

/**
 * Makes a quoter: request → route → price → order → id and signature → stored → steps → text. No
 * network call but those of `Gas.rent`, `Permits.readNonce`, `OrderCalls.confirm`,
 * `RawCalls.checkPayer` and races of routes, no clock and no chance beside those that are handed
 * in.
 *
 * @see SPEC, "POST /quote/v2"
 * @example
 * ```ts
 * const quoter = createQuoter({ chains, prices, store, hasher, signer, policy: defaultPolicy, now: Date.now, randomBytes });
 * const text = await quoter.quote({ user: '0x…', amount: '1000000' }, {});
 * ```
 */
export function createQuoter(options: QuoterOptions): Quoter {
  const { chains, prices, store, hasher, signer, policy, now, randomBytes } = options;
  const catalog = createCatalog(chains, policy);
  const sponsors = {
    balanceOf: createSponsorBalance(store),
    currency: sponsorCurrency(catalog.solverChain, policy),
  };
  const checkTopups = createTopupCheck(store, policy);
  const answerOrder = createOrderAnswer({
    hasher,
    signer,
    policy,
    codecOf: (slug) => chains.bySlug(slug).codec,
  });
  const make = async (body: unknown, context: QuoteContext): Promise<Answer> => {
    const request = readRequest(body);
    refuseUnsupported(request);
    const isRace = request.body.useRouteRacing === true;
    checkRacing(isRace, context);
    const fixedRate = readFixedRate(request, context);
    const sponsor = findSponsor(request, context);
    const routes = findRoutes(request, catalog);
    const route = routes[0];
    const terms = readAddressTerms(request, route);
    const confirming = confirmExtras(route.extras, route.destination, () =>
      AbortSignal.timeout(confirmMsMax),
    );
    if (confirming !== undefined) await confirming;
    const calling = confirmGasless(route, context.apiKeyId);
    if (calling !== undefined) await calling;
    // Nothing is awaited where there is no rent to know: the hot path stays in one go.
    const opening = readRent(route);
    const rent = typeof opening === 'object' ? await opening : opening;
    const at = now();
    const market = { prices, policy, now: at, rent };
    const priced = isRace
      ? await raceRoutes(rankRoutes(routes, market, fixedRate), {
          random: randomBytes(32),
          deadline: Math.floor(at / 1000) + policy.fillWindowSeconds,
        })
      : chooseRoute(routes, catalog, market, fixedRate);
    const charged =
      sponsor === undefined ? undefined : await chargeSponsor(sponsor, priced, sponsors);
    if (charged !== undefined && charged.microUsd > 0n && priced.topup > 0n)
      await checkTopups(charged.account, priced.route);
    const { chain, asset } = route.given;
    const content = describeQuote(
      priced,
      options.userBalance?.(chain, route.payer, asset.address) ?? 0n,
    );
    checkImpact(content, policy);
    const counting = readPermitNonce(priced.route);
    const nonce = counting === undefined ? undefined : await counting;
    const { referrer } = request.body;
    const caller = {
      referrer: referrer === undefined ? undefined : cleanText(referrer),
      apiKeyId: context.apiKeyId,
    };
    const money = renderMoney(content);
    const random = randomBytes(64);
    if (route.isSelfExecuted)
      return answerSwap({
        priced,
        content,
        money,
        caller,
        now: at,
        random,
        lifetimeSeconds: policy.fillWindowSeconds,
      });
    const address = terms === undefined ? undefined : { ...terms, context };
    return answerOrder({
      priced,
      content,
      money,
      caller,
      charged,
      address,
      nonce,
      now: at,
      random,
    });
  };
  return {
    quote: async (body, context) => {
      const { text, request } = await make(body, context);
      if (request !== undefined) await store.saveRequest(request);
      return text;
    },
    requote: async (body, context) => {
      const { request } = await make(body, context);
      assert(request !== undefined, 'what arrived is not quoted for show');
      return { ...request, depositAddress: undefined };
    },
  };
}
