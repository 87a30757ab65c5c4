import { formatPercent, formatUsdChange } from '@portage/fees';
import { Money, feeBuckets, type Fees } from '@portage/core';
import type { Amount, QuoteContent } from './quoteContent.js';
import { ROUTER, configuredSponsorship, type QuoteAnswer } from './renderQuoteObject.js';

// Text templates instead of JSON.stringify: most of a quote is a few currencies and amounts that come back many times,
// each printed once here. `renderQuoteObject` is the plain twin; tests hold both to the same JSON value. Everything put
// between quotes below is digits, hex or our own words; accounts come from codecs and are quoted by JSON.stringify.

/** The money part of a quote as JSON text: what the answer and the stored terms share. */
export interface MoneyText {
  readonly fees: string;
  readonly feeSponsorship: string;
  readonly details: string;
}

/** What the answer holds beside the money part, with the order already as text. */
export interface AnswerText extends Omit<QuoteAnswer, 'protocol' | 'content'> {
  readonly money: MoneyText;
  readonly orderId: string;
  readonly orderSignature: string | undefined;
  /** JSON text of `orderData`. */
  readonly orderData: string;
  /** JSON text of `paymentDetails`. */
  readonly paymentDetails: string;
}

/** JSON text of the answer of `POST /quote/v2`. @see SPEC, "Quote response" */
export function renderQuote({ requestId, steps, money, orderId, orderSignature, orderData, paymentDetails }: AnswerText): string {
  const signature = orderSignature === undefined ? '' : `"orderSignature":"${orderSignature}",`;
  return (
    `{"requestId":"${requestId}","steps":${JSON.stringify(steps)},"fees":${money.fees},"feeSponsorship":${money.feeSponsorship},` +
    `"details":${money.details},"protocol":{"v2":{"orderId":"${orderId}",${signature}"orderData":${orderData},"paymentDetails":${paymentDetails}}}}`
  );
}

/** JSON text of what is kept of a quote. */
export function renderTerms({ priced, currencyIn }: QuoteContent, money: MoneyText): string {
  const { route, prices } = priced;
  const used = new Map([
    [route.originNative.asset.id, prices.originNative],
    [route.destinationNative.asset.id, prices.destinationNative],
    [route.origin.asset.id, prices.origin],
    [route.destination.asset.id, prices.destination],
  ]);
  const pricesText = [...used].map(([assetId, { price }]) => `${JSON.stringify(assetId)}:"${price.usdE12.toString()}"`).join();
  const currencies = [...new Set([route.origin, route.destination, route.originNative].map((place) => place.currencyText))];
  return (
    `{"tradeType":"${route.request.body.tradeType}","inputMicroUsd":"${currencyIn.microUsd.toString()}","prices":{${pricesText}},` +
    `"currencies":[${currencies.join()}],` +
    nameByNumber(`"details":${money.details},"fees":${money.fees},"feeSponsorship":${money.feeSponsorship}}`, currencies)
  );
}

/** Stored terms say each currency once: about half of their text was currencies. Core's `shareOut` puts them back. */
function nameByNumber(text: string, currencies: readonly string[]): string {
  return currencies.reduce((shorter, currency, index) => shorter.replaceAll(`"currency":${currency}`, `"currency":${String(index)}`), text);
}

/** JSON texts of the money part of a quote. */
export function renderMoney(content: QuoteContent): MoneyText {
  const printed = new Map<Amount, string>();
  const text = (amount: Amount): string => {
    const known = printed.get(amount);
    if (known !== undefined) return known;
    const made = renderAmount(amount);
    printed.set(amount, made);
    return made;
  };
  return { fees: renderFees(content.fees, text), feeSponsorship: renderSponsorship(content, text), details: renderDetails(content, text) };
}

type AmountText = (amount: Amount) => string;

function renderAmount({ place, amount, microUsd, minimum }: Amount): string {
  return (
    `{"currency":${place.currencyText},"amount":"${amount.toString()}","amountFormatted":"${Money.format(amount, place.asset.decimals)}",` +
    `"amountUsd":"${Money.formatUsd(microUsd)}","minimumAmount":"${minimum.toString()}"}`
  );
}

function renderFees(fees: Readonly<Record<keyof Fees, Amount>>, text: AmountText): string {
  return (
    `{"gas":${text(fees.gas)},"relayer":${text(fees.relayer)},"relayerGas":${text(fees.relayerGas)},` +
    `"relayerService":${text(fees.relayerService)},"app":${text(fees.app)},"subsidized":${text(fees.subsidized)}}`
  );
}

function renderSponsorship({ priced, buckets, sponsoredTotal, userPaysTotal }: QuoteContent, text: AmountText): string {
  const { selected, capHit } = priced.sponsorship;
  const { maxSubsidizationAmount, subsidizationBps } = configuredSponsorship(priced.route.request);
  const cap = maxSubsidizationAmount === undefined ? '' : `"maxSubsidizationAmount":"${maxSubsidizationAmount}",`;
  const share = subsidizationBps === undefined ? '' : `"subsidizationBps":${String(subsidizationBps)},`;
  const components = feeBuckets.map((name) => {
    const bucket = buckets[name];
    return `"${name}":{"selected":${String(bucket.selected)},"total":${text(bucket.total)},"sponsored":${text(bucket.sponsored)},"userPays":${text(bucket.userPays)}}`;
  });
  return (
    `{"quoted":{"selectedComponents":${JSON.stringify(selected)},${cap}${share}"capHit":${String(capHit)},"components":{${components.join()}},` +
    `"sponsoredTotal":${text(sponsoredTotal)},"userPaysTotal":${text(userPaysTotal)}}}`
  );
}

function renderDetails(content: QuoteContent, text: AmountText): string {
  const { priced, impact, slippage } = content;
  const { total, swap, expanded } = impact;
  const paid = text(content.currencyIn);
  const got = text(content.currencyOut);
  return (
    `{"operation":"${content.operation}","sender":${JSON.stringify(priced.route.payer)},"recipient":${JSON.stringify(priced.route.recipient)},` +
    `"currencyIn":${paid},"currencyOut":${got},"refundCurrency":${paid},` +
    `"totalImpact":{"usd":"${formatUsdChange(total.microUsd)}","percent":"${formatPercent(total.percentE2)}"},` +
    `"swapImpact":{"usd":"${formatUsdChange(swap.microUsd)}","percent":"${formatPercent(swap.percentE2)}"},` +
    `"expandedPriceImpact":{"swap":{"usd":"${formatUsdChange(expanded.swap)}"},"execution":{"usd":"${formatUsdChange(expanded.execution)}"},` +
    `"the service":{"usd":"${formatUsdChange(expanded.service)}"},"app":{"usd":"${formatUsdChange(expanded.app)}"},` +
    `"sponsored":{"usd":"${formatUsdChange(expanded.sponsored)}"}},"rate":"${content.rate}",` +
    `"slippageTolerance":{"origin":{"usd":"0","value":"0","percent":"0"},"destination":{"usd":"${formatUsdChange(slippage.microUsd)}",` +
    `"value":"${slippage.value.toString()}","percent":"${formatPercent(slippage.percentE2)}"}},` +
    `"timeEstimate":${String(content.timeEstimateSeconds)},"userBalance":"${content.userBalance.toString()}","isFixedRate":${String(priced.isFixedRate)},` +
    `"route":{"origin":{"inputCurrency":${paid},"outputCurrency":${paid},"router":"${ROUTER}"},` +
    `"destination":{"inputCurrency":${got},"outputCurrency":${got},"router":"${ROUTER}"}}}`
  );
}
