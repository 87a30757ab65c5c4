import { assert, bytesToHex, hexToBytes, type Codec, type OrderData } from '@portage/core';
import type { CodecOf, Hex } from './codecOf.js';
import { createKeccakMemory, type KeccakMemory, type Message } from './createKeccakMemory.js';
import { createLeafHashes } from './createLeafHashes.js';
import { hashOrder } from './hashOrder.js';
import { orderTypeHashes, type OrderStruct } from './orderTypes.js';
import { readUint256, readUint32 } from './uint.js';
import { createWords, type Words } from './words.js';

/** Hashes orders fast. */
export interface OrderHasher {
  /**
   * The same id as {@link hashOrder} gives: every member is written where it is hashed, in a memory
   * that is used again.
   */
  hash(order: OrderData, codecOf: CodecOf): Hex;
}

/**
 * Lists of up to so many have a place in the hasher's memory; orders with longer ones are left to
 * {@link hashOrder}.
 */
const listedMax = 4;

/**
 * Makes the fast twin of {@link hashOrder}. Asynchronous because WebAssembly is compiled first;
 * hashing itself is not.
 *
 * @example
 * ```ts
 * const hasher = await createOrderHasher();
 * const orderId = hasher.hash(orderData, (slug) => chains.bySlug(slug).codec);
 * ```
 */
export async function createOrderHasher(): Promise<OrderHasher> {
  const hash = createEncoder(await createKeccakMemory());
  return {
    hash: (order, codecOf) =>
      hasLongList(order) ? hashOrder(order, codecOf) : hash(order, codecOf),
  };
}

function hasLongList({ inputs, output, fees }: OrderData): boolean {
  const isLong = ({ length }: readonly unknown[]): boolean => length > listedMax;
  return (
    isLong(inputs) ||
    isLong(output.payments) ||
    isLong(output.calls) ||
    isLong(fees) ||
    inputs.some(({ refunds }) => isLong(refunds))
  );
}

type Input = OrderData['inputs'][number];
type OutputPayment = OrderData['output']['payments'][number];
type Fee = OrderData['fees'][number];

/** A struct in the hasher's memory, its type's hash already in the first word. */
interface Frame extends Words {
  readonly message: Message;
}

/** Hashes something and writes the digest at a place of what it belongs to. */
type HashInto<Item, Context = CodecOf> = (
  item: Item,
  context: Context,
  target: Message,
  offset: number,
) => void;

