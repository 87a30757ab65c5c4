import { Money, type Details, type OrderData, type ProtocolV2 } from '@portage/core';
import { hashOrder } from '@portage/order';
import { checkTopup } from './checkTopup.js';
import { refuse } from './failCheck.js';
import type { Side, Sides } from './trustedChain.js';
import { swapContract } from './swapContract.js';
import type { Wanted } from './expectedQuote.js';

/** What an order is compared with. */
export interface OrderExpectations {
  readonly wanted: Wanted;
  readonly sides: Sides;
  readonly origin: Side;
  readonly destination: Side;
  /** Unix seconds. */
  readonly now: number;
  /** Slippage that is accepted where the request leaves it to the service. */
  readonly maxSlippageBps: bigint;
}

/** An order with what is shown of it. */
export interface ShownOrder {
  readonly protocol: ProtocolV2;
  readonly details: Details;
}

/**
 * Compares the order of a quote, member by member, with what was asked for. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export function checkOrder(shown: ShownOrder, expected: OrderExpectations): void {
  const { orderData, orderId } = shown.protocol;
  checkOrderId(orderData, orderId, expected.sides);
  checkSolver(orderData, expected.sides);
  checkInput(shown, expected);
  checkRefunds(orderData, expected);
  checkOutput(shown, expected);
  checkCalls(orderData, expected);
  if (orderData.output.deadline <= expected.now) {
    refuse('deadline', {
      message: 'the order is already over.',
      expected: `after ${String(expected.now)}`,
      actual: orderData.output.deadline,
    });
  }
}

function checkOrderId(order: OrderData, orderId: string, sides: Sides): void {
  let hashed: string;
  try {
    hashed = hashOrder(order, (slug) => sides.bySlug(slug).codec);
  } catch (cause) {
    refuse('order-id', { message: 'the order cannot be hashed.', actual: orderId, cause });
  }
  if (hashed !== orderId.toLowerCase())
    refuse('order-id', {
      message: 'the order id is not the hash of the order.',
      expected: hashed,
      actual: orderId,
    });
}

function checkSolver(order: OrderData, sides: Sides): void {
  const home = sides.bySlug(order.solverChainId);
  const signer = home.chain.protocol.v2.orderSigner;
  const trusted = signer === undefined ? home.chain.solverAddresses : [signer];
  if (!trusted.some((solver) => home.sameAccount(solver, order.solver))) {
    refuse('solver', {
      message: 'the order names a solver that is not in the trusted list.',
      expected: trusted,
      actual: order.solver,
    });
  }
}

function checkInput(
  { protocol, details }: ShownOrder,
  { wanted, origin }: OrderExpectations,
): void {
  const { orderData, paymentDetails } = protocol;
  const [input, ...others] = orderData.inputs;
  if (input === undefined || others.length > 0)
    refuse('amount', {
      message: 'the order waits for more or less than one payment.',
      actual: orderData.inputs.length,
    });
  const { payment } = input;
  if (!isPaidIn(payment.currency, { wanted, origin }))
    refuse('currency', {
      message: 'the payment is in another currency.',
      expected: wanted.originCurrency,
      actual: payment.currency,
    });
  for (const side of [payment, paymentDetails]) {
    if (side.chainId !== origin.slug)
      refuse('chain', {
        message: 'the payment is on another chain.',
        expected: origin.slug,
        actual: side.chainId,
      });
    if (!origin.sameCurrency(side.currency, payment.currency))
      refuse('currency', {
        message: 'the payment is in another currency.',
        expected: payment.currency,
        actual: side.currency,
      });
    if (BigInt(side.amount) !== BigInt(payment.amount))
      refuse('amount', {
        message: 'the payment and the order differ.',
        expected: payment.amount,
        actual: side.amount,
      });
  }
  if (origin.sameCurrency(payment.currency, wanted.originCurrency)) {
    // What an exact output costs is the service's to say; it must be what the details show to the
    // user.
    const amount =
      wanted.tradeType === 'EXACT_INPUT' ? wanted.amount.toString() : details.currencyIn.amount;
    if (payment.amount !== amount)
      refuse('amount', {
        message: 'the order takes another amount.',
        expected: amount,
        actual: payment.amount,
      });
  }
  const depository = origin.chain.protocol.v2.depository;
  if (depository === undefined || !origin.sameAccount(paymentDetails.depository, depository)) {
    refuse('depository', {
      message: 'the payment goes to a depository that is not in the trusted list.',
      expected: depository ?? 'none',
      actual: paymentDetails.depository,
    });
  }
}

/**
 * Whether an order may take a currency: the one that is given, or, with a swap before, one that the
 * solver of the chain holds. Refunds are in it, so it is never one that nobody vouches for.
 */
function isPaidIn(
  currency: string,
  { wanted, origin }: Pick<OrderExpectations, 'wanted' | 'origin'>,
): boolean {
  if (origin.sameCurrency(currency, wanted.originCurrency)) return true;
  return (
    wanted.originSwaps &&
    swapContract(origin, wanted.originCurrency) !== undefined &&
    origin.chain.solverCurrencies.some(({ address }) => origin.sameCurrency(address, currency))
  );
}

