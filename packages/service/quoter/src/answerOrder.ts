import type { Codec, PaymentDetails } from '@portage/core';
import { signOrderId, type Signer } from '@portage/order';
import type { OrderHasher } from '@portage/order/hasher';
import type { NewRequest } from '@portage/settlement';
import { chargesText } from './chargesText.js';
import { addressOf } from './depositAddress/addressOf.js';
import type { AddressTerms } from './depositAddress/readAddressTerms.js';
import { depositStepsText } from './depositSteps.js';
import { draftQuoteOrder } from './draftQuoteOrder.js';
import { findGasless, gaslessTerms } from './gasless.js';
import { findPermits, offerPermit } from './permit.js';
import type { Policy } from './policy.js';
import type { PricedRoute } from './price/pricedRoute.js';
import type { QuoteContext } from './quoteContext.js';
import type { QuoteContent } from './render/quoteContent.js';
import { renderOrder } from './render/renderOrder.js';
import { renderPaymentDetails, renderQuote } from './render/renderQuote.js';
import { renderTerms } from './render/renderTerms.js';
import type { SponsorCharge } from './sponsor.js';

/** What orders are made with. */
export interface OrderAnswerOptions {
  readonly hasher: OrderHasher;
  readonly signer: Signer;
  readonly policy: Policy;
  readonly codecOf: (slug: string) => Codec;
}

/** A priced route, ready to be answered. */
export interface QuotedOrder {
  readonly priced: PricedRoute;
  readonly content: QuoteContent;
  readonly money: string;
  readonly caller: CallerNote;
  readonly charged: SponsorCharge | undefined;
  /** Where it is paid by a plain transfer, and who asked for that. */
  readonly address: (AddressTerms & { readonly context: QuoteContext }) | undefined;
  /** What the payer's next permit is counted with, where that matters. */
  readonly nonce: bigint | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** 64 bytes: the salt of the order, and the id of the request. */
  readonly random: Uint8Array;
}

/** What is kept of who asked. */
export type CallerNote = Pick<NewRequest, 'referrer' | 'apiKeyId'>;

/**
 * The answer, and what is stored before it is given; nothing is, of a quote that cannot be acted
 * on.
 */
export interface Answer {
  readonly text: string;
  readonly request: NewRequest | undefined;
}

/**
 * Answers quotes whose payment the solver promises by an order: at once, or, where the order is to
 * be signed, after that.
 */
export function createOrderAnswer({
  hasher,
  signer,
  policy,
  codecOf,
}: OrderAnswerOptions): (quoted: QuotedOrder) => Answer | Promise<Answer> {
  const solver = signer.address.toLowerCase();
  return ({ priced, content, money, caller, charged, address, nonce, now, random }) => {
    const { route } = priced;
    const drawn = Buffer.from(random.buffer, random.byteOffset, random.length).toString('hex');
    const order = draftQuoteOrder(priced, { policy, solver, salt: `0x${drawn.slice(0, 64)}`, now });
    const orderId = hasher.hash(order, codecOf);
    const requestId = `0x${drawn.slice(64)}`;
    const { includeProtocolData, indicativeQuote, ttl } = route.request.body;
    const isIndicative = indicativeQuote === true;
    const orderData = renderOrder(order);
    const paymentDetails = renderPaymentDetails(paymentDetailsOf(priced));
    // An indicative quote cannot be paid: it has no steps, and nobody knows its order.
    if (isIndicative)
      return {
        text: renderQuote({
          requestId,
          money,
          orderId,
          orderSignature: undefined,
          orderData,
          paymentDetails,
          steps: '[]',
        }),
        request: undefined,
      };
    const fillBy =
      now + 1000 * Math.min(ttl ?? policy.fillWindowSeconds, policy.orderLifetimeSeconds);
    const depositAddress =
      address === undefined
        ? undefined
        : addressOf(address, priced, {
            orderId,
            expiresAt: 1000 * order.output.deadline,
            context: address.context,
          });
    const deposit = { requestId, orderId, fillBy, depositAddress: depositAddress?.address };
    const permits = findPermits(route);
    const offer =
      permits === undefined ? undefined : offerPermit(permits, priced, deposit, { now, nonce });
    const gasless = findGasless(route);
    const steps =
      offer === undefined ? depositStepsText(priced, deposit) : JSON.stringify(offer.steps);
    const kept = renderTerms(content);
    const finish = (orderSignature: string | undefined): Answer => ({
      text: renderQuote({
        requestId,
        money,
        orderId,
        orderSignature,
        orderData,
        paymentDetails,
        steps,
      }),
      request: {
        id: requestId,
        orderId,
        originChainId: route.origin.chain.id,
        destinationChainId: route.destination.chain.id,
        payer: route.payer,
        recipient: route.recipient,
        referrer: caller.referrer,
        apiKeyId: caller.apiKeyId,
        terms: kept.terms,
        currencies: kept.currencies,
        orderData,
        orderSignature,
        charges: chargesText(priced, charged, {
          permit: offer?.terms,
          gasless: gasless === undefined ? undefined : gaslessTerms(gasless, priced, deposit),
        }),
        createdAt: now,
        fillBy,
        depositAddress,
      },
    });
    return includeProtocolData === true
      ? signOrderId(orderId, signer).then(finish)
      : finish(undefined);
  };
}

/** Where the payer's money goes. */
export function paymentDetailsOf({ route, amountIn }: PricedRoute): PaymentDetails {
  const { chain, asset } = route.origin;
  return {
    chainId: chain.slug,
    depository: route.deposits.depository,
    currency: asset.address,
    amount: amountIn.toString(),
  };
}
