import type { Authorization } from '@portage/core';
import type {
  PaymentAuthorization,
  Simulation,
  Spend,
  TransactionIntent,
} from '@portage/core/chain';
import type { Rpc, RpcReply, RpcRequest } from '@portage/chain-kit';
import type { Fees } from '../gas/fees.js';
import { toQuantity } from '../rpc/parse.js';
import type { Calldata } from './calldata.js';
import { isOutcome } from '../rpc/isOutcome.js';
import { readOutcome, worstOutcome } from './readOutcome.js';
import { ignoredState, type StateOverrides } from './standInAllocator.js';
import {
  logsRequest,
  readDeposit,
  readPaid,
  tellsLogs,
  type CallRequest,
} from './simulatedLogs.js';
import type { BlockOverrides } from './upcomingBlocks.js';

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
  /**
   * Blocks in each of which an intent must pass. None, where no block is known or endpoints cannot
   * name one: then it is tried in the newest.
   */
  readonly upcoming?: (() => readonly BlockOverrides[]) | undefined;
  /** Describes the call that would be sent, or the one that shows what it would do. */
  readonly describe: (intent: TransactionIntent) => Promise<DescribedCall>;
}

/** A call of the solver and its gas limit. */
export interface DescribedCall {
  readonly call: Calldata;
  readonly gas: bigint;
  /** Authorization in the call that any account may carry out. */
  readonly authorization?: PaymentAuthorization | undefined;
  /** State that it is tried out on, where that is not the chain's own. */
  readonly state?: StateOverrides | undefined;
}

/**
 * Asks a node what payments would do in each of the blocks that they may land in, with the very
 * bytes, limits and fees that would be signed: a call may look at the number and the time of its
 * block. An endpoint that refuses, errs or is late is no witness: the next one is asked.
 */
export function createSimulate({
  depository,
  ...context
}: SimulateOptions): NonNullable<Spend['simulate']> {
  return async (intents, signal) => {
    const asked = intents.map((intent) => ({ intent, tellsLogs: isProven(intent) }));
    const told = await askNode(asked, context, signal);
    return told.map(({ outcome, logs }, index): Simulation => {
      const intent = intents[index];
      if (intent?.type !== 'relay' || intent.deposits === undefined) return outcome;
      if (outcome.status !== 'passes') return outcome;
      return readDeposit(logs, { ...intent, deposits: intent.deposits }, depository);
    });
  };
}

/** The same for fills, with what each brings where a node tells of events. */
export function createSimulateFills({
  filler,
  ...context
}: SimulateFillsOptions): NonNullable<Spend['simulateFills']> {
  return async (fills, signal) => {
    const asked = fills.map((intent) => ({ intent, tellsLogs: true }));
    const told = await askNode(asked, context, signal);
    return told.map(({ outcome, logs }, index): Simulation => {
      const fill = fills[index];
      if (fill === undefined || outcome.status !== 'passes') return outcome;
      return { ...outcome, paid: readPaid(logs, fill, filler) };
    });
  };
}

/** Endpoints and accounts that fills are simulated with. */
export interface SimulateFillsOptions extends AskContext {
  /** Contract whose events tell what a fill brings. */
  readonly filler: string;
}

/** Endpoints, account and fees of a simulation. */
type AskContext = Omit<SimulateOptions, 'depository'>;

/** An intent, and whether its events are asked for too. */
interface AskedIntent {
  readonly intent: TransactionIntent;
  readonly tellsLogs: boolean;
}

/** Replies of nodes about one intent. */
interface ToldIntent {
  readonly outcome: Simulation;
  /** Reply with its events, where it was asked for them. */
  readonly logs: RpcReply | undefined;
}

async function askNode(
  intents: readonly AskedIntent[],
  { rpc, sender, fees, describe, upcoming }: AskContext,
  signal: AbortSignal | undefined,
): Promise<readonly ToldIntent[]> {
  if (intents.length === 0) return [];
  const offered = fees();
  const blocks = upcoming?.() ?? [];
  const asked = await Promise.all(
    intents.map(async ({ intent, tellsLogs }) => {
      const described = await describe(intent);
      const call = toCall(sender, offered, described);
      const { state } = described;
      const plain = callsIn(blocks, call, state);
      const requests = tellsLogs ? [...plain, logsRequest(call)] : plain;
      return { requests, hasState: state !== undefined, tries: plain.length };
    }),
  );
  const tells = asked.flatMap(({ hasState, requests, tries }) =>
    requests.map((_, at) => (at < tries ? tellsOutcome(hasState) : tellsLogs)),
  );
  const counts = (reply: RpcReply, index: number): boolean => tells[index]?.(reply) === true;
  const options = { counts, deadlineMs: askMsMax };
  const replies = await rpc.askInTurn(
    asked.flatMap(({ requests }) => requests),
    options,
    signal,
  );
  let at = 0;
  return asked.map(({ requests, tries }) => {
    const told = replies.slice(at, (at += requests.length));
    return { outcome: worstOutcome(told.slice(0, tries).map(readOutcome)), logs: told[tries] };
  });
}

/** One question for each block; one about the newest block where none is named. */
function callsIn(
  blocks: readonly BlockOverrides[],
  call: CallRequest,
  state: StateOverrides | undefined,
): readonly RpcRequest[] {
  const method = 'eth_call';
  if (blocks.length === 0)
    return [{ method, params: state === undefined ? [call, 'latest'] : [call, 'latest', state] }];
  return blocks.map((block) => ({ method, params: [call, 'latest', state ?? {}, block] }));
}

/**
 * Whether a reply is that of a witness. Only where state was passed along can an endpoint ignore
 * it: Permit2 and wallets revert with the same words (`InvalidSignature()`), and mean them.
 */
function tellsOutcome(hasState: boolean): (reply: RpcReply) => boolean {
  return (reply) => isOutcome(reply) && !(hasState && ignoredState(reply));
}

/** Whether an intent is worth its gas only for an event that it brings. */
function isProven(intent: TransactionIntent): boolean {
  return intent.type === 'relay' && intent.deposits !== undefined;
}

function toCall(
  sender: string,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  { call, gas }: { readonly call: Calldata; readonly gas: bigint },
): CallRequest {
  const { to, value, data, authorizations = [] } = call;
  const list = authorizations.length === 0 ? {} : { authorizationList: authorizations.map(toWire) };
  return {
    from: sender,
    to,
    value: toQuantity(value),
    data,
    gas: toQuantity(gas),
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
