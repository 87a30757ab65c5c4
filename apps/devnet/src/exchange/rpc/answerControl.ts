import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';
import { faultsSchema } from '../control/faults.js';
import type { Exchange } from '../exchange.js';
import { eth, usdc } from '../parameters.js';
import { Refusal } from '../refusal.js';
import type { Pace } from '../control/createPace.js';

/** Exchange, and what makes its blocks. */
export interface ControlContext {
  readonly exchange: Exchange;
  readonly pace: Pace;
}

const callSchema = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) });
const invalidParams = -32602;
const unknownMethod = -32601;

type Method = (context: ControlContext, params: readonly unknown[]) => unknown;

const countSchema = z.number().int().min(1).max(1_000);
const endSchema = z.enum(['failed', 'rejected']);
const indexSchema = z.number().int().nonnegative();
const addressSchema = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** Methods of the controls: a test changes the exchange by them. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    'devnetFaucet',
    ({ exchange }, params) => {
      const [accountIndex, perps, spot, spotEth] = z
        .tuple([indexSchema, amountSchema, amountSchema, amountSchema])
        .parse(params);
      const give = (assetIndex: number, routeType: number, amount: string): void =>
        exchange.accounts.credit({ accountIndex, assetIndex, routeType, amount: BigInt(amount) });
      give(usdc.assetIndex, 0, perps);
      give(usdc.assetIndex, 1, spot);
      give(eth.assetIndex, 1, spotEth);
    },
  ],
  [
    'devnetOpenAccount',
    ({ exchange }, params) =>
      exchange.accounts.open(z.tuple([addressSchema]).parse(params)[0]).index,
  ],
  [
    'devnetAccountFor',
    ({ exchange: { accounts } }, params) => {
      const [owner] = z.tuple([addressSchema]).parse(params);
      return (accounts.ownedBy(owner)[0] ?? accounts.open(owner)).index;
    },
  ],
  [
    'devnetMine',
    ({ pace }, params) => {
      const [blocks] = z.tuple([countSchema]).parse(params);
      for (let block = 0; block < blocks; block += 1) pace.step();
    },
  ],
  ['devnetPause', ({ pace }) => pace.pause()],
  ['devnetResume', ({ pace }) => pace.resume()],
  [
    'devnetShiftClock',
    ({ pace }, params) => pace.shift(z.tuple([countSchema.max(100_000_000)]).parse(params)[0]),
  ],
  [
    'devnetFail',
    ({ exchange }, params) => {
      const [hash, status] = z.tuple([z.string(), endSchema]).parse(params);
      exchange.transactions.fail(hash, status);
    },
  ],
  [
    'devnetFailNext',
    ({ exchange }, params) => {
      const [count, status] = z.tuple([countSchema, endSchema]).parse(params);
      exchange.transactions.failNext(count, status);
    },
  ],
  [
    'devnetFaults',
    ({ exchange }, params) => exchange.faults.set(z.tuple([faultsSchema]).parse(params)[0]),
  ],
]);

/** Answers a call of the controls, in JSON-RPC. */
export function answerControl(context: ControlContext, text: string): object {
  const fail = (id: unknown, code: number, message: string): object => ({
    jsonrpc: '2.0',
    id,
    error: { code, message },
  });
  const call = callSchema.safeParse(parse(text));
  if (!call.success) return fail(null, invalidParams, 'Not a call.');
  const { id, method: name, params } = call.data;
  const method = methods.get(name);
  if (method === undefined) return fail(id, unknownMethod, `There is no method ${name}.`);
  try {
    return { jsonrpc: '2.0', id, result: method(context, params) ?? null };
  } catch (error) {
    if (!(error instanceof z.ZodError) && !(error instanceof Refusal)) throw error;
    return fail(id, invalidParams, error.message);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
