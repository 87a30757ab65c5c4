import { assert, bytesToHex, hexToBytes } from '@portage/core';
import { solanaCodec } from '@portage/solana/codec';
import type { TestPoolSwap } from '@portage/solana/program';
import { concatBytes } from '@portage/solana/transaction';

/** A swap through pools, before it is known who makes it. Amounts are smallest units. */
export interface SwapTerms extends Pick<TestPoolSwap, 'type' | 'amount' | 'limit'> {
  /** Addresses of the pools, one after the other. */
  readonly pools: readonly string[];
}

const types = ['EXACT_INPUT', 'EXACT_OUTPUT'] as const;
/** Type, amount and limit. */
const headBytes = 1 + 8 + 8;

/** Data of the call that describes a swap: type, amount, limit, pools. */
export function encodeSwap({ type, amount, limit, pools }: SwapTerms): string {
  const head = new Uint8Array(headBytes);
  const view = new DataView(head.buffer);
  head[0] = types.indexOf(type);
  for (const value of [amount, limit])
    assert(value >= 0n && value < 1n << 64n, 'an amount fits 64 bits');
  view.setBigUint64(1, amount);
  view.setBigUint64(9, limit);
  const addresses = pools.map((each) => solanaCodec.encodeAddress(each));
  return bytesToHex(concatBytes([head, ...addresses]));
}

/** Reads what {@link encodeSwap} wrote; anything else is a bug. */
export function decodeSwap(data: string): SwapTerms {
  const bytes = hexToBytes(data);
  const count = (bytes.length - headBytes) / 32;
  const type = types[bytes[0] ?? types.length];
  assert(Number.isInteger(count) && count >= 1 && type !== undefined, 'the call is a swap');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const addressAt = (place: number): string => {
    const start = headBytes + 32 * place;
    return solanaCodec.decodeAddress(bytes.subarray(start, start + 32));
  };
  return {
    type,
    amount: view.getBigUint64(1),
    limit: view.getBigUint64(9),
    pools: Array.from({ length: count }, (_, place) => addressAt(place)),
  };
}
