import type { ReadOnHeadsOptions } from '@portage/chain-kit';

/** Milliseconds between readings while no block comes. */
const rereadMs = 30_000;

/**
 * Heads, and a sign of life now and then, until the signal aborts: coins and fees change while no
 * block comes for an hour.
 */
export function withTimer(
  heads: ReadOnHeadsOptions['heads'],
  signal: AbortSignal,
): ReadOnHeadsOptions['heads'] {
  return {
    listen: (listener) => {
      heads.listen(listener);
      const timer = setInterval(listener, rereadMs).unref();
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
  };
}
