import { malformedReply } from '@portage/chain-kit';

const quantityPattern = /^0x[0-9a-fA-F]{1,64}$/;
const wordsPattern = /^0x(?:[0-9a-fA-F]{64})*$/;
const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/** A hex quantity. @throws PortageError `RPC_HTTP_ERROR` */
export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !quantityPattern.test(value)) throw malformedReply(what);
  return BigInt(value);
}

/** A hex quantity that is a height, an index or a time. @throws PortageError `RPC_HTTP_ERROR` */
export function readInteger(value: unknown, what: string): number {
  const number = Number(readQuantity(value, what));
  if (!Number.isSafeInteger(number)) throw malformedReply(what);
  return number;
}

/** A 32-byte hash, in lower case. @throws PortageError `RPC_HTTP_ERROR` */
export function readHash(value: unknown, what: string): string {
  if (typeof value !== 'string' || !hashPattern.test(value)) throw malformedReply(what);
  return value.toLowerCase();
}

/**
 * ABI words of an answer or of the data of an event, at least as many as `count`; hex without 0x.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readWords(value: unknown, count: number, what: string): string {
  if (typeof value !== 'string' || !wordsPattern.test(value) || value.length < 2 + 64 * count)
    throw malformedReply(what);
  return value.slice(2);
}

/** A number as a node takes it. */
export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}
