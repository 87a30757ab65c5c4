import type { ProtocolV2, Step } from '@portage/core';
import { assert } from '@portage/core/errors';
import { checkDepositAddress } from './checkDepositAddress.js';
import { checkShown } from './checkDetails.js';
import { checkOrder, type CheckContext, type OrderParts, type ShownOrder } from './checkOrder.js';
import type { EffectRules } from './effectPolicy.js';
import type { PermitRules } from './permitRules.js';
import { minimumDeposit, type SettlementRules } from './settlementRules.js';
import { swapContract } from './swapContract.js';

/** Rules that follow from an order; the others follow from the request. */
type OrderRules = Pick<
  EffectRules,
  'currency' | 'amount' | 'spenders' | 'deposit' | 'payment' | 'swap' | 'permit'
>;

/** Clocks differ: a permit may be valid for this much longer than was asked for. */
const clockSkewSeconds = 60;

/**
 * Checks an order, and makes the rules for what may be signed for it. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED`
 */
export async function orderRules(
  shown: ShownOrder,
  steps: readonly Step[],
  context: CheckContext,
): Promise<OrderRules> {
  const { expected, origin } = context;
  const { protocol, details } = shown;
  const { paymentDetails, orderId } = protocol;
  const parts = checkOrder(shown, context);
  checkShown(details, parts, context);
  if (expected.wantsSignature || protocol.orderSignature !== undefined) {
    const { checkSignature } = await import('./checkSignature.js');
    checkSignature(protocol);
  }
  // Equal to the trusted one: checkOrder has compared them.
  const { depository } = paymentDetails;
  const isSwapped = !origin.sameCurrency(paymentDetails.currency, expected.originCurrency);
  const settlement = settlementOf(protocol, parts, context);
  const permit = permitRules(
    isSwapped ? settlement : { ...settlement, minimum: settlement.maximum },
    context,
  );
  const { permit2 } = origin.info.contracts;
  const forPermits = permit !== undefined && typeof permit2 === 'string' ? [permit2] : [];
  const input = {
    currency: expected.originCurrency,
    amount: BigInt(details.currencyIn.amount),
    permit,
  };
  if (expected.useDepositAddress)
    return {
      ...input,
      spenders: [],
      payment: {
        recipient: checkDepositAddress(steps, orderId, context),
        check: 'deposit-address',
      },
    };
  if (expected.direct && !isSwapped && isTransfer(steps, depository))
    return {
      ...input,
      spenders: [],
      payment: { recipient: depository, reference: orderId, check: 'depository' },
    };
  if (!isSwapped)
    return { ...input, spenders: [depository, ...forPermits], deposit: { depository, orderId } };
  const contract = swapContract(origin, expected.originCurrency);
  assert(contract !== undefined, 'a swapped order has a swap contract');
  return { ...input, spenders: [contract, ...forPermits], swap: { contract, settlement } };
}

/**
 * Whether the last step is something else than a call of the depository, which a request for a
 * direct transfer may be answered with: native currency carries no id.
 */
function isTransfer(steps: readonly Step[], depository: string): boolean {
  const to = steps.at(-1)?.items.at(-1)?.data['to'];
  return typeof to === 'string' && to.toLowerCase() !== depository.toLowerCase();
}

/** Rules for a permit; undefined where none was asked for, or where no contract could take one. */
function permitRules(
  settlement: SettlementRules,
  { expected, origin, now }: CheckContext,
): PermitRules | undefined {
  const spender = expected.usePermit ? swapContract(origin, expected.originCurrency) : undefined;
  if (spender === undefined) return undefined;
  return {
    spender,
    expiresAtMax: now + expected.permitExpirySeconds + clockSkewSeconds,
    settlement,
  };
}

/** Rules for the swap whose output pays an order. */
function settlementOf(
  { orderData, paymentDetails, orderId }: ProtocolV2,
  { payment }: OrderParts,
  { expected, origin, now }: CheckContext,
): SettlementRules {
  const input = BigInt(paymentDetails.amount);
  return {
    origin,
    orderId,
    account: expected.user,
    currency: paymentDetails.currency,
    minimum: minimumDeposit({
      input,
      expectedOutput: BigInt(payment.expectedAmount),
      minimumOutput: BigInt(payment.minimumAmount),
    }),
    maximum: input,
    takesMore: expected.givesSurplus,
    refundTo: [...expected.refundTo, expected.user],
    now,
    deadlineMax: orderData.output.deadline,
  };
}
