import { isPortageError, PortageError } from '@portage/core';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask, RpcFailure, RpcReply, RpcRequest } from './ask.js';
import type { Endpoint } from './createEndpoint.js';

/** Attempts of one question. */
const attemptsMax = 3;
/** Milliseconds before the second attempt, where the host names no time; twice that afterwards. */
const pauseMs = 100;
/** The most milliseconds that are waited: other endpoints may answer sooner. */
const pauseMsMax = 1_000;
/** Milliseconds for which a host that names no time is left alone where there are others. */
const restMs = 1_000;
/** The same at most, whatever the host names. */
const restMsMax = 60_000;

/** HTTP statuses of a host that is asked too often, and of one without a node at the moment. */
const passingStatuses: readonly unknown[] = [429, 503];
/**
 * The same as codes of JSON-RPC: Alchemy and viem's issue 3680 (429), and proxyd of the OP stack
 * (`over rate limit`, -32016; `no backend is currently healthy`, -32011).
 */
const passingCodes: readonly number[] = [429, -32016, -32011];

/** Whether a refusal of a question passes, because another node of the host may answer it. */
export type PassingRefusal = (request: RpcRequest, failure: RpcFailure) => boolean;

/**
 * An endpoint that is asked again after a moment where its host says that it is asked too often, or
 * that it has no node just now. Without that, work of many questions would never end behind a host
 * that refuses each third one. Asking again is safe: questions change nothing, and a transaction is
 * taken once. `askOnce` waits for nothing.
 *
 * @param passes - further refusals that pass, by the words of a family's nodes
 * @example
 * ```ts
 * const endpoint = createEndpoint('https://rpc.example', {
 *   timeoutMs: 10_000,
 *   responseBytesMax: 67_108_864,
 * });
 * const patient = waitOutLimits(endpoint, (_, { message }) => message === 'header not found');
 * ```
 */
export function waitOutLimits(endpoint: Endpoint, passes: PassingRefusal = () => false): Endpoint {
  const isPassing = (request: RpcRequest, reply: RpcReply | undefined): boolean =>
    reply?.ok === false &&
    (passingCodes.includes(reply.error.code) || passes(request, reply.error));
  const askOnce: Ask = async (requests, signal) => {
    const replies = await endpoint.ask(requests, signal);
    requests.forEach((request, index) => {
      const reply = replies[index];
      if (reply?.ok === false && isPassing(request, reply))
        throw refusedForNow(endpoint.label, reply.error);
    });
    return replies;
  };
  const ask: Ask = async (requests, signal) => {
    const replies = new Map<RpcRequest, RpcReply>();
    let open = requests;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attemptsMax;
      let pause = pauseMs * 2 ** (attempt - 1);
      try {
        const answered = await endpoint.ask(open, signal);
        open.forEach((request, index) => {
          const reply = answered[index];
          if (reply !== undefined) replies.set(request, reply);
        });
        const refused = open.filter((request, index) => isPassing(request, answered[index]));
        if (isLast || refused.length === 0)
          return requests.flatMap((request) => replies.get(request) ?? []);
        open = refused;
      } catch (error) {
        const wanted = passingPauseMs(error);
        if (isLast || wanted === undefined || wanted > pauseMsMax) throw error;
        pause = Math.max(pause, wanted);
      }
      await sleep(pause, undefined, { signal });
    }
  };
  return { ...endpoint, ask, askOnce };
}

function refusedForNow(label: string, { message }: RpcFailure): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: `${label} does not answer now: ${message}`,
    context: { status: 503 },
  });
}

/**
 * Milliseconds for which an endpoint is best left alone after an error, where there are others;
 * undefined for an error that says nothing of that.
 */
export function restAfter(error: unknown): number | undefined {
  const wanted = passingPauseMs(error);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, restMs), restMsMax);
}

/** Milliseconds that a host wants for itself, 0 where it names none; undefined for other errors. */
function passingPauseMs(error: unknown): number | undefined {
  if (!isPortageError(error) || !passingStatuses.includes(error.context['status']))
    return undefined;
  const { retryAfterSeconds } = error.context;
  return typeof retryAfterSeconds === 'number' ? retryAfterSeconds * 1_000 : 0;
}
