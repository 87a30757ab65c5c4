import { bytesToHex, hexToBytes, type OrderData } from '@portage/core';
import { keccak_256 } from '@noble/hashes/sha3';
import type { CodecOf, Hex } from './codecOf.js';
import { orderTypeHashes, type OrderStruct } from './orderTypes.js';
import { readUint256, readUint32 } from './uint.js';

/**
 * Hashes an order to its id: the EIP-712 `hashStruct`, without a domain. A service that hashes many
 * orders uses `createOrderHasher` of `@portage/order/hasher`, which makes the same ids faster.
 *
 * @throws PortageError `INVALID_REQUEST`, `INVALID_ADDRESS`, or what `codecOf` throws
 * @example
 * ```ts
 * const orderId = hashOrder(orderData, () => evmCodec);
 * ```
 */
export function hashOrder(order: OrderData, codecOf: CodecOf): Hex {
  return bytesToHex(
    struct('order', [
      text(order.version),
      text(order.solverChainId),
      address(order.solver),
      number(order.salt, 'salt'),
      list(order.inputs.map((input) => hashInput(input, codecOf))),
      hashOutput(order.output, codecOf),
      list(order.fees.map((fee) => hashFee(fee, codecOf))),
    ]),
  );
}

function hashInput(
  { payment, refunds }: OrderData['inputs'][number],
  codecOf: CodecOf,
): Uint8Array {
  const hashedPayment = struct('inputPayment', [
    text(payment.chainId),
    keccak_256(codecOf(payment.chainId).encodeCurrency(payment.currency)),
    number(payment.amount, 'inputs.payment.amount'),
    number(payment.weight, 'inputs.payment.weight'),
  ]);
  const hashedRefunds = refunds.map((refund) =>
    struct('inputRefund', [
      text(refund.chainId),
      keccak_256(codecOf(refund.chainId).encodeAddress(refund.recipient)),
      keccak_256(codecOf(refund.chainId).encodeCurrency(refund.currency)),
      number(refund.minimumAmount, 'inputs.refunds.minimumAmount'),
      seconds(refund.deadline, 'inputs.refunds.deadline'),
      keccak_256(hexToBytes(refund.extraData)),
    ]),
  );
  return struct('input', [hashedPayment, list(hashedRefunds)]);
}

function hashOutput(output: OrderData['output'], codecOf: CodecOf): Uint8Array {
  const codec = codecOf(output.chainId);
  const payments = output.payments.map((payment) =>
    struct('outputPayment', [
      keccak_256(codec.encodeAddress(payment.recipient)),
      keccak_256(codec.encodeCurrency(payment.currency)),
      number(payment.minimumAmount, 'output.payments.minimumAmount'),
      number(payment.expectedAmount, 'output.payments.expectedAmount'),
    ]),
  );
  return struct('output', [
    text(output.chainId),
    list(payments),
    seconds(output.deadline, 'output.deadline'),
    list(output.calls.map((call) => keccak_256(hexToBytes(call)))),
    keccak_256(hexToBytes(output.extraData)),
  ]);
}

function hashFee(fee: OrderData['fees'][number], codecOf: CodecOf): Uint8Array {
  return struct('fee', [
    text(fee.recipientChainId),
    keccak_256(codecOf(fee.recipientChainId).encodeAddress(fee.recipient)),
    text(fee.currencyChainId),
    keccak_256(codecOf(fee.currencyChainId).encodeCurrency(fee.currency)),
    number(fee.amount, 'fees.amount'),
  ]);
}

function struct(name: OrderStruct, members: readonly Uint8Array[]): Uint8Array {
  return list([hexToBytes(orderTypeHashes[name]), ...members]);
}

/** Hashes words in a row. EIP-712 hashes arrays like this, and structs after their type hash. */
function list(words: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(32 * words.length);
  words.forEach((word, index) => joined.set(word, 32 * index));
  return keccak_256(joined);
}

function text(value: string): Uint8Array {
  return keccak_256(new TextEncoder().encode(value));
}

function number(value: string, path: string): Uint8Array {
  return word(readUint256(value, path).toString(16));
}

function seconds(value: number, path: string): Uint8Array {
  return word(readUint32(value, path).toString(16));
}

function address(value: string): Uint8Array {
  return word(value.slice(2));
}

function word(hex: string): Uint8Array {
  return hexToBytes(`0x${hex.padStart(64, '0')}`);
}