function createEncoder(keccak: KeccakMemory): OrderHasher['hash'] {
  const { text, hex, currency, account } = createLeafHashes(keccak);
  const frameOf = (name: OrderStruct, members: number): Frame => {
    const message = keccak.reserve(32 * (1 + members));
    return { message, ...createWords(message.bytes).bytes(0, hexToBytes(orderTypeHashes[name])) };
  };
  // No struct and no list contains one of its own kind, so none is in use twice.
  const [order, input, payment, refund] = [
    frameOf('order', 7),
    frameOf('input', 2),
    frameOf('inputPayment', 4),
    frameOf('inputRefund', 6),
  ];
  const [output, outputPayment, fee] = [
    frameOf('output', 5),
    frameOf('outputPayment', 4),
    frameOf('fee', 5),
  ];
  const listOf = createListHashes(keccak);

  const hashRefunds = listOf<Input['refunds'][number]>(
    (
      { chainId, recipient, currency: paid, minimumAmount, deadline, extraData },
      codecOf,
      target,
      offset,
    ) => {
      const codec = codecOf(chainId);
      refund
        .bytes(1, text(chainId))
        .bytes(2, account(codec, recipient))
        .bytes(3, currency(codec, paid));
      refund
        .uint(4, readUint256(minimumAmount, 'inputs.refunds.minimumAmount'))
        .uint32(5, readUint32(deadline, 'inputs.refunds.deadline'));
      refund.bytes(6, hex(extraData));
      refund.message.digestInto(target, offset);
    },
  );
  const hashInputs = listOf<Input>(
    (
      { payment: { chainId, currency: paid, amount, weight }, refunds },
      codecOf,
      target,
      offset,
    ) => {
      payment.bytes(1, text(chainId)).bytes(2, currency(codecOf(chainId), paid));
      payment
        .uint(3, readUint256(amount, 'inputs.payment.amount'))
        .uint(4, readUint256(weight, 'inputs.payment.weight'));
      payment.message.digestInto(input.message, 32);
      hashRefunds(refunds, codecOf, input.message, 32 * 2);
      input.message.digestInto(target, offset);
    },
  );
  const hashPayments = listOf<OutputPayment, Codec>(
    ({ recipient, currency: paid, minimumAmount, expectedAmount }, codec, target, offset) => {
      outputPayment.bytes(1, account(codec, recipient)).bytes(2, currency(codec, paid));
      outputPayment.uint(3, readUint256(minimumAmount, 'output.payments.minimumAmount'));
      outputPayment.uint(4, readUint256(expectedAmount, 'output.payments.expectedAmount'));
      outputPayment.message.digestInto(target, offset);
    },
  );
  const hashCalls = listOf<string>((call, _, target, offset) => {
    target.bytes.set(keccak.hash(hexToBytes(call)), offset);
  });
  const hashOutput: HashInto<OrderData['output']> = (
    { chainId, payments, calls, deadline, extraData },
    codecOf,
    target,
    offset,
  ) => {
    output
      .bytes(1, text(chainId))
      .uint32(3, readUint32(deadline, 'output.deadline'))
      .bytes(5, hex(extraData));
    hashPayments(payments, codecOf(chainId), output.message, 32 * 2);
    hashCalls(calls, codecOf, output.message, 32 * 4);
    output.message.digestInto(target, offset);
  };
  const hashFees = listOf<Fee>(
    (
      { recipientChainId, recipient, currencyChainId, currency: paid, amount },
      codecOf,
      target,
      offset,
    ) => {
      fee.bytes(1, text(recipientChainId)).bytes(2, account(codecOf(recipientChainId), recipient));
      fee.bytes(3, text(currencyChainId)).bytes(4, currency(codecOf(currencyChainId), paid));
      fee.uint(5, readUint256(amount, 'fees.amount'));
      fee.message.digestInto(target, offset);
    },
  );

  return ({ version, solverChainId, solver, salt, inputs, output: paidOut, fees }, codecOf) => {
    order.bytes(1, text(version)).bytes(2, text(solverChainId));
    order.uint(3, readUint256(solver, 'solver')).uint(4, readUint256(salt, 'salt'));
    hashInputs(inputs, codecOf, order.message, 32 * 5);
    hashOutput(paidOut, codecOf, order.message, 32 * 6);
    hashFees(fees, codecOf, order.message, 32 * 7);
    return bytesToHex(order.message.digest());
  };
}

/** Makes what hashes lists: the items' digests in a row, in a place of its own for each length. */
function createListHashes(
  keccak: KeccakMemory,
): <Item, Context = CodecOf>(
  hashItem: HashInto<Item, Context>,
) => HashInto<readonly Item[], Context> {
  const nothing = keccak.hash(new Uint8Array());
  return (hashItem) => {
    const places = Array.from({ length: listedMax + 1 }, (_, length) =>
      keccak.reserve(32 * length),
    );
    return (items, context, target, offset) => {
      // Most orders have neither calls nor fees.
      if (items.length === 0) {
        target.bytes.set(nothing, offset);
        return;
      }
      const place = places[items.length];
      assert(place !== undefined, 'longer lists are hashed by the plain twin');
      let at = 0;
      for (const item of items) {
        hashItem(item, context, place, at);
        at += 32;
      }
      place.digestInto(target, offset);
    };
  };
}