function checkRefunds(order: OrderData, { wanted, origin, destination }: OrderExpectations): void {
  const refunds = order.inputs.flatMap((input) => input.refunds);
  const paid = order.inputs[0]?.payment.currency ?? wanted.originCurrency;
  if (!refunds.some((refund) => refund.chainId === origin.slug))
    refuse('refund', {
      message: 'the order cannot be refunded on the origin chain.',
      expected: origin.slug,
    });
  for (const refund of refunds) {
    const options = [
      { side: origin, currency: paid },
      { side: destination, currency: wanted.destinationCurrency },
    ].filter(
      ({ side, currency }) =>
        side.slug === refund.chainId && side.sameCurrency(currency, refund.currency),
    );
    const [option] = options;
    if (option === undefined)
      refuse('refund', {
        message: 'a refund is in a currency that was not asked for.',
        actual: refund,
      });
    const allowed =
      option.side === destination ? [...wanted.refundTo, wanted.recipient] : wanted.refundTo;
    if (!allowed.some((account) => option.side.sameAccount(account, refund.recipient))) {
      refuse('refund', {
        message: 'a refund goes to somebody else.',
        expected: allowed,
        actual: refund.recipient,
      });
    }
    // A right that ends before the order does, or starts above what is paid in, is none.
    if (refund.deadline < order.output.deadline)
      refuse('refund', {
        message: 'a refund is promised for less time than the order lasts.',
        expected: `until ${String(order.output.deadline)}`,
        actual: refund.deadline,
      });
    if (
      option.side === origin &&
      BigInt(refund.minimumAmount) > BigInt(order.inputs[0]?.payment.amount ?? 0)
    )
      refuse('refund', {
        message: 'a refund is promised only above what is paid in.',
        actual: refund,
      });
    checkFiller(option.side, refund.extraData);
  }
}

function checkOutput(
  { details, protocol }: ShownOrder,
  { wanted, destination, maxSlippageBps }: OrderExpectations,
): void {
  const { output } = protocol.orderData;
  if (output.chainId !== destination.slug)
    refuse('chain', {
      message: 'the order pays out on another chain.',
      expected: destination.slug,
      actual: output.chainId,
    });
  checkFiller(destination, output.extraData);
  for (const payment of output.payments) {
    if (!destination.sameAccount(payment.recipient, wanted.recipient))
      refuse('recipient', {
        message: 'the order pays somebody else.',
        expected: wanted.recipient,
        actual: payment.recipient,
      });
  }
  const [payment, topup, ...others] = output.payments;
  if (payment === undefined || others.length > 0)
    refuse('amount', {
      message: 'the order makes more or fewer payments than were asked for.',
      actual: output.payments,
    });
  if (!destination.sameCurrency(payment.currency, wanted.destinationCurrency))
    refuse('currency', {
      message: 'the order pays another currency.',
      expected: wanted.destinationCurrency,
      actual: payment.currency,
    });
  checkTopup(topup, { wanted: wanted.topupGas, paid: payment.currency, destination });
  const expectedAmount =
    wanted.tradeType === 'EXACT_INPUT' ? details.currencyOut.amount : wanted.amount.toString();
  if (payment.expectedAmount !== expectedAmount)
    refuse('minimum-output', {
      message: 'the order expects another output.',
      expected: expectedAmount,
      actual: payment.expectedAmount,
    });
  const [slippageBps, lateBps] =
    wanted.tradeType === 'EXACT_OUTPUT'
      ? [0n, 0n]
      : [wanted.slippageBps ?? maxSlippageBps, wanted.lateBps];
  // Rounded down: the last unit belongs to the rounding of the service.
  const minimum = Money.mulDivDown(
    BigInt(expectedAmount),
    (Money.wholeBps - slippageBps) * (Money.wholeBps - lateBps),
    Money.wholeBps * Money.wholeBps,
  );
  if (BigInt(payment.minimumAmount) < minimum) {
    refuse('minimum-output', {
      message: 'the order promises less than the slippage tolerance allows.',
      expected: `at least ${minimum.toString()}`,
      actual: payment.minimumAmount,
    });
  }
}

function checkCalls({ output }: OrderData, { wanted, destination }: OrderExpectations): void {
  const { codec } = destination;
  if (wanted.calls.length > 0 && codec.encodeCall === undefined)
    refuse('calls', {
      message: `the codec of "${codec.vm}" cannot write calls, so they cannot be compared.`,
    });
  const calls = wanted.calls.map((call) => codec.encodeCall?.(call).toLowerCase());
  const actual = output.calls.map((call) => call.toLowerCase());
  if (calls.length !== actual.length || calls.some((call, index) => call !== actual[index]))
    refuse('calls', { message: 'the order makes other calls.', expected: calls, actual });
}

/**
 * The contract that pays on a chain stands at the end of `extraData`; a chain without one has none.
 */
function checkFiller(side: Side, extraData: string): void {
  const { filler } = side.chain.protocol.v2;
  const address =
    filler === undefined
      ? ''
      : [...side.codec.encodeAddress(filler)]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('');
  const expected = address === '' ? '0x' : `0x${address.padStart(extraData.length - 2, '0')}`;
  if (extraData.toLowerCase() !== expected)
    refuse('filler', {
      message: 'the order names a paying contract that is not in the trusted list.',
      expected,
      actual: extraData,
    });
}
