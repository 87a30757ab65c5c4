import { bytesToHex, PortageError, type Step } from '@portage/core';
import type { Answer, CallerNote } from './answerOrder.js';
import { originSwap } from './depositSteps.js';
import type { PricedRoute } from './price/pricedRoute.js';
import type { QuoteContent } from './render/quoteContent.js';
import { renderSwapQuote } from './render/renderQuote.js';
import { renderTerms } from './render/renderTerms.js';

/** A swap that its payer makes alone, ready to be answered. */
export interface QuotedSwap {
  readonly priced: PricedRoute;
  readonly content: QuoteContent;
  readonly money: string;
  readonly caller: CallerNote;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Seconds for which it is valid, unless the request says less. */
  readonly lifetimeSeconds: number;
  readonly random: Uint8Array;
}

/** Wallets refuse to sign what stays valid for longer than a day. */
const secondsMax = 12 * 3_600;

/**
 * Answers a quote without an order. What its chain will tell of the swap under takes the place of
 * the order's id: the request succeeds when the swap is seen.
 */
export function answerSwap({
  priced,
  content,
  money,
  caller,
  now,
  lifetimeSeconds,
  random,
}: QuotedSwap): Answer {
  const { route } = priced;
  const { indicativeQuote, ttl } = route.request.body;
  const requestId = bytesToHex(random.subarray(32));
  if (indicativeQuote === true)
    return { text: renderSwapQuote({ requestId, money, steps: '[]' }), request: undefined };
  const fillBy = now + 1000 * Math.min(ttl ?? lifetimeSeconds, secondsMax);
  const { swapId, steps } = swapSteps(priced, requestId, fillBy);
  const chainId = route.given.chain.id;
  const { terms, currencies } = renderTerms(content);
  return {
    text: renderSwapQuote({ requestId, money, steps: JSON.stringify(steps) }),
    request: {
      id: requestId,
      orderId: swapId,
      originChainId: chainId,
      destinationChainId: chainId,
      payer: route.payer,
      recipient: route.recipient,
      referrer: caller.referrer,
      apiKeyId: caller.apiKeyId,
      terms,
      currencies,
      createdAt: now,
      fillBy,
    },
  };
}

function swapSteps(
  priced: PricedRoute,
  requestId: string,
  fillBy: number,
): { readonly swapId: string; readonly steps: readonly Step[] } {
  const { route, amountIn } = priced;
  const swap = originSwap(priced, Math.floor(fillBy / 1000));
  const made =
    swap === undefined
      ? undefined
      : route.deposits.swapSteps?.({
          requestId,
          payer: route.payer,
          swap,
          currency: route.destination.asset.address,
          recipient: route.recipient,
          maximum: route.request.body.tradeType === 'EXACT_OUTPUT' ? amountIn : undefined,
        });
  if (made === undefined)
    throw new PortageError('UNSUPPORTED_ROUTE', {
      message: `Swaps within chain ${String(route.given.chain.id)} are not offered.`,
    });
  return made;
}
