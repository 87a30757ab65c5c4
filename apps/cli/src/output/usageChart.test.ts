import { describe, expect, it } from 'vitest';
import { usageChart } from './usageChart.js';
import { usageTable } from './usageTable.js';

const hour = 3_600_000;
const plain = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/\u001b\[\d+m/g, ''));
const points = (totals: readonly number[]) =>
  totals.map((total, index) => ({ at: Date.UTC(2026, 10, 21) + index * hour, total, failed: 0 }));

describe('usageChart', () => {
  it('draws a column for each bucket, the highest at full height', () => {
    expect(plain(usageChart(points([0, 1, 8, 16]), { columns: 80, rows: 2 }))).toEqual([
      '      16 │   █',
      '       0 │ ▁██',
      '          2026-11-21T00:00Z 2026-11-21T03:00Z',
    ]);
  });

  it('lets neighbours share a column where there are too many, and loses no call', () => {
    const lines = plain(
      usageChart(points(Array.from({ length: 100 }, () => 1)), { columns: 60, rows: 1 }),
    );
    expect(lines[0]).toBe(`       2 │${'█'.repeat(50)}`);
  });

  it('draws nothing of nothing', () => {
    expect(plain(usageChart(points([0, 0]), { columns: 20, rows: 1 }))[0]).toBe('       1 │  ');
    expect(usageChart([], { columns: 20, rows: 1 })).toHaveLength(1);
  });
});

describe('usageTable', () => {
  const row = {
    apiKey: 'key_a',
    timestamp: '2026-11-21T00:00:00.000Z',
    endpoint: '/quote/v2',
    statusCode: 200,
    count: 6,
  };

  it('adds up, most first, and names keys only where there are several', () => {
    const lines = plain(
      usageTable(
        [
          row,
          { ...row, timestamp: '2026-11-21T01:00:00.000Z', count: 4 },
          { ...row, statusCode: 400, errorCode: 'AMOUNT_TOO_LOW', count: 5 },
        ],
        60,
      ),
    );
    expect(lines.map((line) => line.replace(/█+$/, '').trimEnd())).toEqual([
      '10  200  /quote/v2',
      ' 5  400  /quote/v2  AMOUNT_TOO_LOW',
      '15  in all',
    ]);
    expect(plain(usageTable([row, { ...row, apiKey: 'key_b' }], 60))[0]).toContain('key_a');
    expect(usageTable([], 60)).toEqual(['No calls in this time.']);
  });
});
