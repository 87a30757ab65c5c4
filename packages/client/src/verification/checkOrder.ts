import { bytesToHex, type Details, type OrderData, type ProtocolV2 } from '@portage/core';
import { hashOrder, readOrderCall } from '@portage/order';
import { checkAppFees } from './checkAppFees.js';
import { checkMinimum } from './checkMinimum.js';
import { checkTopup } from './checkTopup.js';
import { failCheck } from './failCheck.js';
import type { TrustedChain, TrustedChains } from './trustedChain.js';
import { swapContract } from './swapContract.js';
import type { ExpectedQuote } from './expectedQuote.js';

/** Request and trusted chains that a quote is compared with. */
export interface CheckContext {
  readonly expected: ExpectedQuote;
  readonly chains: TrustedChains;
  readonly origin: TrustedChain;
  readonly destination: TrustedChain;
  /** Unix seconds. */
  readonly now: number;
  /** Slippage that is accepted where the request leaves it to the service. */
  readonly maxSlippageBps: bigint;
}

/** An order, and the details that are shown of it. */
export interface ShownOrder {
  readonly protocol: ProtocolV2;
  readonly details: Details;
}

/** The one input of an order, and the payment of its output. */
export interface OrderParts {
  readonly input: OrderData['inputs'][number];
  readonly payment: OrderData['output']['payments'][number];
}

/**
 * Compares the order of a quote, member by member, with what was asked for. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export function checkOrder(shown: ShownOrder, context: CheckContext): OrderParts {
  const { orderData, orderId } = shown.protocol;
  checkOrderId(orderData, orderId, context.chains);
  checkSolver(orderData, context.chains);
  const input = checkInput(shown, context);
  checkRefunds(input, orderData.output.deadline, context);
  const payment = checkOutput(shown, context);
  checkCalls(orderData, context);
  checkAppFees(orderData.fees, {
    asked: context.expected.appFees,
    paid: input.payment,
    home: context.chains.bySlug(orderData.solverChainId),
    origin: context.origin,
  });
  if (orderData.output.deadline <= context.now) {
    failCheck('deadline', {
      message: 'the order is already over.',
      expected: `after ${String(context.now)}`,
      actual: orderData.output.deadline,
    });
  }
  return { input, payment };
}

function checkOrderId(order: OrderData, orderId: string, chains: TrustedChains): void {
  let hashed: string;
  try {
    hashed = hashOrder(order, (slug) => chains.bySlug(slug).codec);
  } catch (cause) {
    failCheck('order-id', { message: 'the order cannot be hashed.', actual: orderId, cause });
  }
  if (hashed !== orderId.toLowerCase())
    failCheck('order-id', {
      message: 'the order id is not the hash of the order.',
      expected: hashed,
      actual: orderId,
    });
}

function checkSolver(order: OrderData, chains: TrustedChains): void {
  const home = chains.bySlug(order.solverChainId);
  const signer = home.info.protocol.v2.orderSigner;
  const trusted = signer === undefined ? home.info.solverAddresses : [signer];
  if (!trusted.some((solver) => home.sameAccount(solver, order.solver))) {
    failCheck('solver', {
      message: 'the order names a solver that is not in the trusted list.',
      expected: trusted,
      actual: order.solver,
    });
  }
}

function checkInput(
  { protocol, details }: ShownOrder,
  { expected, origin }: CheckContext,
): OrderParts['input'] {
  const { orderData, paymentDetails } = protocol;
  const [input, ...others] = orderData.inputs;
  if (input === undefined || others.length > 0)
    failCheck('amount', {
      message: 'the order waits for too many or too few payments.',
      actual: orderData.inputs.length,
    });
  const { payment } = input;
  if (!isPaidIn(payment.currency, { expected, origin }))
    failCheck('currency', {
      message: 'the payment is in another currency.',
      expected: expected.originCurrency,
      actual: payment.currency,
    });
  for (const shown of [payment, paymentDetails]) {
    if (shown.chainId !== origin.slug)
      failCheck('chain', {
        message: 'the payment is on another chain.',
        expected: origin.slug,
        actual: shown.chainId,
      });
    if (!origin.sameCurrency(shown.currency, payment.currency))
      failCheck('currency', {
        message: 'the payment is in another currency.',
        expected: payment.currency,
        actual: shown.currency,
      });
    if (BigInt(shown.amount) !== BigInt(payment.amount))
      failCheck('amount', {
        message: 'the payment and the order differ.',
        expected: payment.amount,
        actual: shown.amount,
      });
  }
  if (origin.sameCurrency(payment.currency, expected.originCurrency)) {
    // The service says the cost of an exact output; it must be what the details show to the
    // user.
    const amount =
      expected.tradeType === 'EXACT_INPUT' ? expected.amount.toString() : details.currencyIn.amount;
    if (payment.amount !== amount)
      failCheck('amount', {
        message: 'the order takes another amount.',
        expected: amount,
        actual: payment.amount,
      });
  }
  const depository = origin.info.protocol.v2.depository;
  if (depository === undefined || !origin.sameAccount(paymentDetails.depository, depository)) {
    failCheck('depository', {
      message: 'the payment goes to a depository that is not in the trusted list.',
      expected: depository ?? 'none',
      actual: paymentDetails.depository,
    });
  }
  return input;
}

/**
 * Whether an order may take a currency: the input currency, or, with a swap before, one that the
 * solver of the chain takes. Refunds are in it, so it must be one that the trusted list names.
 */
