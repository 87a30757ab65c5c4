import type { Log } from '@portage/core';
import { refusalKind, type EndpointRefusal, type RefusalKind } from './refusalKind.js';

/** Milliseconds between two lines about one kind of refusals. */
const tellMs = 60_000;
/** Characters of a host's words in the log. */
const wordsMax = 200;

/** Kinds that the learning of a bound tells of by itself. */
const learned: readonly RefusalKind[] = ['batch', 'range'];

/** Refusals of one endpoint since the start. */
export interface Refusals {
  readonly note: (refusal: EndpointRefusal) => void;
  /** Counts by kind; a kind that never was is left out. */
  readonly counts: ReadonlyMap<RefusalKind, number>;
}

/** Options of {@link createRefusals}. */
export interface RefusalsOptions {
  /** Name of the chain, for the log. */
  readonly chain: string;
  /** Scheme and host, safe to print. */
  readonly endpoint: string;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/**
 * Counts the refusals of one endpoint by their kind. The log has the host's words once a minute for
 * each kind; a node's refusal of a single call is its caller's to tell of.
 */
export function createRefusals({ chain, endpoint, log, clock }: RefusalsOptions): Refusals {
  const counts = new Map<RefusalKind, number>();
  const told = new Map<RefusalKind, { at: number; times: number }>();
  return {
    counts,
    note: (refusal) => {
      const kind = refusalKind(refusal);
      if (kind === undefined) return;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (learned.includes(kind) || (kind === 'other' && refusal.status === undefined)) return;
      const { at, times } = told.get(kind) ?? { at: -Infinity, times: 0 };
      if (clock() - at < tellMs) {
        told.set(kind, { at, times: times + 1 });
        return;
      }
      told.set(kind, { at: clock(), times: 0 });
      const words = refusal.words.slice(0, wordsMax);
      log('an endpoint refuses', { chain, endpoint, kind, times: times + 1, words });
    },
  };
}
