import type { PaymentDetails } from '@portage/core';
import { quoteText } from './quoteText.js';

/** The answer, its parts already as JSON text. */
export interface AnswerText {
  readonly requestId: string;
  readonly orderId: string;
  readonly orderSignature: string | undefined;
  /** Members of the answer, as `renderMoney` prints them. */
  readonly money: string;
  readonly steps: string;
  readonly orderData: string;
  readonly paymentDetails: string;
}

/**
 * JSON text of the answer of `POST /quote/v2`; the plain twin is `renderQuoteObject`. @see SPEC,
 * "Quote response"
 */
export function renderQuote({
  requestId,
  steps,
  money,
  orderId,
  orderSignature,
  orderData,
  paymentDetails,
}: AnswerText): string {
  const signature = orderSignature === undefined ? '' : `"orderSignature":"${orderSignature}",`;
  return (
    `{"requestId":"${requestId}","steps":${steps},${money},` +
    `"protocol":{"v2":{"orderId":"${orderId}",${signature}"orderData":${orderData},"paymentDetails":${paymentDetails}}}}`
  );
}

/** JSON text of where the money goes; `JSON.stringify` is the plain twin. */
export function renderPaymentDetails({
  chainId,
  depository,
  currency,
  amount,
}: PaymentDetails): string {
  return `{"chainId":${quoteText(chainId)},"depository":${quoteText(depository)},"currency":${quoteText(currency)},"amount":"${amount}"}`;
}

/** JSON text of the answer for a swap that its payer makes alone: there is no order. */
export function renderSwapQuote({
  requestId,
  steps,
  money,
}: Pick<AnswerText, 'requestId' | 'steps' | 'money'>): string {
  return `{"requestId":"${requestId}","steps":${steps},${money},"protocol":{}}`;
}
