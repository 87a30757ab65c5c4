import { percentile } from '../rolling/startLoad.js';
import type { Arrival } from './judge/arrival.js';
import type { Subscription } from './judge/subscription.js';

/** Milliseconds from the moment at which an event was written until it arrived. */
export interface Latencies {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
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
  const latencies = subscriptions
    .filter(({ kind }) => kind === 'well')
    .flatMap(({ written }) => written)
    .flatMap(({ messageId, writtenAt }) => {
      const first = firsts.get(messageId);
      return first === undefined ? [] : [first - writtenAt];
    })
    .sort((a, b) => a - b);
  const at = (share: number): number => Math.round(percentile({ latencies }, share) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
