import { PortageError, standardError } from '@portage/core';
import { createQuota } from '@portage/access';
import type { Limits } from '@portage/access';
import { createPlaces } from './createPlaces.js';

/**
 * Result of a transaction lookup: it holds money for the service, it holds none, or no block has
 * it.
 */
export type Trace = 'found' | 'nothing' | 'unknown';

/** Looks up a transaction on its chain. It credits nothing. */
export interface Tracer {
  trace(chainId: number, txId: string): Promise<Trace>;
  /**
   * Looks for a transaction that nothing else will tell of, for a while. Resolves when that is
   * over; undefined where too many are looked for.
   */
  watch(chainId: number, txId: string): Promise<void> | undefined;
}

/** {@link Tracer} with limits, for any caller. */
export interface TraceGate {
  /**
   * @throws PortageError `RATE_LIMITED` when the caller has used its quota up or has too many
   *   looks under way, `SERVICE_UNAVAILABLE` when all callers together have
   */
  trace(caller: string, chainId: number, txId: string): Promise<Trace>;
  /**
   * Looks for the plain transfer of a request, for a while; call it after `trace`, which counts.
   * False where the caller has too many looked for, which takes nothing from other callers.
   */
  watch(caller: string, chainId: number, txId: string): boolean;
}

/** Milliseconds for which an answer is repeated without a lookup. */
const rememberedMs = { found: 10_000, nothing: 1_000, unknown: 1_000 } as const;

/** Share of all looks under way that one caller may have. */
const callerShare = 4;

/** Transactions that are looked for at the same time, for one caller and for all. */
const watched = { perCallerMax: 40, max: 1_000 } as const;

const refusal = {
  message: 'Too many transactions are being looked up for you.',
  hint: 'Wait for the answers before you name more.',
};

/** Answers remembered, at most. */
const rememberedMax = 10_000;

interface Known {
  readonly trace: Trace;
  readonly until: number;
}

/** Limits and clock of the gate. */
export interface TraceGateContext {
  readonly limits: Pick<Limits, 'tracesMax' | 'tracesPerMinuteMax'>;
  readonly now: () => number;
}

/**
 * Creates the gate before a tracer. Callers that ask for the same transaction share one lookup, and
 * each has a quota.
 */
export function createTraceGate(tracer: Tracer, { limits, now }: TraceGateContext): TraceGate {
  const quota = createQuota({ perMinuteMax: limits.tracesPerMinuteMax, now });
  const known = new Map<string, Known>();
  const running = new Map<string, Promise<Trace>>();
  const looks = createPlaces({
    perCallerMax: Math.ceil(limits.tracesMax / callerShare),
    max: limits.tracesMax,
    refusal,
  });
  const watches = createPlaces({ ...watched, refusal });
  const watchedNow = new Set<string>();

  function remember(key: string, trace: Trace): Trace {
    known.delete(key);
    known.set(key, { trace, until: now() + rememberedMs[trace] });
    if (known.size > rememberedMax) {
      const oldest = known.keys().next();
      if (oldest.done !== true) known.delete(oldest.value);
    }
    return trace;
  }

  async function look(key: string, chainId: number, txId: string): Promise<Trace> {
    try {
      return remember(key, await tracer.trace(chainId, txId));
    } finally {
      running.delete(key);
    }
  }

  return {
    watch: (caller, chainId, txId) => {
      const key = `${chainId}:${txId}`;
      if (watchedNow.has(key)) return true;
      if (!watches.hasRoom(caller)) return false;
      const ended = tracer.watch(chainId, txId);
      if (ended === undefined) return false;
      const release = watches.take(caller);
      watchedNow.add(key);
      void ended.then(() => {
        watchedNow.delete(key);
        release();
      });
      return true;
    },
    trace: async (caller, chainId, txId) => {
      const key = `${chainId}:${txId}`;
      const answer = known.get(key);
      if (answer !== undefined && answer.until > now()) return answer.trace;
      const shared = running.get(key);
      if (shared !== undefined) return shared;
      const waitMs = quota.take(caller);
      if (waitMs > 0) {
        throw new PortageError('RATE_LIMITED', {
          message: 'Too many transactions were named.',
          context: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
        });
      }
      if (looks.taken() >= limits.tracesMax) throw standardError('SERVICE_UNAVAILABLE');
      const own = look(key, chainId, txId).finally(looks.take(caller));
      running.set(key, own);
      return own;
    },
  };
}
