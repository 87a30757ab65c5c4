import type { UsageCount } from './createUsage.js';
import { describe, expect, test } from 'vitest';
import { createUsageCounter } from './createUsageCounter.js';

const call = { apiKeyId: 'key_a', endpoint: '/chains', statusCode: 200, errorCode: '' };

function make(write?: (id: string, counts: readonly UsageCount[]) => Promise<void>) {
  let time = 60_000;
  const written: { id: string; counts: readonly UsageCount[] }[] = [];
  const logged: string[] = [];
  const counter = createUsageCounter({
    usage: {
      write: async (id, counts) => {
        written.push({ id, counts: counts.map((row) => ({ ...row })) });
        await write?.(id, counts);
      },
    },
    now: () => time,
    log: { error: (context, message) => void logged.push(`${message} ${JSON.stringify(context)}`) },
  });
  return { counter, written, logged, pass: (ms: number) => (time += ms) };
}

const counted = (written: readonly { counts: readonly UsageCount[] }[]) =>
  written.flatMap(({ counts }) =>
    counts.map(({ minute, statusCode, count }) => [minute, statusCode, count]),
  );

describe('createUsageCounter', () => {
  test('adds up what is alike within a minute, also after it had nothing to write', async () => {
    const { counter, written, pass } = make();
    await counter.flush();
    expect(written).toEqual([]);
    for (let n = 0; n < 5; n += 1) counter.count(call);
    counter.count({ ...call, statusCode: 400, errorCode: 'NO_QUOTES' });
    pass(60_000);
    counter.count(call);
    await counter.flush();
    counter.count(call);
    await counter.close();
    expect(counted(written)).toEqual([
      [60_000, 200, 5],
      [60_000, 400, 1],
      [120_000, 200, 1],
      [120_000, 200, 1],
    ]);
  });

  test('sends a batch again under its id, unchanged, before anything newer; tells of it once', async () => {
    let isDown = true;
    const { counter, written, logged } = make(() =>
      isDown ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    counter.count(call);
    await counter.flush();
    counter.count(call);
    await counter.flush();
    isDown = false;
    await counter.close();
    expect(written.map(({ id }) => id === written[0]!.id)).toEqual([true, true, true, false]);
    expect(counted(written)).toEqual([
      [60_000, 200, 1],
      [60_000, 200, 1],
      [60_000, 200, 1],
      [60_000, 200, 1],
    ]);
    expect(logged).toHaveLength(1);
  });

  test('splits what is much, and loses none that was counted while it wrote', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { counter, written } = make(() => held);
    for (let n = 0; n < 12_000; n += 1) counter.count({ ...call, apiKeyId: `key_${n}` });
    const first = counter.flush();
    counter.count(call);
    release();
    await first;
    expect(written.map(({ counts }) => counts.length)).toEqual([5_000, 5_000, 2_001]);
    await counter.close();
  });

  test('holds only so many rows while the database is away, and says what it did not count', async () => {
    const { counter, logged } = make(() => Promise.reject(new Error('away')));
    for (let n = 0; n < 100_010; n += 1) counter.count({ ...call, apiKeyId: `key_${n}` });
    counter.count({ ...call, apiKeyId: 'key_0' });
    await counter.close();
    expect(logged.find((line) => line.includes('too much usage'))).toContain('"dropped":10');
    expect(logged.at(-1)).toContain('"lost":100001');
  });
});
