import { bytesToHex, hexToBytes, type OrderData } from '@portage/core';
import type { CodecOf } from './codecOf.js';
import { readUint256 } from './uint.js';

/**
 * Writes an order in its canonical form: addresses as their codec writes them, amounts without
 * leading zeros, hex in lower case and the salt as 32 bytes. Two texts of one order become equal.
 * The order id does not change.
 *
 * @throws PortageError `INVALID_REQUEST`, `INVALID_ADDRESS`, or what `codecOf` throws
 * @example
 * ```ts
 * const stored = normalizeOrder(orderData, (slug) => chains.bySlug(slug).codec);
 * ```
 */
export function normalizeOrder(order: OrderData, codecOf: CodecOf): OrderData {
  const address = (slug: string, text: string): string => codecOf(slug).normalizeAddress(text);
  const currency = (slug: string, text: string): string =>
    codecOf(slug).decodeAddress(codecOf(slug).encodeCurrency(text));
  const { output } = order;
  return {
    version: order.version,
    solverChainId: order.solverChainId,
    solver: order.solver.toLowerCase(),
    salt: `0x${readUint256(order.salt, 'salt').toString(16).padStart(64, '0')}`,
    inputs: order.inputs.map(({ payment, refunds }) => ({
      payment: {
        chainId: payment.chainId,
        currency: currency(payment.chainId, payment.currency),
        amount: amount(payment.amount, 'inputs.payment.amount'),
        weight: amount(payment.weight, 'inputs.payment.weight'),
      },
      refunds: refunds.map((refund) => ({
        chainId: refund.chainId,
        recipient: address(refund.chainId, refund.recipient),
        currency: currency(refund.chainId, refund.currency),
        minimumAmount: amount(refund.minimumAmount, 'inputs.refunds.minimumAmount'),
        deadline: refund.deadline,
        extraData: hex(refund.extraData),
      })),
    })),
    output: {
      chainId: output.chainId,
      payments: output.payments.map((payment) => ({
        recipient: address(output.chainId, payment.recipient),
        currency: currency(output.chainId, payment.currency),
        minimumAmount: amount(payment.minimumAmount, 'output.payments.minimumAmount'),
        expectedAmount: amount(payment.expectedAmount, 'output.payments.expectedAmount'),
      })),
      calls: output.calls.map(hex),
      deadline: output.deadline,
      extraData: hex(output.extraData),
    },
    fees: order.fees.map((fee) => ({
      recipientChainId: fee.recipientChainId,
      recipient: address(fee.recipientChainId, fee.recipient),
      currencyChainId: fee.currencyChainId,
      currency: currency(fee.currencyChainId, fee.currency),
      amount: amount(fee.amount, 'fees.amount'),
    })),
  };
}

function amount(text: string, path: string): string {
  return readUint256(text, path).toString();
}

function hex(text: string): string {
  return bytesToHex(hexToBytes(text));
}
