import { PortageError } from '@portage/core';
import { z } from 'zod';

const errorSchema = z.object({ error: z.object({ code: z.number(), message: z.string() }) });
const resultSchema = z.object({ result: z.unknown() });
const invalidParams = -32602;
/** Codes of Bitcoin Core are small; those of JSON-RPC itself are not. */
const ownCodeMin = -1_000;

/**
 * Calls the RPC at a URL.
 *
 * @throws PortageError `INVALID_REQUEST` when it rejects the call, `RPC_HTTP_ERROR` otherwise
 */
export async function callNode(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer: unknown = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).then(
    (response) => response.json(),
    (cause: unknown) => {
      throw new PortageError('RPC_HTTP_ERROR', { message: 'The chain does not answer.', cause });
    },
  );
  const refused = errorSchema.safeParse(answer);
  if (!refused.success) return resultSchema.parse(answer).result;
  const { code, message } = refused.data.error;
  throw new PortageError(
    code === invalidParams || code > ownCodeMin ? 'INVALID_REQUEST' : 'RPC_HTTP_ERROR',
    { message },
  );
}
