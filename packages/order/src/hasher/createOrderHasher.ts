import { bytesToHex, type OrderData } from '@portage/core';
import type { CodecOf, Hex } from '../codecOf.js';
import { hashOrder } from '../hashOrder.js';
import { readUint256 } from '../uint.js';
import { createFeesHash } from './createFeesHash.js';
import { createHasherMemory, listedMax, type HasherMemory } from './createHasherMemory.js';
import { createInputsHash } from './createInputsHash.js';
import { createKeccakMemory } from './createKeccakMemory.js';
import { createOutputHash } from './createOutputHash.js';

/** Hashes orders fast. */
export interface OrderHasher {
  /**
   * Makes the same id as {@link hashOrder}. Every member is written where it is hashed, in a memory
   * that is used again.
   */
  hash(order: OrderData, codecOf: CodecOf): Hex;
}

/**
 * Makes the fast twin of {@link hashOrder}. Asynchronous because WebAssembly is compiled first;
 * hashing itself is not. Orders with lists longer than the memory are left to {@link hashOrder}.
 *
 * @example
 * ```ts
 * const hasher = await createOrderHasher();
 * const orderId = hasher.hash(orderData, (slug) => chains.bySlug(slug).codec);
 * ```
 */
export async function createOrderHasher(): Promise<OrderHasher> {
  const hash = createHash(createHasherMemory(await createKeccakMemory()));
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

function createHash(memory: HasherMemory): OrderHasher['hash'] {
  const { text } = memory;
  const order = memory.struct('order', 7);
  const hashInputs = createInputsHash(memory);
  const hashOutput = createOutputHash(memory);
  const hashFees = createFeesHash(memory);
  return ({ version, solverChainId, solver, salt, inputs, output, fees }, codecOf) => {
    order.bytes(1, text(version)).bytes(2, text(solverChainId));
    order.uint(3, readUint256(solver, 'solver')).uint(4, readUint256(salt, 'salt'));
    hashInputs(inputs, codecOf, order.message, 32 * 5);
    hashOutput(output, codecOf, order.message, 32 * 6);
    hashFees(fees, codecOf, order.message, 32 * 7);
    return bytesToHex(order.message.digest());
  };
}
