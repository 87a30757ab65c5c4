import { z } from 'zod';
import type { RpcContext } from './defineMethod.js';
import { accountMethods } from './methods/accountMethods.js';
import { blockMethods } from './methods/blockMethods.js';
import { clusterMethods } from './methods/clusterMethods.js';
import { controlMethods } from './methods/controlMethods.js';
import { historyMethods } from './methods/historyMethods.js';
import { sendMethods } from './methods/sendMethods.js';
import { tokenMethods } from './methods/tokenMethods.js';
import { RpcError, rpcCodes } from './rpcError.js';

/** JSON-RPC request. Its id may be anything. */
export const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.unknown().optional(),
});

/** Response to one request. */
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const methods = new Map(
  Object.entries({
    ...clusterMethods,
    ...accountMethods,
    ...tokenMethods,
    ...historyMethods,
    ...blockMethods,
    ...sendMethods,
  }),
);
const controls = new Map(Object.entries(controlMethods));
const batchMax = 1_000;

/** Caller with its rights. */
export interface Caller {
  /** True if the caller may use the controls; pages in a browser may not. */
  readonly controls: boolean;
}

/**
 * Answers the text of a request or a batch, always with JSON-RPC; undefined when no answer is due.
 */
export function answerText(
  context: RpcContext,
  text: string,
  caller: Caller,
): RpcResponse | readonly RpcResponse[] | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failure(null, new RpcError(rpcCodes.parseError, 'Parse error'));
  }
  if (!Array.isArray(body)) return answer(context, body, caller);
  if (body.length === 0 || body.length > batchMax)
    return failure(
      null,
      new RpcError(rpcCodes.invalidRequest, `A batch holds 1 to ${batchMax} requests`),
    );
  const answers = body.flatMap((request: unknown) => answer(context, request, caller) ?? []);
  return answers.length === 0 ? undefined : answers;
}

function answer(context: RpcContext, body: unknown, caller: Caller): RpcResponse | undefined {
  const request = requestSchema.safeParse(body);
  if (!request.success)
    return failure(null, new RpcError(rpcCodes.invalidRequest, 'Invalid request'));
  const { id, method: name, params } = request.data;
  const response = attempt(id ?? null, () => {
    const method = methods.get(name) ?? (caller.controls ? controls.get(name) : undefined);
    if (method === undefined) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    return method(context, params);
  });
  return id === undefined ? undefined : response;
}

/** Runs a request. A refusal becomes its answer, and so does a fault of this program. */
export function attempt(id: string | number | null, run: () => unknown): RpcResponse {
  try {
    return { jsonrpc: '2.0', id, result: run() };
  } catch (error) {
    return failure(
      id,
      error instanceof RpcError
        ? error
        : new RpcError(rpcCodes.internalError, `Internal error: ${String(error)}`),
    );
  }
}

/** Response with an error. */
export function failure(
  id: string | number | null,
  { code, message, data }: RpcError,
): RpcResponse {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
