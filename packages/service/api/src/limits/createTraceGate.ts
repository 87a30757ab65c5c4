import { PortageError, standardError } from '@portage/core';
import { createQuota } from '@portage/access';
import type { Limits } from '@portage/access';

/**
 * Result of a transaction lookup: it holds money for the service, it holds none, or no block has
 * it.
 */
export type Trace = 'found' | 'nothing' | 'unknown';

/** Looks up a transaction on its chain. It credits nothing. */
export interface Tracer {
  trace(chainId: number, txId: string): Promise<Trace>;
  /** Looks for a transaction that nothing else will tell of, for a while. */
  watch(chainId: number, txId: string): void;
}

/** {@link Tracer} with limits, for any caller. */
export interface TraceGate {
  /**
   * @throws PortageError `RATE_LIMITED` when the caller has used its quota up,
   *   `SERVICE_UNAVAILABLE` when too many transactions are being looked up
   */
  trace(caller: string, chainId: number, txId: string): Promise<Trace>;
  /** Looks for the plain transfer of a request; call it after `trace`, which counts. */
  watch(chainId: number, txId: string): void;
}

/** Milliseconds for which an answer is repeated without a lookup. */
const rememberedMs = { found: 10_000, nothing: 1_000, unknown: 1_000 } as const;

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
    watch: (chainId, txId) => tracer.watch(chainId, txId),
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
      if (running.size >= limits.tracesMax) throw standardError('SERVICE_UNAVAILABLE');
      const own = look(key, chainId, txId);
      running.set(key, own);
      return own;
    },
  };
}
