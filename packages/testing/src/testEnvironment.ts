import { systemClock } from '@portage/core';
import type { ChainEnvironment } from '@portage/core/plugin';

/**
 * Makes the surroundings of a chain for a test: the machine's clock, a log that nobody reads, no
 * keys and no swap sources, unless the test brings its own.
 *
 * @example
 * ```ts
 * const environment = testEnvironment(signal, { keys: { solver: '0x…' } });
 * ```
 */
export function testEnvironment(
  signal: AbortSignal,
  own: Partial<ChainEnvironment> = {},
): ChainEnvironment {
  return { clock: systemClock, log: () => undefined, keys: {}, swapSources: [], ...own, signal };
}
