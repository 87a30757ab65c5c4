import { PortageError } from '@portage/core';
import { z } from 'zod';

const replySchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** One call of a node. */
export interface NodeCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Calls a node and returns its result. @throws PortageError `WALLET_ERROR` */
export async function callNode(url: string, call: NodeCall, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
      signal,
    });
    const { result, error } = replySchema.parse(await answer.json());
    if (error === undefined) return result;
    throw new PortageError('WALLET_ERROR', { message: `The node refused: ${error.message}` });
  } catch (error) {
    if (error instanceof PortageError || signal.aborted) throw error;
    throw new PortageError('WALLET_ERROR', { message: 'The node did not answer.', cause: error });
  }
}
