import { bytesToHex, type Chain, type Chains, type KeyRight, type PaymentDetails, type PriceSource } from '@portage/core';
import { signOrderId, type OrderHasher, type Signer } from '@portage/order';
import type { Store } from '@portage/store';
import { chargesText } from './chargesText.js';
import { cleanText } from './cleanText.js';
import { draftQuoteOrder } from './draftQuoteOrder.js';
import type { Policy } from './policy.js';
import { depositSteps } from './depositSteps.js';
import { bestRoute } from './price/bestRoute.js';
import { checkImpact } from './price/checkImpact.js';
import { priceRoute, type PricedRoute } from './price/priceRoute.js';
import { readRent } from './price/readMarket.js';
import { describeQuote } from './render/quoteContent.js';
import { renderMoney } from './render/renderMoney.js';
import { renderOrder } from './render/renderOrder.js';
import { renderQuote, renderTerms } from './render/renderQuote.js';
import { readRequest } from './request/readRequest.js';
import { createCatalog } from './route/catalog.js';
import { confirmExtras } from './route/readExtras.js';
import { findRoutes } from './route/findRoutes.js';
import { chargeSponsor, createSponsorBalance, findSponsor, sponsorCurrency } from './sponsor.js';
import { readFixedRate } from './route/readFixedRate.js';
import { refuseUnsupported } from './route/refuseUnsupported.js';

/** Who asks for a quote; a `Caller` as it is, or nothing. */
export interface QuoteContext {
  /** Public id of the API key that the caller proved to hold. */
  readonly apiKeyId?: string | undefined;
  /** Account whose balance pays what quotes of this key sponsor. */
  readonly sponsor?: string | undefined;
  /** What the key allows. */
  readonly rights?: readonly KeyRight[] | undefined;
}

/** Answers quote requests. */
export interface Quoter {
  /**
   * The JSON text of the answer of `POST /quote/v2`. The quote is stored before it is answered, unless it is indicative;
   * nothing is stored when it is refused.
   *
   * @throws PortageError with the codes of the endpoint
   */
  quote(body: unknown, context: QuoteContext): Promise<string>;
}

/** What a quoter works with. */
export interface QuoterOptions {
  readonly chains: Chains;
  readonly prices: PriceSource;
  /** Where quotes are kept. Balances of sponsors are read with its `query`; without it nothing can be sponsored. */
  readonly store: Pick<Store, 'saveRequest'> & Partial<Pick<Store, 'query'>>;
  readonly hasher: OrderHasher;
  /** The solver's key. */
  readonly signer: Signer;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
  /** Balance of an account, from memory; quotes say "0" where it is not known. The quote path never asks a chain. */
  readonly userBalance?: (chain: Chain, account: string, currency: string) => bigint | undefined;
}

/** How long a chain has to say whether calls can work. */
const CONFIRM_MS_MAX = 5_000;

/**
 * Makes a quoter: request → route → price → order → id and signature → stored → steps → text. No network call but
 * those of `Gas.rent` and `OrderCalls.confirm`, no clock and no chance beside those that are handed in.
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
  const solver = signer.address.toLowerCase();
  const sponsors = { balanceOf: createSponsorBalance(store), currency: sponsorCurrency(catalog.solverChain, policy) };
  const codecOf = (slug: string): Chain['codec'] => chains.bySlug(slug).codec;
  return {
    quote: async (body, context) => {
      const request = readRequest(body);
      refuseUnsupported(request);
      const fixedRate = readFixedRate(request, context);
      const sponsor = findSponsor(request, context);
      const routes = findRoutes(request, catalog);
      const [route] = routes;
      const confirming = confirmExtras(route.extras, route.destination, () => AbortSignal.timeout(CONFIRM_MS_MAX));
      if (confirming !== undefined) await confirming;
      // Nothing is awaited where there is no rent to know: the hot path stays in one go.
      const opening = readRent(route);
      const rent = typeof opening === 'object' ? await opening : opening;
      const at = now();
      const market = { prices, policy, now: at, rent };
      const priced = routes.length === 1 ? priceRoute(route, market, fixedRate) : bestRoute(routes, market);
      const charged = sponsor === undefined ? undefined : await chargeSponsor(sponsor, priced, sponsors);
      const random = randomBytes(64);
      const order = draftQuoteOrder(priced, { policy, solver, salt: bytesToHex(random.subarray(0, 32)), now: at });
      const orderId = hasher.hash(order, codecOf);
      const requestId = bytesToHex(random.subarray(32));
      const { includeProtocolData, indicativeQuote, referrer, ttl } = request.body;
      const isIndicative = indicativeQuote === true;
      const orderSignature = includeProtocolData === true && !isIndicative ? await signOrderId(orderId, signer) : undefined;
      const { chain, asset } = route.given;
      const content = describeQuote(priced, options.userBalance?.(chain, route.payer, asset.address) ?? 0n);
      checkImpact(content, policy);
      const money = renderMoney(content);
      const orderData = renderOrder(order);
      const paymentDetails = JSON.stringify(paymentDetailsOf(priced));
      // An indicative quote cannot be paid: it has no steps, and nobody knows its order.
      const answer = { requestId, money, orderId, orderSignature, orderData, paymentDetails };
      if (isIndicative) return renderQuote({ ...answer, steps: '[]' });
      const fillBy = at + 1000 * Math.min(ttl ?? policy.fillWindowSeconds, policy.orderLifetimeSeconds);
      const steps = depositSteps(priced, { requestId, orderId, fillBy });
      await store.saveRequest({
        id: requestId,
        orderId,
        originChainId: chain.id,
        destinationChainId: route.destination.chain.id,
        payer: route.payer,
        recipient: route.recipient,
        referrer: referrer === undefined ? undefined : cleanText(referrer),
        apiKeyId: context.apiKeyId,
        terms: renderTerms(content, money),
        orderData,
        orderSignature,
        charges: chargesText(priced, charged),
        createdAt: at,
        fillBy,
      });
      return renderQuote({ ...answer, steps: JSON.stringify(steps) });
    },
  };
}

/** Where the payer's money goes. */
export function paymentDetailsOf({ route, amountIn }: PricedRoute): PaymentDetails {
  const { chain, asset } = route.origin;
  return { chainId: chain.slug, depository: route.deposits.depository, currency: asset.address, amount: amountIn.toString() };
}
