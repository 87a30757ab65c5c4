import { PortageError } from '@portage/core';
import type { RpcReply } from './ask.js';

const quantityPattern = /^0x[0-9a-fA-F]{1,64}$/;
const hashPattern = /^0x[0-9a-fA-F]{64}$/;

/** A node said something that is not what the method answers. */
export function malformedReply(what: string): PortageError {
  return new PortageError('RPC_HTTP_ERROR', { message: `A chain endpoint sent a malformed ${what}.` });
}

/** A JSON object. @throws PortageError `RPC_HTTP_ERROR` */
export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw malformedReply(what);
  return value;
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** The result of a call that must succeed. @throws PortageError `RPC_HTTP_ERROR` with the node's words */
export function readResult(reply: RpcReply | undefined, what: string): unknown {
  if (reply === undefined) throw malformedReply(what);
  if (!reply.ok) throw new PortageError('RPC_HTTP_ERROR', { message: `A chain endpoint refused ${what}: ${reply.error.message}` });
  return reply.result;
}

/** A number as a node takes it. */
export function toQuantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}
