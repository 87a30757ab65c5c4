import type { z } from 'zod';
import type { BitcoinFaucet } from '../control/createFaucet.js';
import type { BitcoinPace } from '../control/createPace.js';
import type { BitcoinNode } from '../node/createNode.js';
import { RpcError, rpcCodes } from './rpcError.js';

/** Node and controls that methods act on. */
export interface RpcContext {
  readonly node: BitcoinNode;
  readonly pace: BitcoinPace;
  readonly faucet: BitcoinFaucet;
}

/** Method of the RPC; takes unchecked parameters. @throws RpcError */
export type Method = (context: RpcContext, params: unknown) => unknown;

/** Names of parameters with their schemas, in order. */
type Shape = Readonly<Record<string, z.ZodType>>;

/** Creates a method; its parameters may come by place or by name. */
export function defineMethod<const Params extends Shape>(
  shape: Params,
  run: (
    context: RpcContext,
    params: { readonly [Key in keyof Params]: z.output<Params[Key]> },
  ) => unknown,
): Method {
  const names = Object.keys(shape);
  return (context, params = []) => {
    if (typeof params !== 'object' || params === null)
      throw new RpcError(rpcCodes.invalidRequest, 'Params must be an array or object');
    const given: readonly unknown[] = Array.isArray(params)
      ? params
      : names.map((name) => new Map<string, unknown>(Object.entries(params)).get(name));
    if (given.length > names.length)
      throw new RpcError(rpcCodes.misc, `Expected at most ${names.length} parameters`);
    const values = Object.entries(shape).map(([name, schema], index) => {
      const parsed = schema.safeParse(given[index] ?? undefined);
      if (parsed.success) return [name, parsed.data] as const;
      const [issue] = parsed.error.issues;
      // A text of another form is no value of another type.
      const code = issue?.code === 'invalid_format' ? rpcCodes.invalidParameter : rpcCodes.type;
      throw new RpcError(code, `${name}: ${issue?.message ?? 'not valid'}`);
    });
    // Each value was parsed by the schema of its name.
    return run(
      context,
      Object.fromEntries(values) as { readonly [Key in keyof Params]: z.output<Params[Key]> },
    );
  };
}
