import type { Log } from '@portage/core';
import type { EndpointUsage } from '@portage/core/plugin';
import type { Dissent } from './createQuorum.js';
import type { Ask } from '../endpoint/ask.js';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import { restAfter } from '../endpoint/waitOutLimits.js';

/** Milliseconds between two lines about one endpoint and question. */
const tellMs = 60_000;

/** Options of {@link watchEndpoints}. */
export interface EndpointWatchOptions {
  /** Slug of the chain, for the log. */
  readonly chain: string;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Endpoints whose calls are counted, and what was counted. */
export interface WatchedEndpoints {
  /** The endpoints; ask these. */
  readonly endpoints: readonly Endpoint[];
  /** Takes what a quorum says of them: `onDissent` of `createQuorum`. */
  readonly onDissent: (dissent: Dissent) => void;
  /** Counts of all endpoints since the start. */
  readonly usage: () => readonly EndpointUsage[];
}

interface Counts {
  answered: number;
  refused: number;
  failed: number;
  readonly dissents: Map<string, number>;
}

/**
 * Counts what becomes of the calls to endpoints, and who tells something else than a quorum. The
 * log has a line for each endpoint and question at most once a minute.
 *
 * @example
 * ```ts
 * const watched = watchEndpoints(endpoints, { chain: 'base', log: console.log, clock: Date.now });
 * const { onDissent } = watched;
 * const quorum = createQuorum(watched.endpoints, {
 *   needed: 2, deadlineMs: 10_000, clock: Date.now, onDissent,
 * });
 * ```
 */
export function watchEndpoints(
  endpoints: readonly Endpoint[],
  { chain, log, clock }: EndpointWatchOptions,
): WatchedEndpoints {
  const counts = new Map(
    endpoints.map(({ label }): readonly [string, Counts] => [
      label,
      { answered: 0, refused: 0, failed: 0, dissents: new Map() },
    ]),
  );
  const untold = new Map<string, { at: number; times: number }>();

  function tell({ endpoint, subject, kind }: Dissent): void {
    const key = `${endpoint} ${subject} ${kind}`;
    const known = untold.get(key) ?? { at: -Infinity, times: 0 };
    const times = known.times + 1;
    if (clock() - known.at < tellMs) {
      untold.set(key, { at: known.at, times });
      return;
    }
    untold.set(key, { at: clock(), times: 0 });
    const error =
      kind === 'failed' ? `no answer about: ${subject}` : `another answer about: ${subject}`;
    log('an endpoint differs from a quorum', { chain, endpoint: hostOf(endpoint), times, error });
  }

  return {
    endpoints: endpoints.map((endpoint) => countCalls(endpoint, counts.get(endpoint.label))),
    onDissent: (dissent) => {
      const dissents = counts.get(dissent.endpoint)?.dissents;
      if (dissent.kind === 'disagreed')
        dissents?.set(dissent.subject, (dissents.get(dissent.subject) ?? 0) + 1);
      tell(dissent);
    },
    usage: () =>
      [...counts].map(([label, { answered, refused, failed, dissents }]) => ({
        host: hostOf(label),
        answered,
        refused,
        failed,
        dissents,
      })),
  };
}

function countCalls(endpoint: Endpoint, counts: Counts | undefined): Endpoint {
  if (counts === undefined) return endpoint;
  const count =
    (ask: Ask): Ask =>
    async (requests, signal) => {
      try {
        const replies = await ask(requests, signal);
        counts.answered += replies.length;
        counts.refused += replies.filter(({ ok }) => !ok).length;
        return replies;
      } catch (error) {
        // A caller that stopped waiting is no failure of the endpoint, unless its time was over.
        if (restAfter(error) !== undefined) counts.refused += requests.length;
        else if (signal?.aborted !== true || isLate(signal)) counts.failed += requests.length;
        throw error;
      }
    };
  const { ask, askOnce } = endpoint;
  return {
    ...endpoint,
    ask: count(ask),
    ...(askOnce === undefined ? {} : { askOnce: count(askOnce) }),
  };
}

function isLate({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function hostOf(label: string): string {
  return new URL(label).host;
}
