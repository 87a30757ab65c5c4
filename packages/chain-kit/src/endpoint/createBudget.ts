import { PortageError } from '@portage/core';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RpcRequest } from './ask.js';

/** Milliseconds of calls that may be made at once after a pause. */
const burstMsUsual = 1_000;
/**
 * Calls that hand signed bytes over, on all families. They go at once: were
 * they refused here, it would be unclear whether a node has them.
 */
const sending = ['eth_sendRawTransaction', 'sendTransaction', 'sendrawtransaction', 'sendTx'];
/** The most milliseconds that a call waits for its turn: what would wait longer is refused. */
const waitMsMaxUsual = 2_000;

/** Calls that one endpoint may still be asked. */
export interface Budget {
  /** Milliseconds until it may be asked again; 0 for now. */
  readonly restMs: () => number;
  /**
   * Waits until these calls may be made, and takes them; signed bytes are counted and do not wait.
   * @throws PortageError `RPC_HTTP_ERROR` where too many wait before them
   */
  readonly take: (requests: readonly RpcRequest[], signal?: AbortSignal) => Promise<void>;
}

/** Options of {@link createBudget}. */
export interface BudgetOptions {
  /** Scheme and host, safe to print. */
  readonly label: string;
  readonly callsPerSecondMax: number;
  /** Calls that a call counts for, where a host weighs them. Default: one. */
  readonly weigh?: ((request: RpcRequest) => number) | undefined;
  /** Milliseconds of calls that may be made at once after a pause. Default 1000. */
  readonly burstMs?: number | undefined;
  /** The most milliseconds that a call waits for its turn. Default 2000. */
  readonly waitMsMax?: number | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Makes the budget of an endpoint: a second's calls at once, and from then on as many as its rate
 * allows. A list of calls goes as soon as there is room for one, and those after it wait for the
 * whole list: each is counted, and none is too long to be asked.
 */
export function createBudget({
  label,
  callsPerSecondMax,
  weigh = () => 1,
  burstMs = burstMsUsual,
  waitMsMax = waitMsMaxUsual,
  clock,
}: BudgetOptions): Budget {
  let freeAt = -Infinity;
  const restMs = (): number => Math.max(0, freeAt - clock());
  return {
    restMs,
    take: async (requests, signal) => {
      const isSending = requests.some(({ method }) => sending.includes(method));
      const waitMs = isSending ? 0 : restMs();
      if (waitMs > waitMsMax) throw budgetSpent(label, waitMs);
      const used = Math.max(freeAt, clock() - burstMs);
      const weight = requests.reduce((sum, request) => sum + weigh(request), 0);
      freeAt = used + (weight * 1_000) / callsPerSecondMax;
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    },
  };
}

/** Refusal in the place of an endpoint whose budget is spent: the same as its host's would be. */
export function budgetSpent(label: string, restMs: number): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} is asked no more often than its budget allows.`,
    context: { status: 429, retryAfterSeconds: restMs / 1_000 },
  });
}
