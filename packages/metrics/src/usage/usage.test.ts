import { isPortageError, type UsageEntry, type UsageGranularity } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bucketStart,
  bucketStarts,
  parseKeyFilter,
  rollUp,
  usageSeries,
  usageWindow,
} from '../index.js';

const now = Date.UTC(2026, 10, 21, 7, 31, 1, 5);
const granularity = fc.constantFrom<UsageGranularity>('minutely', 'hourly', 'daily');

describe('usageWindow', () => {
  test.each([
    ['minutely', '2026-11-20T07:31:00.000Z'],
    ['hourly', '2026-11-14T07:00:00.000Z'],
    ['daily', '2026-11-07T00:00:00.000Z'],
  ] as const)('%s starts at %s by default', (name, from) => {
    expect(usageWindow({ granularity: name }, now)).toEqual({
      granularity: name,
      from: Date.parse(from),
      to: now,
    });
  });

  test('counts from its end, and takes what it is told', () => {
    expect(usageWindow({ granularity: 'minutely', endTimestamp: 86_400 * 3 }, now)).toEqual({
      granularity: 'minutely',
      from: 86_400_000 * 2,
      to: 86_400_000 * 3,
    });
    expect(usageWindow({ granularity: 'daily', startTimestamp: 0 }, now)).toEqual({
      granularity: 'daily',
      from: 0,
      to: now,
    });
  });

  test.each([
    [{ startTimestamp: 10, endTimestamp: 10 }],
    [{ startTimestamp: Math.ceil(now / 1000) }],
    [{ endTimestamp: now * 1_000 }],
    [{ startTimestamp: 1, endTimestamp: Number.MAX_SAFE_INTEGER }],
  ])('refuses %j', (window) => {
    expect(() => usageWindow({ granularity: 'daily', ...window }, now)).toThrow(/Timestamp/);
  });
});

test('a bucket holds its moment, and no other bucket does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), granularity, (time, name) => {
      const start = bucketStart(time, name);
      expect(
        start <= time && bucketStart(start, name) === start && bucketStart(start - 1, name) < start,
      ).toBe(true);
      expect(bucketStarts({ granularity: name, from: start, to: time + 1 })).toEqual([start]);
    }),
  );
});

const entry = fc
  .record({
    apiKey: fc.constantFrom('key_a', 'key_b'),
    timestamp: fc
      .integer({ min: 0, max: 7 * 24 * 60 - 1 })
      .map((minute) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()),
    endpoint: fc.constantFrom('/quote/v2', '/chains'),
    statusCode: fc.constantFrom(200, 400),
    count: fc.integer({ min: 1, max: 1_000 }),
  })
  .map((row): UsageEntry =>
    row.statusCode === 400 ? { ...row, errorCode: 'AMOUNT_TOO_LOW' } : row,
  );
const sum = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);

test('rolling up keeps every call, in one step or two, and the series shows them all', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const days = rollUp(entries, 'daily');
      expect(sum(days)).toBe(sum(entries));
      expect(rollUp(rollUp(entries, 'hourly'), 'daily')).toEqual(days);
      expect(rollUp(days, 'daily')).toEqual(days);
      expect(new Set(days.map((row) => JSON.stringify({ ...row, count: 0 }))).size).toBe(
        days.length,
      );
      const window = {
        granularity: 'daily',
        from: Date.UTC(2026, 0, 1),
        to: Date.UTC(2026, 0, 8),
      } as const;
      const points = usageSeries(entries, window);
      expect(points.map(({ at }) => at)).toEqual(bucketStarts(window));
      expect(points.reduce((total, point) => total + point.total, 0)).toBe(sum(entries));
      expect(points.reduce((total, point) => total + point.failed, 0)).toBe(
        sum(entries.filter(({ statusCode }) => statusCode === 400)),
      );
    }),
  );
});

describe('parseKeyFilter', () => {
  const id = (n: number): string => `key_${n.toString(16).padStart(16, '0')}`;

  test('reads fifty ids and drops repetitions', () => {
    expect(parseKeyFilter(` ${id(1)} , ${id(2)},${id(1)}`)).toEqual([id(1), id(2)]);
    expect(parseKeyFilter(Array.from({ length: 50 }, (_, n) => id(n)).join(','))).toHaveLength(50);
    expect(() => parseKeyFilter(Array.from({ length: 51 }, (_, n) => id(n)).join(','))).toThrow(
      /more than 50/,
    );
  });

  test('refuses what may be a secret without repeating it', () => {
    const secret = `${id(7)}.${'s3cr3t'.repeat(7)}x`;
    for (const text of [
      '',
      ',',
      'key_',
      id(1).toUpperCase(),
      `${id(1)};${id(2)}`,
      secret,
      `${id(1)},${secret}`,
    ]) {
      try {
        parseKeyFilter(text);
        expect.unreachable();
      } catch (error) {
        expect(isPortageError(error, 'INVALID_REQUEST')).toBe(true);
        expect(JSON.stringify(error) + String(error)).not.toContain('s3cr3t');
      }
    }
  });
});
