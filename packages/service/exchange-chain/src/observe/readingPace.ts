import { calls } from '../endpoint/requests.js';
import type { CallWeights } from '../endpoint/callWeights.js';

/** Part of the weight that goes to each of blocks and readings; half is left to payments. */
const part = 1 / 4;
const minuteMs = 60_000;
/** Milliseconds between two questions for a block while a channel announces transactions. */
const announcedMs = 15_000;
/** The same for blocks that a channel asks for at a host that bounds nothing. */
const wakeMs = 250;

/** Pace at which a chain is read. */
export interface ReadingPace {
  /** Milliseconds between two questions for the newest block, by whether a channel announces. */
  readonly pollMs: (isAnnounced: boolean) => number;
  /** Milliseconds between two blocks that a channel asks for, beyond the first ones. */
  readonly wakeMs: number;
  /** Milliseconds between two readings of fees, balances and nonces; undefined for the usual. */
  readonly readingMs: number | undefined;
}

/** Inputs of {@link readingPace}. */
export interface PaceOptions {
  /** Milliseconds between two questions for the newest block, where weights allow it. */
  readonly pollMs: number;
  /** Currencies of the chain, each of which is read by itself. */
  readonly currencies: number;
  /** Weights of calls; undefined where a host bounds nothing. */
  readonly weights: CallWeights | undefined;
}

/**
 * Pace of reading: blocks with the histories of both accounts take a quarter of the weight, and
 * fees, balances and nonces another. What a channel asks for is read no oftener than without it.
 * Pure.
 */
export function readingPace({ pollMs, currencies, weights }: PaceOptions): ReadingPace {
  if (weights === undefined) return { pollMs: () => pollMs, wakeMs, readingMs: undefined };
  const { perMinuteMax, weigh } = weights;
  const spread = (weight: number): number => Math.ceil((weight * minuteMs) / (part * perMinuteMax));
  const histories = 2 * weigh(calls.history(0, 1, 0));
  const blockMs = Math.max(pollMs, spread(weigh(calls.height()) + histories));
  const accounts = 2 * currencies * weigh(calls.account(0));
  const keys = 2 * (weigh(calls.nextNonce(0, 0)) + weigh(calls.apiKey(0, 0)));
  return {
    wakeMs: blockMs,
    pollMs: (isAnnounced) => (isAnnounced ? Math.max(blockMs, announcedMs) : blockMs),
    readingMs: spread(3 * weigh(calls.fee(0, 0)) + accounts + keys),
  };
}
