import { z } from 'zod';
import type { Method, RpcContext } from './defineMethod.js';
import { chainMethods } from './methods/chainMethods.js';
import { controlMethods } from './methods/controlMethods.js';
import { miningMethods } from './methods/miningMethods.js';
import { transactionMethods } from './methods/transactionMethods.js';
import { RpcError, rpcCodes } from './rpcError.js';

const requestSchema = z.object({
  jsonrpc: z.string().optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string().max(100),
  params: z.unknown().optional(),
});

/** Answer to a request, with the status of HTTP that belongs to it. */
export interface RpcAnswer {
  readonly status: number;
  readonly body: unknown;
}

const methods = new Map<string, Method>(
  Object.entries({ ...chainMethods, ...transactionMethods, ...miningMethods }),
);
const controls = new Map<string, Method>(Object.entries(controlMethods));
const batchMax = 1_000;

/** Caller with its rights. */
export interface Caller {
  /** True if the caller may use the controls; pages in a browser may not. */
  readonly controls: boolean;
}

/** Answers the text of a request or a batch, in the version of JSON-RPC that it is asked in. */
export function answerText(context: RpcContext, text: string, caller: Caller): RpcAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failure(new RpcError(rpcCodes.parseError, 'Parse error'));
  }
  if (!Array.isArray(body)) return answer(context, body, caller);
  if (body.length === 0 || body.length > batchMax)
    return failure(
      new RpcError(rpcCodes.invalidRequest, `A batch holds 1 to ${batchMax} requests`),
    );
  return { status: 200, body: body.map((each: unknown) => answer(context, each, caller).body) };
}

function answer(context: RpcContext, body: unknown, caller: Caller): RpcAnswer {
  const request = requestSchema.safeParse(body);
  if (!request.success)
    return failure(new RpcError(rpcCodes.invalidRequest, 'Invalid Request object'));
  const { jsonrpc, id = null, method: name, params } = request.data;
  const isSecond = jsonrpc === '2.0';
  try {
    const method = methods.get(name) ?? (caller.controls ? controls.get(name) : undefined);
    if (method === undefined) throw new RpcError(rpcCodes.methodNotFound, 'Method not found');
    const result = method(context, params ?? undefined) ?? null;
    const rest = isSecond ? { jsonrpc } : { error: null };
    return { status: 200, body: { ...rest, result, id } };
  } catch (error) {
    const known =
      error instanceof RpcError
        ? error
        : new RpcError(rpcCodes.misc, `Internal error: ${String(error)}`);
    return failure(known, id, isSecond);
  }
}

function failure(
  { code, message }: RpcError,
  id: string | number | null = null,
  isSecond = false,
): RpcAnswer {
  const error = { code, message };
  if (isSecond) return { status: 200, body: { jsonrpc: '2.0', error, id } };
  const status =
    code === rpcCodes.methodNotFound ? 404 : code === rpcCodes.invalidRequest ? 400 : 500;
  return { status, body: { result: null, error, id } };
}
