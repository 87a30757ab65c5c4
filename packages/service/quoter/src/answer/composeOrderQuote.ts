import type { OrderData, PaymentDetails, Step } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import { signOrderId, type Signer } from '@portage/order';
import type { OrderHasher } from '@portage/order/hasher';
import type { NewDepositAddress } from '@portage/settlement';
import { depositInput } from '../order/depositInput.js';
import { deriveDepositAddress } from '../order/deriveDepositAddress.js';
import { draftQuoteOrder } from '../order/draftQuoteOrder.js';
import { executionTerms } from '../order/executionTerms.js';
import type { OrderPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { PricedRoute } from '../price/pricedRoute.js';
import type { ChainFacts } from '../route/askChain.js';
import { fillWindowSeconds } from '../route/fillWindow.js';
import type { SponsorCharge } from '../sponsor/chargeSponsor.js';
import { serializeOrderData, serializeQuote } from './generated/serializeQuote.js';
import { printed, type Printed } from './printed.js';
import { quotedRequest, type ComposedQuote, type QuotedRoute } from './quotedRequest.js';
import { quoteView } from './quoteView.js';

/** Everything that orders are made with. */
export interface OrderQuoteOptions {
  readonly hasher: OrderHasher;
  readonly signer: Signer;
  readonly policy: QuotePolicy;
  readonly codecOf: (slug: string) => Codec;
}

/** A route that the solver serves, ready to be answered. */
export interface QuotedOrder extends QuotedRoute {
  readonly charge: SponsorCharge | undefined;
  readonly facts: ChainFacts;
}

/** Composes a quote whose payment the solver promises by an order. */
export type OrderQuoteComposer = (
  quoted: QuotedOrder,
  payment: OrderPayment,
) => Promise<ComposedQuote>;

/** Makes the composer of quotes with an order. */
export function createOrderQuoteComposer({
  hasher,
  signer,
  policy,
  codecOf,
}: OrderQuoteOptions): OrderQuoteComposer {
  const solver = signer.address.toLowerCase();

  return async (quoted, payment) => {
    const { priced, figures, cost, facts, now, random } = quoted;
    const { body, latePaymentSlippageBps = 0n } = priced.route.request;
    const { includeProtocolData, indicativeQuote } = body;
    const drawn = Buffer.from(random.buffer, random.byteOffset, random.length).toString('hex');
    const order = draftQuoteOrder(priced, { policy, solver, salt: `0x${drawn.slice(0, 64)}`, now });
    const orderId = hasher.hash(order, codecOf);
    const { deposit } = priced.route.depositCurrency.chain;
    const requestId = deposit?.namesRequest === true ? orderId : `0x${drawn.slice(64)}`;
    const orderData = showOrder(order);
    const paymentDetails = paymentDetailsOf(priced, payment);
    const { fees, feeSponsorship, details } = quoteView(figures, cost);
    const answer = (
      shown: readonly Step[],
      orderSignature?: string,
      expiresAt?: number,
    ): string => {
      const steps = [...shown];
      const protocol = { v2: { orderId, orderSignature, orderData, paymentDetails } };
      return serializeQuote({
        requestId,
        expiresAt,
        steps,
        fees,
        feeSponsorship,
        details,
        protocol,
      });
    };
    // An indicative quote cannot be paid: it has no steps, and its order is not stored.
    if (indicativeQuote === true) return { text: answer([]), request: undefined };
    const fillBy = now + 1000 * fillWindowSeconds(priced.route, policy);
    const depositAddress = addressOf(quoted, payment, order, orderId);
    const { steps, terms } = payment.steps(
      depositInput(priced, { requestId, orderId, fillBy, depositAddress: depositAddress?.address }),
      { now, fillBy, ...facts },
    );
    const orderSignature =
      includeProtocolData === true ? await signOrderId(orderId, signer) : undefined;
    // With a tolerance for late deposits the whole life of the order counts.
    const expiresAt = latePaymentSlippageBps > 0n ? 1000 * order.output.deadline : fillBy;
    return {
      text: answer(steps, orderSignature, expiresAt),
      request: quotedRequest(quoted, {
        id: requestId,
        orderId,
        // The order waits longer than its payer for what comes from another chain.
        fillBy: fillBy + 1000 * (priced.external?.patienceSeconds ?? 0),
        orderData: orderData[printed],
        orderSignature,
        executionTerms: executionTerms(priced, quoted.charge, terms, quoted.caller),
        depositAddress,
      }),
    };
  };
}

/** An order with its text: one for the answer and for the row. */
function showOrder(order: OrderData): Printed<OrderData> {
  const { version, solverChainId, solver, salt, inputs, output, fees } = order;
  const text = serializeOrderData(order);
  return { version, solverChainId, solver, salt, inputs, output, fees, [printed]: text };
}

function addressOf(
  { priced, caller }: QuotedOrder,
  { address }: OrderPayment,
  order: OrderData,
  orderId: string,
): NewDepositAddress | undefined {
  if (address === undefined) return undefined;
  const expiresAt = 1000 * order.output.deadline;
  return deriveDepositAddress(address, priced.route, { orderId, expiresAt, caller });
}

function paymentDetailsOf(
  { route: { depositCurrency }, amounts }: PricedRoute,
  { depository }: OrderPayment,
): PaymentDetails {
  const { chain, asset } = depositCurrency;
  return {
    chainId: chain.slug,
    depository,
    currency: asset.address,
    amount: amounts.deposit.toString(),
  };
}
