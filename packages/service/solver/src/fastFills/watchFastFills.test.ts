import { expect, test } from 'vitest';
import type { SolverOptions } from '../context.js';
import type { OpenFastFill } from './openFastFill.js';
import { watchFastFills } from './watchFastFills.js';

test('T15: holds of one app that wait do not delay those of another', async () => {
  const stop = new AbortController();
  const waiting: OpenFastFill = {
    orderId: '',
    state: 'held',
    ageMs: 1,
    isPaid: false,
    hasEnded: false,
    deposit: undefined,
  };
  const idOf = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`;
  // The oldest wait, the youngest has ended.
  const holds = Array.from({ length: 2_500 }, (_, index) => ({
    ...waiting,
    orderId: idOf(index),
    hasEnded: index === 2_499,
  }));
  const ended: string[] = [];
  let passes = 0;
  const options = {
    settlement: {
      fastFills: {
        open: (after?: string) => {
          const first = holds.findIndex(({ orderId }) => orderId === after) + 1;
          return Promise.resolve(holds.slice(first, first + 1_000));
        },
        end: ({ orderId }: OpenFastFill) => {
          ended.push(orderId);
          return Promise.resolve(true);
        },
      },
    },
    chains: { all: [] },
    clock: {
      sleep: () => {
        passes += 1;
        stop.abort();
        return Promise.resolve();
      },
    },
    log: () => undefined,
    // Nothing else of these is read.
  } as unknown as SolverOptions;
  await watchFastFills(options, stop.signal);
  expect([ended, passes]).toEqual([[idOf(2_499)], 1]);
});
