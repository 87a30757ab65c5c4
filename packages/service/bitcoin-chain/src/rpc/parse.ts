import { malformedReply } from '@portage/chain-kit';

/** A text. @throws PortageError `RPC_HTTP_ERROR` */
export function readText(value: unknown, what: string): string {
  if (typeof value !== 'string') throw malformedReply(what);
  return value;
}

/** A height, a place or a count; exact. @throws PortageError `RPC_HTTP_ERROR` */
export function readInteger(value: unknown, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw malformedReply(what);
  return value;
}

/** Id of a block or a transaction: 64 hex digits. @throws PortageError `RPC_HTTP_ERROR` */
export function readHash(value: unknown, what: string): string {
  const text = readText(value, what);
  if (!/^[0-9a-f]{64}$/.test(text)) throw malformedReply(what);
  return text;
}

/** Bytes that are written as hex. @throws PortageError `RPC_HTTP_ERROR` */
export function readBytes(value: unknown, what: string): Uint8Array {
  const text = readText(value, what);
  const bytes = Buffer.from(text, 'hex');
  if (bytes.length * 2 !== text.length) throw malformedReply(what);
  return bytes;
}

/** Id that a hash is written as: its bytes backwards. */
export function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}
