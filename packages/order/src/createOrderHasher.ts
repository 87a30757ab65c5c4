import { bytesToHex, hexToBytes, type OrderData } from '@portage/core';
import type { CodecOf, Hex } from './codecOf.js';
import { createKeccakMemory, type KeccakMemory, type Message } from './createKeccakMemory.js';
import { createLeafHashes } from './createLeafHashes.js';
import { hashOrder } from './hashOrder.js';
import { orderTypeHashes, type OrderStruct } from './orderTypes.js';
import { readUint256, readUint32 } from './uint.js';
import { createWords, type Words } from './words.js';

/** Hashes orders fast. */
export interface OrderHasher {
  /** The same id as {@link hashOrder} gives: every member is written where it is hashed, in a memory that is used again. */
  hash(order: OrderData, codecOf: CodecOf): Hex;
}

/** Lists of up to so many have a place in the hasher's memory; orders with longer ones are left to {@link hashOrder}. */
const LISTED_MAX = 4;

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
  const hash = createEncoder(await createKeccakMemory());
  return { hash: (order, codecOf) => (longestList(order) > LISTED_MAX ? hashOrder(order, codecOf) : hash(order, codecOf)) };
}

function longestList({ inputs, output, fees }: OrderData): number {
  return Math.max(inputs.length, ...inputs.map(({ refunds }) => refunds.length), output.payments.length, output.calls.length, fees.length);
}

/** A struct in the hasher's memory, its type's hash already in the first word. */
interface Frame extends Words {
  readonly message: Message;
}

/** Places for lists of one kind, by their length. */
type Lists = readonly Message[];

/** Hashes something and writes the digest at a place of what it belongs to. */
type HashInto<Item> = (item: Item, target: Message, offset: number) => void;

function createEncoder(keccak: KeccakMemory): OrderHasher['hash'] {
  const { text, hex, currency, account } = createLeafHashes(keccak);
  const frameOf = (name: OrderStruct, members: number): Frame => {
    const message = keccak.reserve(32 * (1 + members));
    return { message, ...createWords(message.bytes).bytes(0, hexToBytes(orderTypeHashes[name])) };
  };
  const lists = (): Lists => Array.from({ length: LISTED_MAX + 1 }, (_, length) => keccak.reserve(32 * length));
  // No struct and no list contains one of its own kind, so none is in use twice.
  const [order, input, payment, refund] = [frameOf('order', 7), frameOf('input', 2), frameOf('inputPayment', 4), frameOf('inputRefund', 6)];
  const [output, outputPayment, fee] = [frameOf('output', 5), frameOf('outputPayment', 4), frameOf('fee', 5)];
  const [inputs, refunds, payments, calls, fees] = [lists(), lists(), lists(), lists(), lists()];

  const nothing = keccak.hash(new Uint8Array());

  function hashList<Item>(places: Lists, items: readonly Item[], hashItem: HashInto<Item>, frame: Frame, word: number): void {
    // Most orders have neither calls nor fees.
    if (items.length === 0) {
      frame.bytes(word, nothing);
      return;
    }
    const place = places[items.length];
    if (place === undefined) throw new Error('Assertion failed: longer lists are hashed by the plain twin');
    for (let index = 0; index < items.length; index += 1) hashItem(items[index] as Item, place, 32 * index); // Within the list.
    place.digestInto(frame.message, 32 * word);
  }

  return (data, codecOf) => {
    const hashRefund: HashInto<OrderData['inputs'][number]['refunds'][number]> = ({ chainId, recipient, currency: paid, minimumAmount, deadline, extraData }, target, offset) => {
      const codec = codecOf(chainId);
      refund.bytes(1, text(chainId)).bytes(2, account(codec, recipient)).bytes(3, currency(codec, paid));
      refund.uint(4, readUint256(minimumAmount, 'inputs.refunds.minimumAmount')).uint32(5, readUint32(deadline, 'inputs.refunds.deadline'));
      refund.bytes(6, hex(extraData));
      refund.message.digestInto(target, offset);
    };
    const hashInput: HashInto<OrderData['inputs'][number]> = (each, target, offset) => {
      const { chainId, amount, weight } = each.payment;
      payment.bytes(1, text(chainId)).bytes(2, currency(codecOf(chainId), each.payment.currency));
      payment.uint(3, readUint256(amount, 'inputs.payment.amount')).uint(4, readUint256(weight, 'inputs.payment.weight'));
      payment.message.digestInto(input.message, 32);
      hashList(refunds, each.refunds, hashRefund, input, 2);
      input.message.digestInto(target, offset);
    };
    const codecOut = codecOf(data.output.chainId);
    const hashPayment: HashInto<OrderData['output']['payments'][number]> = (each, target, offset) => {
      outputPayment.bytes(1, account(codecOut, each.recipient)).bytes(2, currency(codecOut, each.currency));
      outputPayment.uint(3, readUint256(each.minimumAmount, 'output.payments.minimumAmount'));
      outputPayment.uint(4, readUint256(each.expectedAmount, 'output.payments.expectedAmount'));
      outputPayment.message.digestInto(target, offset);
    };
    const hashCall: HashInto<string> = (call, target, offset) => {
      target.bytes.set(keccak.hash(hexToBytes(call)), offset);
    };
    const hashFee: HashInto<OrderData['fees'][number]> = (each, target, offset) => {
      fee.bytes(1, text(each.recipientChainId)).bytes(2, account(codecOf(each.recipientChainId), each.recipient));
      fee.bytes(3, text(each.currencyChainId)).bytes(4, currency(codecOf(each.currencyChainId), each.currency));
      fee.uint(5, readUint256(each.amount, 'fees.amount'));
      fee.message.digestInto(target, offset);
    };

    order.bytes(1, text(data.version)).bytes(2, text(data.solverChainId));
    order.uint(3, readUint256(data.solver, 'solver')).uint(4, readUint256(data.salt, 'salt'));
    hashList(inputs, data.inputs, hashInput, order, 5);
    output.bytes(1, text(data.output.chainId)).uint32(3, readUint32(data.output.deadline, 'output.deadline'));
    hashList(payments, data.output.payments, hashPayment, output, 2);
    hashList(calls, data.output.calls, hashCall, output, 4);
    output.bytes(5, hex(data.output.extraData));
    output.message.digestInto(order.message, 32 * 6);
    hashList(fees, data.fees, hashFee, order, 7);
    return bytesToHex(order.message.digest());
  };
}
