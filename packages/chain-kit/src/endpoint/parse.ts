import { PortageError } from '@portage/core';
import type { RpcReply } from './ask.js';

/**
 * A node said something that is not what the method answers.
 *
 * @example
 * ```ts
 * if (typeof code !== 'string') throw malformedReply('code');
 * ```
 */
export function malformedReply(what: string): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: `A chain endpoint sent a malformed ${what}.`,
  });
}

/**
 * Whether a value is a JSON object.
 *
 * @example
 * ```ts
 * if (isObject(result)) console.log(result['slot']);
 * ```
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A JSON object.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const { slot } = readObject(result, 'transaction');
 * ```
 */
export function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw malformedReply(what);
  return value;
}

/**
 * A JSON array.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const logs = readList(result, 'list of logs');
 * ```
 */
export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw malformedReply(what);
  return value;
}

/**
 * The result of a call that must succeed.
 *
 * @throws PortageError `RPC_HTTP_ERROR` with the node's words
 * @example
 * ```ts
 * const [reply] = await rpc.ask([{ method: 'eth_chainId', params: [] }]);
 * const chainId = readResult(reply, 'the id of the chain');
 * ```
 */
export function readResult(reply: RpcReply | undefined, what: string): unknown {
  if (reply === undefined) throw malformedReply(what);
  if (!reply.ok)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `A chain endpoint refused ${what}: ${reply.error.message}`,
    });
  return reply.result;
}
