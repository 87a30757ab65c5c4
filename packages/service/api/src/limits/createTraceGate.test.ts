import { expect, test } from 'vitest';
import { createReindexGate } from './createReindexGate.js';
import { createTraceGate, type Trace } from './createTraceGate.js';

const limits = { tracesMax: 32, tracesPerMinuteMax: 1_000 };
const now = (): number => 1_700_000_000_000;

test('T15: transactions that one caller makes up hide nobody else’s payment', async () => {
  const watched = new Map<string, () => void>();
  const gate = createTraceGate(
    {
      trace: () => Promise.resolve('unknown'),
      watch: (_, txId) => new Promise((resolve) => watched.set(txId, resolve)),
    },
    { limits, now },
  );
  const told = Array.from({ length: 60 }, (_, index) => gate.watch('a stranger', 1, String(index)));
  expect(told.filter((isWatched) => isWatched)).toHaveLength(40);
  expect(gate.watch('a payer', 1, 'a payment')).toBe(true);
  expect(watched.has('a payment')).toBe(true);
  // A second report of the same payment takes no further place.
  expect(gate.watch('a stranger', 1, 'a payment')).toBe(true);
  expect(gate.watch('a stranger', 1, 'late')).toBe(false);
  watched.get('0')?.();
  await Promise.resolve();
  expect(gate.watch('a stranger', 1, 'late')).toBe(true);
});

test('T15: looks of one caller that do not end leave room for those of others', async () => {
  const gate = createTraceGate(
    {
      trace: (_, txId) =>
        txId === 'a payment' ? Promise.resolve<Trace>('found') : new Promise(() => undefined),
      watch: () => undefined,
    },
    { limits, now },
  );
  const theirs = Array.from({ length: 32 }, (_, index) => gate.trace('x', 1, String(index)));
  const refused = await Promise.allSettled(theirs.slice(8));
  for (const each of refused)
    expect(each).toMatchObject({
      reason: { code: 'RATE_LIMITED', hint: expect.any(String) as unknown },
    });
  expect(await gate.trace('a payer', 1, 'a payment')).toBe('found');
});

test('T15: deposit addresses that one caller names leave room for those of others', async () => {
  const gate = createReindexGate(
    ({ depositAddress }) =>
      depositAddress === 'theirs'
        ? new Promise(() => undefined)
        : Promise.resolve({ triggered: [], checked: 1, failed: 0 }),
    { limits: { reindexesMax: 8, reindexesPerMinuteMax: 1_000 }, now },
  );
  const ask = (caller: string, depositAddress: string) =>
    gate(caller, { chainId: 1, depositAddress });
  const theirs = Array.from({ length: 8 }, () => ask('a stranger', 'theirs'));
  const refused = await Promise.allSettled(theirs.slice(2));
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
  expect(await ask('a payer', 'its own')).toMatchObject({ checked: 1 });
});
