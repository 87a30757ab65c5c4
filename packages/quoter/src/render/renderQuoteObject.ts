import {
  Money,
  wireCurrency,
  type CurrencyAmount,
  type Details,
  type FeeSponsorship,
  type Fees,
  type ProtocolV2,
  type Quote,
  type QuoteRequest,
  type QuoteTerms,
  type Step,
} from '@portage/core';
import type { Amount, BucketContent, QuoteContent } from './quoteContent.js';

/** A quote ready to be printed. */
export interface QuoteAnswer {
  readonly requestId: string;
  readonly steps: readonly Step[];
  readonly content: QuoteContent;
  readonly protocol: ProtocolV2;
}

/** What a request configured of its sponsorship, as it is told back: only what it named. */
export function configuredSponsorship({ body, sponsorship }: QuoteRequest): {
  maxSubsidizationAmount?: string;
  subsidizationBps?: number;
} {
  return {
    ...(sponsorship?.maxSubsidization === undefined
      ? {}
      : { maxSubsidizationAmount: sponsorship.maxSubsidization.toString() }),
    ...(body.subsidizationBps === undefined ? {} : { subsidizationBps: body.subsidizationBps }),
  };
}

/**
 * The answer of `POST /quote/v2` as a value: the plain twin of {@link renderQuote}, which tests
 * compare with it.
 *
 * @see SPEC, "Quote response"
 */
export function renderQuoteObject({ requestId, steps, content, protocol }: QuoteAnswer): Quote {
  return {
    requestId,
    steps: [...steps],
    fees: feesOf(content),
    feeSponsorship: sponsorshipOf(content),
    details: detailsOf(content),
    protocol: { v2: protocol },
  };
}

/**
 * What is kept of a quote, as a value: the plain twin of `renderTerms` and core's `unpackTerms`.
 */
export function renderTermsObject(content: QuoteContent): QuoteTerms {
  const { route, prices } = content.priced;
  return {
    tradeType: route.request.body.tradeType,
    prices: {
      [route.originNative.asset.id]: prices.originNative.price.usdE12.toString(),
      [route.destinationNative.asset.id]: prices.destinationNative.price.usdE12.toString(),
      [route.given.asset.id]: prices.given.price.usdE12.toString(),
      [route.held.asset.id]: prices.held.price.usdE12.toString(),
      [route.origin.asset.id]: prices.origin.price.usdE12.toString(),
      [route.destination.asset.id]: prices.destination.price.usdE12.toString(),
    },
    details: detailsOf(content),
    fees: feesOf(content),
    feeSponsorship: sponsorshipOf(content),
  };
}

function amountOf({ place, amount, microUsd, minimum }: Amount): CurrencyAmount {
  return {
    currency: wireCurrency(place.chain.id, place.asset),
    amount: amount.toString(),
    amountFormatted: Money.format(amount, place.asset.decimals),
    amountUsd: Money.formatUsd(microUsd),
    minimumAmount: minimum.toString(),
  };
}

function feesOf({ fees }: QuoteContent): Fees {
  return {
    gas: amountOf(fees.gas),
    relayer: amountOf(fees.relayer),
    relayerGas: amountOf(fees.relayerGas),
    relayerService: amountOf(fees.relayerService),
    app: amountOf(fees.app),
    subsidized: amountOf(fees.subsidized),
  };
}

function sponsorshipOf({
  priced,
  buckets,
  sponsoredTotal,
  userPaysTotal,
}: QuoteContent): FeeSponsorship {
  const bucket = ({ selected, total, sponsored, userPays }: BucketContent) => ({
    selected,
    total: amountOf(total),
    sponsored: amountOf(sponsored),
    userPays: amountOf(userPays),
  });
  return {
    quoted: {
      selectedComponents: [...priced.sponsorship.selected],
      ...configuredSponsorship(priced.route.request),
      capHit: priced.sponsorship.capHit,
      components: {
        execution: bucket(buckets.execution),
        swap: bucket(buckets.swap),
        'the service': bucket(buckets['the service']),
        app: bucket(buckets.app),
        rent: bucket(buckets.rent),
      },
      sponsoredTotal: amountOf(sponsoredTotal),
      userPaysTotal: amountOf(userPaysTotal),
    },
  };
}

function detailsOf(content: QuoteContent): Details {
  const { total, swap, expanded } = content.impactText;
  const currencyIn = amountOf(content.currencyIn);
  const currencyOut = amountOf(content.currencyOut);
  const paid = amountOf(content.paid);
  const { slippage, originSlippage, routers } = content;
  return {
    operation: content.operation,
    sender: content.priced.route.payer,
    recipient: content.priced.route.recipient,
    currencyIn,
    currencyOut,
    refundCurrency: amountOf(content.refunded),
    totalImpact: total,
    swapImpact: swap,
    expandedPriceImpact: {
      swap: { usd: expanded.swap },
      execution: { usd: expanded.execution },
      'the service': { usd: expanded.service },
      app: { usd: expanded.app },
      sponsored: { usd: expanded.sponsored },
    },
    rate: content.rate,
    slippageTolerance: {
      origin: originSlippage ?? { usd: '0', value: '0', percent: '0' },
      destination: slippage,
    },
    timeEstimate: content.timeEstimateSeconds,
    userBalance: content.userBalance.toString(),
    isFixedRate: content.priced.isFixedRate,
    route: {
      origin: { inputCurrency: currencyIn, outputCurrency: paid, router: routers.origin },
      destination: {
        inputCurrency: amountOf(content.held),
        outputCurrency: currencyOut,
        router: routers.destination,
      },
    },
  };
}
