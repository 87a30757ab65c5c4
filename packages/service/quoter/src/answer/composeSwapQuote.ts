import { assert, bytesToHex, type Quote } from '@portage/core';
import { originSwap } from '../order/depositInput.js';
import type { SelfSwap } from '../payment/paymentMethod.js';
import { fillWindowSeconds, type WindowPolicy } from '../route/fillWindow.js';
import { serializeQuote } from './generated/serializeQuote.js';
import { quotedRequest, type ComposedQuote, type QuotedRoute } from './quotedRequest.js';
import { quoteView } from './quoteView.js';

/** Wallets refuse to sign what stays valid for longer than a day. */
const secondsMax = 12 * 3_600;

/**
 * Composes a quote without an order. The id under which its chain will tell of the swap takes the
 * place of the order's id: the request succeeds when the swap is seen.
 */
export function composeSwapQuote(
  quoted: QuotedRoute,
  payment: SelfSwap,
  policy: WindowPolicy,
): ComposedQuote {
  const { priced, figures, cost, now, random } = quoted;
  const { request, outputCurrency, accounts } = priced.route;
  const { indicativeQuote } = request.body;
  const requestId = bytesToHex(random.subarray(32));
  const { fees, feeSponsorship, details } = quoteView(figures, cost);
  const answer = (steps: Quote['steps'], expiresAt?: number): string =>
    serializeQuote({ requestId, expiresAt, steps, fees, feeSponsorship, details, protocol: {} });
  if (indicativeQuote === true) return { text: answer([]), request: undefined };
  const fillBy = now + 1000 * Math.min(fillWindowSeconds(priced.route, policy), secondsMax);
  const swap = originSwap(priced, Math.floor(fillBy / 1000));
  assert(swap !== undefined, 'only a swap is made alone');
  const { swapId, steps } = payment.steps({
    requestId,
    payer: accounts.payer,
    swap,
    currency: outputCurrency.asset.address,
    recipient: accounts.recipient,
  });
  return {
    text: answer([...steps], fillBy),
    request: quotedRequest(quoted, { id: requestId, orderId: swapId, fillBy }),
  };
}
