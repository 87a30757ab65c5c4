import { assert, bytesToHex, type Quote, type Step } from '@portage/core';
import { originSwap } from '../order/depositInput.js';
import type { PlainSend, SelfPayment, SelfSwap } from '../payment/paymentMethod.js';
import { fillWindowSeconds, type WindowPolicy } from '../route/fillWindow.js';
import { serializeQuote } from './generated/serializeQuote.js';
import { quotedRequest, type ComposedQuote, type QuotedRoute } from './quotedRequest.js';
import { quoteView } from './quoteView.js';

/** Wallets refuse to sign what stays valid for longer than a day. */
const secondsMax = 12 * 3_600;

/**
 * Composes a quote without an order. The id under which its chain will tell of the swap or the
 * transfer takes the place of the order's id: the request succeeds when that is seen.
 */
export function composeSelfQuote(
  quoted: QuotedRoute,
  payment: SelfPayment,
  policy: WindowPolicy,
): ComposedQuote {
  const { priced, figures, cost, now, random } = quoted;
  const requestId = bytesToHex(random.subarray(32));
  const { fees, feeSponsorship, details } = quoteView(figures, cost);
  const answer = (steps: Quote['steps'], expiresAt?: number): string =>
    serializeQuote({ requestId, expiresAt, steps, fees, feeSponsorship, details, protocol: {} });
  if (priced.route.request.body.indicativeQuote === true)
    return { text: answer([]), request: undefined };
  const fillBy = now + 1000 * Math.min(fillWindowSeconds(priced.route, policy), secondsMax);
  const names = { requestId, fillBy };
  const { id, steps } =
    payment.type === 'send' ? sendSteps(quoted, payment, names) : swapSteps(quoted, payment, names);
  return {
    text: answer([...steps], fillBy),
    request: quotedRequest(quoted, { id: requestId, orderId: id, fillBy }),
  };
}

interface RequestNames {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly fillBy: number;
}

/** Steps of a payer, and the id under which the chain tells of the last one. */
interface SelfSteps {
  readonly id: string;
  readonly steps: readonly Step[];
}

function swapSteps(
  { priced }: QuotedRoute,
  payment: SelfSwap,
  { requestId, fillBy }: RequestNames,
): SelfSteps {
  const { request, outputCurrency, accounts } = priced.route;
  const swap = originSwap(priced, Math.floor(fillBy / 1000));
  assert(swap !== undefined, 'only a swap is made alone');
  const { swapId, steps } = payment.steps({
    requestId,
    payer: accounts.payer,
    swap,
    ...(priced.isApproved ? { isApproved: true } : {}),
    currency: outputCurrency.asset.address,
    recipient: accounts.recipient,
    feePayer: accounts.feePayer,
    computeUnitLimit: request.body.includeComputeUnitLimit,
  });
  return { id: swapId, steps };
}

function sendSteps(
  { priced }: QuotedRoute,
  payment: PlainSend,
  { requestId }: RequestNames,
): SelfSteps {
  const { request, outputCurrency, accounts } = priced.route;
  const { sendId, steps } = payment.steps({
    requestId,
    payer: accounts.payer,
    recipient: accounts.recipient,
    currency: outputCurrency.asset.address,
    amount: priced.amounts.output,
    feePayer: accounts.feePayer,
    computeUnitLimit: request.body.includeComputeUnitLimit,
  });
  return { id: sendId, steps };
}
