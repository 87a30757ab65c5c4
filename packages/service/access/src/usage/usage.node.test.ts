import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@portage/database';
import { openAccessRecords, type AccessRecords } from '../openAccessRecords.js';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import type { UsageCount } from './createUsage.js';

const now = Date.UTC(2026, 10, 30, 23, 58);
const minuteMs = 60_000;

describe.each(testServerKinds)('usage on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let database: Database;
  let access: AccessRecords;

  afterAll(() => databases.close());
  beforeEach(async () => {
    database = await databases.open();
    access = await openAccessRecords(database);
  });

  const count = (minute: number, more: Partial<UsageCount> = {}): UsageCount => ({
    apiKeyId: 'key_a',
    minute,
    endpoint: '/quote/v2',
    statusCode: 200,
    errorCode: '',
    count: 1,
    ...more,
  });
  const read = (
    granularity: 'minutely' | 'hourly' | 'daily',
    apiKeyIds = ['key_a'],
    from = now - 86_400_000,
    to = now + 86_400_000,
  ) => access.usage.read({ apiKeyIds, granularity, from, to, rowsMax: 1_000 });

  it('J5: adds counts by the minute, hour and day, over the ends of a day and a month', async () => {
    await access.usage.write(randomUUID(), [
      count(now, { count: 2 }),
      count(now + minuteMs),
      count(now + 2 * minuteMs, { count: 4 }),
      count(now, { statusCode: 400, errorCode: 'AMOUNT_TOO_LOW' }),
    ]);
    await access.usage.write(randomUUID(), [
      count(now, { count: 8 }),
      count(now, { apiKeyId: 'key_b' }),
    ]);
    const row = { apiKey: 'key_a', endpoint: '/quote/v2', statusCode: 200 };
    const low = { ...row, statusCode: 400, errorCode: 'AMOUNT_TOO_LOW', count: 1 };
    expect(await read('minutely')).toEqual([
      { ...row, timestamp: '2026-11-30T23:58:00.000Z', count: 10 },
      { ...low, timestamp: '2026-11-30T23:58:00.000Z' },
      { ...row, timestamp: '2026-11-30T23:59:00.000Z', count: 1 },
      { ...row, timestamp: '2026-12-01T00:00:00.000Z', count: 4 },
    ]);
    expect(await read('hourly')).toEqual([
      { ...row, timestamp: '2026-11-30T23:00:00.000Z', count: 11 },
      { ...low, timestamp: '2026-11-30T23:00:00.000Z' },
      { ...row, timestamp: '2026-12-01T00:00:00.000Z', count: 4 },
    ]);
    const days = await read('daily', ['key_a'], Date.UTC(2026, 10, 30));
    expect(days.map(({ timestamp, count: sum }) => [timestamp, sum])).toEqual([
      ['2026-11-30T00:00:00.000Z', 11],
      ['2026-11-30T00:00:00.000Z', 1],
      ['2026-12-01T00:00:00.000Z', 4],
    ]);
    expect((await read('hourly', ['key_a', 'key_b'])).map(({ apiKey }) => apiKey)).toEqual([
      'key_a',
      'key_a',
      'key_b',
      'key_a',
    ]);
    expect(await read('minutely', ['key_a'], now + minuteMs, now + 2 * minuteMs)).toHaveLength(1);
    expect(await read('hourly', [])).toEqual([]);
  });

  it('counts a batch that is sent again once', async () => {
    const id = randomUUID();
    for (let round = 0; round < 3; round += 1)
      await access.usage.write(id, [count(now, { count: 5 })]);
    expect(
      (await read('daily', ['key_a'], Date.UTC(2026, 10, 30))).map((row) => row.count),
    ).toEqual([5]);
  });

  it('loses nothing when many write the same rows at once', async () => {
    const endpoints = ['/quote/v2', '/chains', '/intents/status/v3'];
    await Promise.all(
      Array.from({ length: 20 }, (_, writer) => {
        const counts = endpoints.flatMap((endpoint) => [
          count(now, { endpoint }),
          count(now + minuteMs, { endpoint }),
        ]);
        return access.usage.write(randomUUID(), writer % 2 === 0 ? counts : counts.reverse());
      }),
    );
    expect((await read('minutely')).map((row) => row.count)).toEqual([20, 20, 20, 20, 20, 20]);
    expect((await read('hourly')).map((row) => row.count)).toEqual([40, 40, 40]);
  });

  it('drops what is kept no longer', async () => {
    const tables = async () =>
      (
        await database.query<{ name: string }>(
          `select relname as name from pg_class where relispartition and relkind = 'r' order by 1`,
        )
      ).map(({ name }) => name);
    const longAgo = Date.now() - 500 * 86_400_000;
    const month = (time: number) => new Date(time).toISOString().slice(0, 7).replace('-', '');
    await database.query(
      `create table usage_hours_${month(longAgo)} partition of usage_hours for values from ('${new Date(longAgo).toISOString()}') to ('${new Date(longAgo + 1_000).toISOString()}')`,
    );
    await database.query(
      `create table usage_minutes_20200101 partition of usage_minutes for values from ('2020-01-01Z') to ('2020-01-02Z')`,
    );
    await database.query(
      `create table usage_days_2020 partition of usage_days for values from ('2020-01-01Z') to ('2021-01-01Z')`,
    );
    const today = Math.floor(Date.now() / minuteMs) * minuteMs;
    await access.usage.write(randomUUID(), [count(today)]);
    const names = await tables();
    expect(names).not.toContain('usage_minutes_20200101');
    expect(names).not.toContain(`usage_hours_${month(longAgo)}`);
    expect(names).toContain('usage_days_2020');
    expect(names).toContain(`usage_hours_${month(today)}`);
    expect(names.filter((name) => name.startsWith('usage_minutes'))).toHaveLength(2);
  });

  it('reads only the partitions of its window, by the index of the key', async () => {
    await access.usage.write(randomUUID(), [
      count(now),
      count(now - 86_400_000),
      count(now - 2 * 86_400_000),
    ]);
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `explain select * from usage_minutes where api_key_id = any('{key_a}') and bucket >= to_timestamp(${(now - minuteMs) / 1000}) and bucket < to_timestamp(${(now + minuteMs) / 1000}) order by bucket`,
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('usage_minutes_20261130');
    expect(text).not.toContain('usage_minutes_20261129');
  });
});
