import type { PriceReading } from '@portage/core/chain';

/** Milliseconds that a host may be behind the newest of them before its word counts no more. */
const behindMsMax = 30_000;

/**
 * Reading in the middle of what several hosts tell; undefined where fewer than a majority tells
 * one. Of an even number it is between the two in the middle, rounded down, and in doubt by half of
 * what lies between them: nothing says which of the two is right. Pure.
 *
 * @param readings - one of each host; undefined where it tells none
 */
export function medianReading(
  readings: readonly (PriceReading | undefined)[],
): PriceReading | undefined {
  const told = readings.filter((reading) => reading !== undefined);
  const newest = Math.max(...told.map(({ observedAt }) => observedAt));
  const sorted = told
    .filter(({ observedAt }) => newest - observedAt <= behindMsMax)
    .sort((one, other) => compare(one.value.usdE12, other.value.usdE12));
  if (sorted.length * 2 <= readings.length) return undefined;
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  if (low === undefined || high === undefined || low === high) return low;
  const gap = high.value.usdE12 - low.value.usdE12;
  const doubts = [low.confidence.usdE12, high.confidence.usdE12];
  const doubt = doubts.reduce((most, each) => (each > most ? each : most));
  return {
    value: { usdE12: low.value.usdE12 + gap / 2n },
    confidence: { usdE12: doubt + (gap + 1n) / 2n },
    observedAt: Math.min(low.observedAt, high.observedAt),
  };
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
