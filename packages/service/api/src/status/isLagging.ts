import type { Chain } from '@portage/core/chain';

/** A chain whose newest block was seen longer ago than this lags. */
const laggingMs = 30_000;

/** Whether a chain has shown no new block for a while, or none yet. */
export function isLagging({ observe }: Pick<Chain, 'observe'>, now: number): boolean {
  const tip = observe.tip();
  return tip === undefined || now - tip.observedAt > laggingMs;
}
