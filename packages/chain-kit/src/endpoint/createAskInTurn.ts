import { isPortageError } from '@portage/core';
import { createBreaker } from './createBreaker.js';
import type { RpcReply, RpcRequest } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { needOf } from './createLacks.js';
import { byRest, noteFault } from './readFirst.js';
import { withDeadline } from './withDeadline.js';

/** Question whose answer counts only under a condition. */
export interface TurnOptions {
  /** Whether a reply answers its request; anything else is asked of the next endpoint. */
  readonly counts: (reply: RpcReply, index: number) => boolean;
  /** Milliseconds that each endpoint has for its whole answer. */
  readonly deadlineMs: number;
}

/**
 * Asks endpoints one after another, each for what those before it have not answered: one reply each
 * from the first endpoint whose reply counts; undefined where none gives one in time. One that is
 * known to lack what a request needs is not asked for it.
 */
export type AskInTurn = (
  requests: readonly RpcRequest[],
  options: TurnOptions,
  signal?: AbortSignal,
) => Promise<readonly (RpcReply | undefined)[]>;

/**
 * Makes the question in turn. An endpoint that cannot be reached several times in a row rests, and
 * is asked last meanwhile.
 *
 * @param clock - milliseconds since any moment
 */
export function createAskInTurn(endpoints: readonly Endpoint[], clock: () => number): AskInTurn {
  const members = endpoints.map((endpoint) => ({ endpoint, breaker: createBreaker(clock) }));
  return async (requests, { counts, deadlineMs }, signal) => {
    const isAborted = (): boolean => signal?.aborted === true;
    const replies = new Array<RpcReply | undefined>(requests.length).fill(undefined);
    const turns = byRest(members);
    for (const { endpoint, breaker } of turns) {
      const missing = [...requests.entries()].filter(([index]) => replies[index] === undefined);
      if (missing.length === 0 || isAborted()) break;
      const open = missing.filter(([, one]) => endpoint.lacks?.(needOf(one)) !== true);
      if (open.length === 0) continue;
      const isLast = breaker === turns.at(-1)?.breaker;
      const { ask, askOnce = ask } = endpoint;
      try {
        const asked = open.map(([, request]) => request);
        const told = await withDeadline(
          (stop) => (isLast ? ask : askOnce)(asked, stop),
          deadlineMs,
          signal,
        );
        breaker.succeeded();
        open.forEach(([index], at) => {
          const reply = told[at];
          if (reply !== undefined && counts(reply, index)) replies[index] = reply;
        });
      } catch (error) {
        if (!isPortageError(error)) throw error;
        if (!isAborted()) noteFault(breaker, error);
      }
    }
    return replies;
  };
}
