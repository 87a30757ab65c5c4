import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { systemClock } from './clock.js';

setFlagsFromString('--expose-gc');
// The flag makes the function, which has no type.
const collectGarbage = runInNewContext('gc') as () => void;

test('a time limit within a combined signal survives the collection of garbage', async () => {
  const lasting = new AbortController();
  const combine = (): AbortSignal => AbortSignal.any([lasting.signal, systemClock.timeout(100)]);
  const combined = combine();
  const isAborted = (): boolean => {
    collectGarbage();
    return combined.aborted;
  };
  await expect.poll(isAborted).toBe(true);
  expect(combined.reason).toMatchObject({ name: 'TimeoutError' });
});
