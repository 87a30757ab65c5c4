import type { Arrival } from './judge/arrival.js';
import type { Subscription } from './judge/subscription.js';

/** Milliseconds from the moment at which an event was written until it arrived. */
export interface Latencies {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Value below which a share of sorted values lies; NaN without values. */
function at(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return Math.round((value ?? Number.NaN) * 10) / 10;
}

/**
 * Milliseconds from writing to first arrival, at receivers that answer well. An event is written as
 * the last thing before the commit, so the commit itself is part of it.
 */
export function measureLatencies(
  subscriptions: readonly Subscription[],
  arrivals: readonly Arrival[],
): Latencies {
  const firsts = new Map<string, number>();
  for (const { headers, realAt } of arrivals) {
    const id = headers['webhook-id'] ?? '';
    if (!firsts.has(id)) firsts.set(id, realAt);
  }
  const sorted = subscriptions
    .filter(({ kind }) => kind === 'well')
    .flatMap(({ written }) => written)
    .flatMap(({ messageId, writtenAt }) => {
      const first = firsts.get(messageId);
      return first === undefined ? [] : [first - writtenAt];
    })
    .sort((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) };
}
