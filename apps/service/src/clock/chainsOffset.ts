import type { Observed } from '@portage/core';
import type { Chain, Cursor } from '@portage/core/chain';

/** Milliseconds after which a newest block says nothing about the clock any more. */
const freshMs = 60_000;

/** Part of a chain that tells its time. */
export interface TimedChain extends Pick<Chain, 'keepsTime'> {
  readonly observe: { tip(): Observed<Pick<Cursor, 'time'>> | undefined };
}

/**
 * Milliseconds that a clock is ahead of the chains: the median of what the newest block of each
 * tells. Of two in the middle the smaller difference counts, because a clock that is wrong is wrong
 * against all chains, and one chain may be late. Undefined while no chain has a new block.
 */
export function chainsOffsetMs(chains: readonly TimedChain[], now: number): number | undefined {
  const offsets = chains
    .flatMap(({ keepsTime, observe }) => {
      const tip = keepsTime === true ? observe.tip() : undefined;
      return tip === undefined || Math.abs(now - tip.observedAt) > freshMs
        ? []
        : [tip.observedAt - 1_000 * tip.value.time];
    })
    .sort((a, b) => a - b);
  const upper = offsets[Math.floor(offsets.length / 2)];
  const lower = offsets[Math.floor((offsets.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return undefined;
  return Math.abs(lower) < Math.abs(upper) ? lower : upper;
}
