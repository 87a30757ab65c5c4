import { describeError, type Clock, type Log } from '@portage/core';
import type { SharedReading, SharedReadings } from '@portage/core/plugin';
import type { Settlement } from '@portage/settlement';

/** Milliseconds between two looks at what workers share. */
const readMs = 250;

/** Everything that following works with. */
export interface FollowReadingsOptions {
  readonly settlement: Pick<Settlement, 'chains'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Follows what workers share of the chains until the signal aborts, by one question for all. */
export async function followReadings(
  options: FollowReadingsOptions,
): Promise<(chainId: number) => SharedReadings> {
  const { settlement, clock, log, signal } = options;
  const newest = new Map<number, SharedReading>();
  const listeners = new Map<number, Set<(reading: SharedReading) => void>>();
  const read = async (): Promise<void> => {
    for (const { chainId, text, ageMs } of await settlement.chains.sharedReadings()) {
      const known = newest.get(chainId);
      if (known?.text === text) continue;
      const reading = { text, sharedAt: clock.now() - ageMs };
      newest.set(chainId, reading);
      for (const listener of listeners.get(chainId) ?? []) listener(reading);
    }
  };
  const follow = async (): Promise<void> => {
    while (await clock.sleep(readMs, signal))
      await read().catch((error: unknown) => {
        log('readings of workers could not be read', { error: describeError(error) });
      });
  };
  await read();
  void follow();
  return (chainId) => ({
    latest: () => newest.get(chainId),
    listen: (listener) => {
      const known = listeners.get(chainId) ?? new Set();
      listeners.set(chainId, known.add(listener));
    },
  });
}