function isPaidIn(
  currency: string,
  { expected, origin }: Pick<CheckContext, 'expected' | 'origin'>,
): boolean {
  if (origin.sameCurrency(currency, expected.originCurrency)) return true;
  return (
    expected.originSwaps &&
    swapContract(origin, expected.originCurrency) !== undefined &&
    origin.info.solverCurrencies.some(({ address }) => origin.sameCurrency(address, currency))
  );
}

function checkRefunds(
  { payment, refunds }: OrderParts['input'],
  orderDeadline: number,
  { expected, origin, destination }: CheckContext,
): void {
  if (!refunds.some((refund) => refund.chainId === origin.slug))
    failCheck('refund', {
      message: 'the order cannot be refunded on the origin chain.',
      expected: origin.slug,
    });
  for (const refund of refunds) {
    const options = [
      { chain: origin, currency: payment.currency },
      { chain: destination, currency: expected.destinationCurrency },
    ].filter(
      ({ chain, currency }) =>
        chain.slug === refund.chainId && chain.sameCurrency(currency, refund.currency),
    );
    const [option] = options;
    if (option === undefined)
      failCheck('refund', {
        message: 'a refund is in a currency that was not asked for.',
        actual: refund,
      });
    const allowed =
      option.chain === destination ? [...expected.refundTo, expected.recipient] : expected.refundTo;
    if (!allowed.some((account) => option.chain.sameAccount(account, refund.recipient))) {
      failCheck('refund', {
        message: 'a refund goes to another account.',
        expected: allowed,
        actual: refund.recipient,
      });
    }
    // A right that ends before the order does, or starts above what is paid in, is none.
    if (refund.deadline < orderDeadline)
      failCheck('refund', {
        message: 'a refund ends before the order.',
        expected: `until ${String(orderDeadline)}`,
        actual: refund.deadline,
      });
    if (option.chain === origin && BigInt(refund.minimumAmount) > BigInt(payment.amount))
      failCheck('refund', { message: 'a refund starts above the payment.', actual: refund });
    checkFiller(option.chain, refund.extraData);
  }
}

function checkOutput(
  { details, protocol }: ShownOrder,
  { expected, destination, maxSlippageBps }: CheckContext,
): OrderParts['payment'] {
  const { output } = protocol.orderData;
  if (output.chainId !== destination.slug)
    failCheck('chain', {
      message: 'the order pays out on another chain.',
      expected: destination.slug,
      actual: output.chainId,
    });
  checkFiller(destination, output.extraData);
  for (const payment of output.payments) {
    if (!destination.sameAccount(payment.recipient, expected.recipient))
      failCheck('recipient', {
        message: 'the order pays another account.',
        expected: expected.recipient,
        actual: payment.recipient,
      });
  }
  const [payment, topup, ...others] = output.payments;
  if (payment === undefined || others.length > 0)
    failCheck('amount', {
      message: 'the order makes too many or too few payments.',
      actual: output.payments,
    });
  if (!destination.sameCurrency(payment.currency, expected.destinationCurrency))
    failCheck('currency', {
      message: 'the order pays another currency.',
      expected: expected.destinationCurrency,
      actual: payment.currency,
    });
  checkTopup(topup, { isRequested: expected.topupGas, paid: payment.currency, destination });
  const expectedAmount =
    expected.tradeType === 'EXACT_INPUT' ? details.currencyOut.amount : expected.amount.toString();
  if (payment.expectedAmount !== expectedAmount)
    failCheck('minimum-output', {
      message: 'the order expects another output.',
      expected: expectedAmount,
      actual: payment.expectedAmount,
    });
  const [slippageBps, lateBps] =
    expected.tradeType === 'EXACT_OUTPUT'
      ? [0n, 0n]
      : [expected.slippageBps ?? maxSlippageBps, expected.lateBps];
  // The details name the minimum in time, and the order the one of a late payment.
  const inTime = BigInt(details.currencyOut.minimumAmount);
  const signed = BigInt(payment.minimumAmount);
  checkMinimum(
    { amount: BigInt(expectedAmount), toleranceBps: slippageBps, minimum: inTime },
    'quote',
  );
  checkMinimum({ amount: inTime, toleranceBps: lateBps, minimum: signed }, 'order');
  return payment;
}

function checkCalls({ output }: OrderData, { expected, destination }: CheckContext): void {
  const { codec } = destination;
  const calls = expected.calls.map((tx, index) => {
    if (codec.encodeCall === undefined)
      failCheck('calls', { message: `the codec of "${codec.vm}" cannot write calls.` });
    return codec.encodeCall(readOrderCall(tx, codec, `txs.${String(index)}`)).toLowerCase();
  });
  const actual = output.calls.map((call) => call.toLowerCase());
  if (calls.length !== actual.length || calls.some((call, index) => call !== actual[index]))
    failCheck('calls', { message: 'the order makes other calls.', expected: calls, actual });
}

/**
 * Checks the contract that pays on a chain. It is at the end of `extraData`, which is empty for a
 * chain without one.
 */
function checkFiller(chain: TrustedChain, extraData: string): void {
  const { filler } = chain.info.protocol.v2;
  const address =
    filler === undefined ? '' : bytesToHex(chain.codec.encodeAddress(filler)).slice(2);
  const expected = address === '' ? '0x' : `0x${address.padStart(extraData.length - 2, '0')}`;
  if (extraData.toLowerCase() !== expected)
    failCheck('filler', {
      message: 'the order names a paying contract that is not in the trusted list.',
      expected,
      actual: extraData,
    });
}
