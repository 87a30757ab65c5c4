import { assert } from '@portage/core';

const heightBytes = 8;

/**
 * Signed bytes as they are stored: the transaction, and after it the last block height that may
 * hold it. The blockhash inside the transaction does not tell its age, and only a transaction that
 * is too old for certain may be signed anew.
 */
export function storedBytes(transaction: Uint8Array, lastValidBlockHeight: number): Uint8Array {
  const bytes = new Uint8Array(transaction.length + heightBytes);
  bytes.set(transaction);
  new DataView(bytes.buffer).setBigUint64(transaction.length, BigInt(lastValidBlockHeight));
  return bytes;
}

/** Takes {@link storedBytes} apart. */
export function readStoredBytes(stored: Uint8Array): {
  readonly transaction: Uint8Array;
  readonly lastValidBlockHeight: number;
} {
  assert(stored.length > heightBytes, 'stored bytes hold a transaction and a height');
  const end = stored.length - heightBytes;
  const height = new DataView(stored.buffer, stored.byteOffset + end, heightBytes).getBigUint64(0);
  return { transaction: stored.subarray(0, end), lastValidBlockHeight: Number(height) };
}
