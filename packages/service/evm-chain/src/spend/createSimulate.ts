import type { Authorization } from '@portage/core';
import type { CallDeposit, Simulation, Spend, TransactionIntent } from '@portage/core/chain';
import type { Rpc, RpcReply } from '@portage/chain-kit';
import type { Fees } from '../gas/fees.js';
import { toQuantity } from '../rpc/parse.js';
import type { Calldata } from './calldata.js';
import { isOutcome, readOutcome } from './readOutcome.js';
import { depositRequest, readDeposit, tellsDeposit, type CallRequest } from './simulatedDeposit.js';

/** Milliseconds that an endpoint has; within the time that payments wait, several are asked. */
const askMsMax = 1_500;

/** Endpoints and accounts that intents are simulated with. */
export interface SimulateOptions {
  readonly rpc: Rpc;
  /** Account that would send. */
  readonly sender: string;
  /** Contract whose deposit events count. */
  readonly depository: string;
  /** Fees that the transaction would offer, in wei per gas. */
  readonly fees: () => Fees;
  /** Describes the call that would be sent. */
  readonly describe: (intent: TransactionIntent) => Promise<DescribedCall>;
}

/** A call of the solver and its gas limit. */
export interface DescribedCall {
  readonly call: Calldata;
  readonly gas: bigint;
}

/**
 * Asks a node what payments would do in the newest block, with the very bytes, limits and fees that
 * would be signed. An endpoint that refuses, errs or is late is no witness: the next one is asked.
 */
export function createSimulate({
  rpc,
  sender,
  depository,
  fees,
  describe,
}: SimulateOptions): NonNullable<Spend['simulate']> {
  return async (intents, signal) => {
    if (intents.length === 0) return [];
    const offered = fees();
    const asked = await Promise.all(
      intents.map(async (intent) => {
        const call = toCall(sender, offered, await describe(intent));
        const plain = { method: 'eth_call', params: [call, 'latest'] };
        return depositsOf(intent) === undefined ? [plain] : [plain, depositRequest(call)];
      }),
    );
    const tells = asked.flatMap((list) =>
      list.map((_, at) => (at === 0 ? isOutcome : tellsDeposit)),
    );
    const counts = (reply: RpcReply, index: number): boolean => tells[index]?.(reply) === true;
    const options = { counts, deadlineMs: askMsMax };
    const replies = await rpc.askInTurn(asked.flat(), options, signal);
    let at = 0;
    return intents.map((intent): Simulation => {
      const passed = readOutcome(replies[at++]);
      const deposits = depositsOf(intent);
      if (deposits === undefined) return passed;
      const shown = readDeposit(replies[at++], { orderId: intent.orderId, deposits }, depository);
      return passed.status === 'passes' ? shown : passed;
    });
  };
}

function depositsOf(intent: TransactionIntent): CallDeposit | undefined {
  return intent.type === 'relay' ? intent.deposits : undefined;
}

function toCall(
  sender: string,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  { call, gas }: { readonly call: Calldata; readonly gas: bigint },
): CallRequest {
  const { to, value, data, authorizations = [] } = call;
  const list = authorizations.length === 0 ? {} : { authorizationList: authorizations.map(toWire) };
  return {
    ...{ from: sender, to, value: toQuantity(value), data, gas: toQuantity(gas) },
    // A call that looks at the price of gas must see the one that it is sent with.
    maxFeePerGas: toQuantity(maxFeePerGas),
    maxPriorityFeePerGas: toQuantity(maxPriorityFeePerGas),
    ...list,
  };
}

/** Quantities have no leading zeros, unlike the words of a signature. */
function toWire({
  chainId,
  address,
  nonce,
  yParity,
  r,
  s,
}: Authorization): Readonly<Record<string, string>> {
  return {
    chainId: toQuantity(chainId),
    address,
    nonce: toQuantity(nonce),
    yParity: toQuantity(yParity),
    r: toQuantity(BigInt(r)),
    s: toQuantity(BigInt(s)),
  };
}
