import { isPortageError, PortageError } from '@portage/core';
import { setTimeout as delay } from 'node:timers/promises';
import { createBreaker } from './createBreaker.js';
import type { Ask, RpcReply, RpcRequest } from './ask.js';
import { createAskInTurn, type AskInTurn } from './createAskInTurn.js';
import type { Endpoint } from './createEndpoint.js';
import { readResult } from './parse.js';
import { byRest, noEndpoint, readFirst, type RankedEndpoint } from './readFirst.js';
import { restAfter } from './waitOutLimits.js';

const roundsMax = 3;
const backoffMs = 100;
const backoffMsMax = 2_000;

/** All endpoints of a chain. */
export interface Rpc {
  readonly endpoints: readonly Endpoint[];
  /**
   * Asks one endpoint, and the next one when it fails, or when its host wants to be asked less; a
   * bounded number of rounds, with growing pauses between. The first round waits for no host where
   * there are several.
   */
  readonly ask: Ask;
  /** Asks each endpoint once, in turn, until each reply counts. */
  readonly askInTurn: AskInTurn;
  /**
   * Like `ask`, where every call must succeed: the results. @throws PortageError `RPC_HTTP_ERROR`
   */
  read(requests: readonly RpcRequest[], signal?: AbortSignal): Promise<readonly unknown[]>;
  /**
   * Reads by one endpoint after the other until one's answers make sense: whatever `read` throws
   * counts against the endpoint, and one that keeps failing is asked last for a while.
   *
   * @throws PortageError the first failure, where every endpoint fails
   */
  first<Value>(read: (ask: Ask) => Promise<Value>, signal?: AbortSignal): Promise<Value>;
  /** Has these endpoints asked before the others from now on: they have the newest block. */
  prefer(endpoints: readonly Endpoint[]): void;
  /**
   * Every endpoint's own answer, or undefined where it failed. Nothing stands in for an endpoint
   * that failed.
   */
  each(
    requests: readonly RpcRequest[],
    signal?: AbortSignal,
  ): Promise<readonly (readonly RpcReply[] | undefined)[]>;
}

/** Options of {@link createRpc}. */
export interface RpcOptions {
  /** JSON-RPC error codes by which a node asks to be asked later. */
  readonly busyCodes: readonly number[];
  /** Milliseconds since 1970. Default: the clock of the machine. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Joins endpoints; the one that answered last is asked first, until others are preferred.
 *
 * @example
 * ```ts
 * const rpc = createRpc(endpoints, { busyCodes: [-32005, 429] });
 * const [height] = await rpc.read([{ method: 'eth_blockNumber', params: [] }]);
 * ```
 */
export function createRpc(
  endpoints: readonly Endpoint[],
  { busyCodes, clock = Date.now }: RpcOptions,
): Rpc {
  const members = endpoints.map((endpoint) => ({ endpoint, breaker: createBreaker(clock) }));
  let order: readonly RankedEndpoint[] = members;
  let preferred = 0;

  const round = async (
    requests: readonly RpcRequest[],
    { isPatient }: { readonly isPatient: boolean },
    signal?: AbortSignal,
  ): Promise<readonly RpcReply[] | PortageError> => {
    let failure = noEndpoint();
    const asked = order;
    for (const member of byRest([...asked.slice(preferred), ...asked.slice(0, preferred)])) {
      const { endpoint, breaker } = member;
      const { ask, askOnce = ask } = endpoint;
      try {
        const replies = await (isPatient ? ask : askOnce)(requests, signal);
        if (replies.some((reply) => !reply.ok && busyCodes.includes(reply.error.code))) {
          failure = new PortageError('RPC_HTTP_ERROR', {
            message: `${endpoint.label} asks to be asked less often.`,
          });
          continue;
        }
        preferred = asked.indexOf(member);
        return replies;
      } catch (error) {
        signal?.throwIfAborted();
        if (!isPortageError(error)) throw error;
        const ms = restAfter(error);
        if (ms !== undefined) breaker.spare(ms);
        failure = error;
      }
    }
    return failure;
  };

  const ask: Ask = async (requests, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      const isPatient = endpoints.length === 1 || attempt > 1;
      const outcome = await round(requests, { isPatient }, signal);
      if (!(outcome instanceof PortageError)) return outcome;
      if (attempt === roundsMax) throw outcome;
      await delay(pauseMs(outcome, attempt), undefined, {
        ...(signal === undefined ? {} : { signal }),
      });
    }
  };

  return {
    endpoints,
    ask,
    askInTurn: createAskInTurn(endpoints, () => performance.now()),
    read: async (requests, signal) => {
      const replies = await ask(requests, signal);
      return requests.map((request, index) => readResult(replies[index], request.method));
    },
    first: (read, signal) => readFirst(order, read, signal),
    prefer: (first) => {
      order = [
        ...members.filter(({ endpoint }) => first.includes(endpoint)),
        ...members.filter(({ endpoint }) => !first.includes(endpoint)),
      ];
      preferred = 0;
    },
    each: (requests, signal) =>
      Promise.all(
        endpoints.map((endpoint) => endpoint.ask(requests, signal).catch(() => undefined)),
      ),
  };
}

/**
 * Doubles each time, with jitter so that many processes do not come back together; `Retry-After`
 * wins up to the bound.
 */
function pauseMs(failure: PortageError, attempt: number): number {
  const asked = failure.context['retryAfterSeconds'];
  if (typeof asked === 'number') return Math.min(asked * 1_000, backoffMsMax);
  const ceiling = Math.min(backoffMs * 2 ** attempt, backoffMsMax);
  return ceiling / 2 + Math.random() * (ceiling / 2);
}
