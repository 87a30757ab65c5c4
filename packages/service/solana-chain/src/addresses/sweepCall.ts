import { assert, bytesToHex, hexToBytes } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { concatBytes } from '@portage/solana/transaction';

/** An amount of a currency that a sweep moves, in smallest units. */
export interface SweptAmount {
  readonly currency: string;
  readonly amount: bigint;
}

/** Sweep of a deposit address: whose it is, and what is moved. */
export interface SweepTerms {
  readonly owner: DepositAddressOwner;
  readonly amounts: readonly SweptAmount[];
}

/** Currencies of one sweep: more do not fit a transaction. */
export const sweptMax = 3;

const ownerBytes = 64;
const amountBytes = 40;

/** Data of the call that a sweep is stored as: order id, depositor, then currencies and amounts. */
export function encodeSweep({ owner, amounts }: SweepTerms): string {
  const pieces = amounts.flatMap(({ currency, amount }) => [
    solanaCodec.encodeCurrency(currency),
    u64(amount),
  ]);
  const { orderId, depositor } = owner;
  return bytesToHex(
    concatBytes([hexToBytes(orderId), solanaCodec.encodeAddress(depositor), ...pieces]),
  );
}

/** Reads what {@link encodeSweep} wrote; anything else is a bug. */
export function decodeSweep(data: string): SweepTerms {
  const bytes = hexToBytes(data);
  const count = (bytes.length - ownerBytes) / amountBytes;
  assert(Number.isInteger(count) && count >= 1 && count <= sweptMax, 'the call is a sweep');
  const addressAt = (start: number): string =>
    solanaCodec.decodeAddress(bytes.subarray(start, start + 32));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    owner: { orderId: bytesToHex(bytes.subarray(0, 32)), depositor: addressAt(32) },
    amounts: Array.from({ length: count }, (_, place) => {
      const start = ownerBytes + place * amountBytes;
      return { currency: addressAt(start), amount: view.getBigUint64(start + 32) };
    }),
  };
}

function u64(value: bigint): Uint8Array {
  assert(value > 0n && value < 1n << 64n, 'an amount fits 64 bits');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}
