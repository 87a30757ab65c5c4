import { bytesToHex, hexToBytes, type Codec, type OrderData } from '@portage/core';
import { createKeccak } from 'hash-wasm';
import type { CodecOf, Hex } from './codecOf.js';
import { orderTypeHashes, type OrderStruct } from './orderTypes.js';
import { readUint256, readUint32 } from './uint.js';
import { createWords, type Words } from './words.js';

/** Hashes orders fast. */
export interface OrderHasher {
  /** The same id as {@link hashOrder} gives, from one WebAssembly instance and buffers that are used again. */
  hash(order: OrderData, codecOf: CodecOf): Hex;
}

/** Hashes of slugs, currencies, accounts and contract words come back again and again; this many are remembered. */
const REMEMBERED_MAX = 4096;

/** Longer values are data of one order and are not worth remembering. */
const REMEMBERED_LENGTH_MAX = 200;

/**
 * Makes the fast twin of {@link hashOrder}. Asynchronous because WebAssembly is compiled first; hashing itself is not.
 *
 * @example
 * ```ts
 * const hasher = await createOrderHasher();
 * const orderId = hasher.hash(orderData, (slug) => chains.bySlug(slug).codec);
 * ```
 */
export async function createOrderHasher(): Promise<OrderHasher> {
  const wasm = await createKeccak(256);
  const keccak = (bytes: Uint8Array): Uint8Array => wasm.init().update(bytes).digest('binary');
  const encoder = new TextEncoder();
  const remembered = new Map<string, Uint8Array>();
  const remember = (key: string, bytes: () => Uint8Array): Uint8Array => {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const hash = keccak(bytes());
    if (key.length > REMEMBERED_LENGTH_MAX) return hash;
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(key, hash);
    return hash;
  };
  return {
    hash: createEncoder({
      keccak,
      text: (value) => remember(`text:${value}`, () => encoder.encode(value)),
      hex: (value) => remember(`hex:${value}`, () => hexToBytes(value)),
      currency: (codec, value) => remember(`currency:${codec.vm}:${value}`, () => codec.encodeCurrency(value)),
      account: (codec, value) => remember(`account:${codec.vm}:${value}`, () => codec.encodeAddress(value)),
    }),
  };
}

interface Hashes {
  readonly keccak: (bytes: Uint8Array) => Uint8Array;
  readonly text: (value: string) => Uint8Array;
  readonly hex: (value: string) => Uint8Array;
  readonly currency: (codec: Codec, value: string) => Uint8Array;
  readonly account: (codec: Codec, value: string) => Uint8Array;
}

function createEncoder({ keccak, text, hex, currency, account }: Hashes): OrderHasher['hash'] {
  // One buffer for each struct, its type's hash already in the first word. No struct contains itself, and members are
  // hashed before the buffer of their struct is filled, so none is in use twice.
  const frame = (name: OrderStruct, members: number): Words => createWords(1 + members).bytes(0, hexToBytes(orderTypeHashes[name]));
  const orderFrame = frame('order', 7);
  const inputFrame = frame('input', 2);
  const paymentFrame = frame('inputPayment', 4);
  const refundFrame = frame('inputRefund', 6);
  const outputFrame = frame('output', 5);
  const outputPaymentFrame = frame('outputPayment', 4);
  const feeFrame = frame('fee', 5);
  const digest = (words: Words): Uint8Array => keccak(words.buffer);
  const emptyList = keccak(new Uint8Array(0));
  const list = (hashes: readonly Uint8Array[]): Uint8Array => {
    if (hashes.length === 0) return emptyList;
    const joined = new Uint8Array(32 * hashes.length);
    hashes.forEach((hash, index) => joined.set(hash, 32 * index));
    return keccak(joined);
  };

  const hashInput = ({ payment, refunds }: OrderData['inputs'][number], codecOf: CodecOf): Uint8Array => {
    paymentFrame.bytes(1, text(payment.chainId)).bytes(2, currency(codecOf(payment.chainId), payment.currency));
    paymentFrame.uint(3, readUint256(payment.amount, 'inputs.payment.amount')).uint(4, readUint256(payment.weight, 'inputs.payment.weight'));
    const hashedPayment = digest(paymentFrame);
    const hashedRefunds = refunds.map((refund) => {
      const codec = codecOf(refund.chainId);
      refundFrame.bytes(1, text(refund.chainId)).bytes(2, account(codec, refund.recipient));
      refundFrame.bytes(3, currency(codec, refund.currency)).uint(4, readUint256(refund.minimumAmount, 'inputs.refunds.minimumAmount'));
      return digest(refundFrame.uint32(5, readUint32(refund.deadline, 'inputs.refunds.deadline')).bytes(6, hex(refund.extraData)));
    });
    return digest(inputFrame.bytes(1, hashedPayment).bytes(2, list(hashedRefunds)));
  };

  const hashOutput = (output: OrderData['output'], codecOf: CodecOf): Uint8Array => {
    const codec = codecOf(output.chainId);
    const payments = output.payments.map((payment) => {
      outputPaymentFrame.bytes(1, account(codec, payment.recipient)).bytes(2, currency(codec, payment.currency));
      outputPaymentFrame.uint(3, readUint256(payment.minimumAmount, 'output.payments.minimumAmount'));
      return digest(outputPaymentFrame.uint(4, readUint256(payment.expectedAmount, 'output.payments.expectedAmount')));
    });
    const calls = output.calls.map((call) => keccak(hexToBytes(call)));
    outputFrame.bytes(1, text(output.chainId)).bytes(2, list(payments)).uint32(3, readUint32(output.deadline, 'output.deadline'));
    return digest(outputFrame.bytes(4, list(calls)).bytes(5, hex(output.extraData)));
  };

  const hashFee = (fee: OrderData['fees'][number], codecOf: CodecOf): Uint8Array => {
    feeFrame.bytes(1, text(fee.recipientChainId)).bytes(2, account(codecOf(fee.recipientChainId), fee.recipient));
    feeFrame.bytes(3, text(fee.currencyChainId)).bytes(4, currency(codecOf(fee.currencyChainId), fee.currency));
    return digest(feeFrame.uint(5, readUint256(fee.amount, 'fees.amount')));
  };

  return (order, codecOf) => {
    const inputs = list(order.inputs.map((input) => hashInput(input, codecOf)));
    const output = hashOutput(order.output, codecOf);
    const fees = list(order.fees.map((fee) => hashFee(fee, codecOf)));
    orderFrame.bytes(1, text(order.version)).bytes(2, text(order.solverChainId)).uint(3, readUint256(order.solver, 'solver'));
    orderFrame.uint(4, readUint256(order.salt, 'salt')).bytes(5, inputs).bytes(6, output).bytes(7, fees);
    return bytesToHex(digest(orderFrame));
  };
}
