import { setTimeout as delay } from 'node:timers/promises';
import type { FeeMemory } from './createFees.js';

/** Least milliseconds between two readings. */
const refreshMsMin = 200;

/** Heads, pause and lifetime of {@link followFees}. */
export interface FollowFeesOptions {
  readonly heads: { listen(listener: () => void): void };
  /** Milliseconds after a head: its events are asked for at once, and this need not compete. */
  readonly afterHeadMs: number;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/**
 * Reads the market once now and then soon after every head, never twice at once. A reading that
 * fails leaves the old market with its age.
 */
export async function followFees(
  market: FeeMemory,
  { heads, afterHeadMs, clock, signal }: FollowFeesOptions,
): Promise<void> {
  let isRunning = false;
  let startedAt = -Infinity;
  heads.listen(() => {
    if (isRunning || clock() - startedAt < refreshMsMin) return;
    isRunning = true;
    startedAt = clock();
    void delay(afterHeadMs, undefined, { signal })
      .then(() => market.refresh(signal))
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  });
  await market.refresh(signal);
}
