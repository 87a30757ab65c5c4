import { PortageError } from '@portage/core';
import type { Request } from '../executor/connection.js';
import { walletError } from '../executor/walletError.js';

/** Money that a depository holds for one depositor under one order. All hex is in lower case. */
export interface Escrow {
  readonly depository: string;
  readonly orderId: string;
  /** Address of the token; the zero address is the native currency. */
  readonly currency: string;
  readonly depositor: string;
}

/** Record that a node answered with. */
export type Fields = Readonly<Record<string, unknown>>;

/** Narrows an answer of a node. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/**
 * Reads a chain; a refusal of its endpoint becomes an error of ours.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function ask(
  read: Request,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await read(method, params);
  } catch (error) {
    throw new PortageError('RPC_HTTP_ERROR', {
      message: `The chain endpoint does not answer ${method}: ${walletError(error).message}`,
      hint: 'Give another endpoint of the chain. Nothing was sent.',
      cause: error,
    });
  }
}
