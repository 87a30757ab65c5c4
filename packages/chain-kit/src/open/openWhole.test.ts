import { expect, it } from 'vitest';
import { openWhole } from './openWhole.js';

it('stops what was started before a part failed, and tells why', async () => {
  const outer = new AbortController();
  const started: AbortSignal[] = [];
  const opening = openWhole({ signal: outer.signal }, ({ signal }) => {
    started.push(signal);
    return Promise.reject(new Error('the second part'));
  });
  await expect(opening).rejects.toThrow('the second part');
  expect(started.map(({ aborted }) => aborted)).toEqual([true]);
  expect(outer.signal.aborted).toBe(false);
});

it('stops what it opened when the signal of its caller aborts', async () => {
  const outer = new AbortController();
  const own = await openWhole({ signal: outer.signal, name: 'base' }, ({ signal, name }) =>
    Promise.resolve({ signal, name }),
  );
  expect([own.name, own.signal.aborted]).toEqual(['base', false]);
  outer.abort();
  expect(own.signal.aborted).toBe(true);
});
