import type { Authorization, Simulation, Spend, SpendIntent } from '@portage/core';
import type { Rpc, RpcRequest } from '@portage/rpc';
import { toQuantity } from '../rpc/parse.js';
import type { Calldata } from './calldata.js';
import { traceRevert } from './traceRevert.js';

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;

const REASON_LENGTH_MAX = 200;

/** What simulating needs. */
export interface SimulateOptions {
  readonly rpc: Rpc;
  /** The account that would send. */
  readonly sender: string;
  /** What would be sent. */
  readonly describe: (intent: SpendIntent) => Promise<{ readonly call: Calldata; readonly gas: bigint }>;
}

/** Asks a node what payments would do in the newest block, with the very bytes and limits that would be signed. */
export function createSimulate({ rpc, sender, describe }: SimulateOptions): NonNullable<Spend['simulate']> {
  return async (intents, signal) => {
    if (intents.length === 0) return [];
    const requests = await Promise.all(intents.map(async (intent) => toRequest(sender, await describe(intent))));
    const replies = await rpc.ask(requests, signal);
    return intents.map((_, index): Simulation => {
      const reply = replies[index];
      if (reply?.ok === true) return { status: 'passes' };
      const { message = 'no answer', data } = reply?.error ?? {};
      return { status: 'reverts', reason: message.slice(0, REASON_LENGTH_MAX), revert: data === undefined || !HEX.test(data) ? undefined : traceRevert(data) };
    });
  };
}

function toRequest(sender: string, { call, gas }: { readonly call: Calldata; readonly gas: bigint }): RpcRequest {
  const { to, value, data, authorizations = [] } = call;
  const list = authorizations.length === 0 ? {} : { authorizationList: authorizations.map(toWire) };
  return { method: 'eth_call', params: [{ from: sender, to, value: toQuantity(value), data, gas: toQuantity(gas), ...list }, 'latest'] };
}

/** Quantities have no leading zeros, unlike the words of a signature. */
function toWire({ chainId, address, nonce, yParity, r, s }: Authorization): Readonly<Record<string, string>> {
  return { chainId: toQuantity(chainId), address, nonce: toQuantity(nonce), yParity: toQuantity(yParity), r: toQuantity(BigInt(r)), s: toQuantity(BigInt(s)) };
}
