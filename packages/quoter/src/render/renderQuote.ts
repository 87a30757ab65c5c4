import type { QuoteContent } from './quoteContent.js';
import type { MoneyText } from './renderMoney.js';

/** The answer, its parts already as JSON text. */
export interface AnswerText {
  readonly requestId: string;
  readonly orderId: string;
  readonly orderSignature: string | undefined;
  readonly money: MoneyText;
  readonly steps: string;
  readonly orderData: string;
  readonly paymentDetails: string;
}

/** JSON text of the answer of `POST /quote/v2`; the plain twin is `renderQuoteObject`. @see SPEC, "Quote response" */
export function renderQuote({ requestId, steps, money, orderId, orderSignature, orderData, paymentDetails }: AnswerText): string {
  const signature = orderSignature === undefined ? '' : `"orderSignature":"${orderSignature}",`;
  return (
    `{"requestId":"${requestId}","steps":${steps},${money.shown},` +
    `"protocol":{"v2":{"orderId":"${orderId}",${signature}"orderData":${orderData},"paymentDetails":${paymentDetails}}}}`
  );
}

/** JSON text of the answer for a swap that its payer makes alone: there is no order. */
export function renderSwapQuote({ requestId, steps, money }: Pick<AnswerText, 'requestId' | 'steps' | 'money'>): string {
  return `{"requestId":"${requestId}","steps":${steps},${money.shown},"protocol":{}}`;
}

/** JSON text of what is kept of a quote; the plain twin is `renderTermsObject`, after core's `shareOut`. */
export function renderTerms({ priced, currencyIn }: QuoteContent, money: MoneyText): string {
  const { route, prices } = priced;
  const used = new Map([
    [route.originNative.asset.id, prices.originNative],
    [route.destinationNative.asset.id, prices.destinationNative],
    [route.given.asset.id, prices.given],
    [route.held.asset.id, prices.held],
    [route.origin.asset.id, prices.origin],
    [route.destination.asset.id, prices.destination],
  ]);
  const pricesText = Array.from(used, ([assetId, { price }]) => `${JSON.stringify(assetId)}:"${price.usdE12.toString()}"`).join();
  return `{"tradeType":"${route.request.body.tradeType}","inputMicroUsd":"${currencyIn.microUsd.toString()}","prices":{${pricesText}},${money.stored}}`;
}
