import { setMaxListeners } from 'node:events';
import { PortageError, systemClock } from '@portage/core';
import type { ChainOpener, FamilyKeys } from '@portage/core/plugin';
import type { PreparedChain } from '../prepareChains.js';

/** A chain to look at. */
export type WatchedChain = Pick<PreparedChain, 'opener' | 'keys' | 'slug'>;

/** Milliseconds that a chain has to open, as at the start. */
const openMsMax = 30_000;

/**
 * Opens a chain as the start does, looks at it, and ends it again. The solver is known by its
 * address alone, so that nothing is approved and nothing is sent.
 *
 * @throws the chain's fault where it does not open in time
 */
export async function watchChain<Result>(
  { opener, keys }: WatchedChain,
  look: (chain: Awaited<ReturnType<ChainOpener['open']>>, signal: AbortSignal) => Promise<Result>,
  msMax: number = openMsMax,
): Promise<Result> {
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  try {
    const watching = await withoutSolver(keys, opener);
    const opening = opener.open({
      signal: end.signal,
      clock: systemClock,
      keys: watching,
      swapSources: [],
      log: () => undefined,
    });
    const opened = await Promise.race([opening, tooLate(msMax, end.signal)]);
    return await look(opened, end.signal);
  } finally {
    end.abort();
  }
}

/** Keys with the solver's address in the place of its key. */
async function withoutSolver(
  keys: FamilyKeys,
  opener: PreparedChain['opener'],
): Promise<FamilyKeys> {
  const { info } = await opener.describe(keys);
  const [address] = info.solverAddresses;
  if (keys['solver'] === undefined || address === undefined) return keys;
  return { ...keys, solver: `address:${address}` };
}

async function tooLate(msMax: number, signal: AbortSignal): Promise<never> {
  await systemClock.sleep(msMax, signal);
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `The chain did not open within ${String(msMax / 1_000)} seconds.`,
    hint: 'The start would go on without it, and open it later.',
  });
}
