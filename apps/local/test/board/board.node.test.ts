import { expect, test } from 'vitest';
import { judgeBoard } from './judgeBoard.js';
import { runBoard } from './runBoard.js';

test('a board asks every route at every size, straight and with latency', async () => {
  const samples = await runBoard({ rounds: 2, latencyMs: 80, note: () => undefined });
  const { rows, isSound } = judgeBoard(samples);
  expect(rows.map(({ failure }) => failure)).toEqual(rows.map(() => null));
  expect(isSound).toBe(true);
  expect(rows).toHaveLength(24);
  for (const row of rows) expect(row.quotes).toBe(2);
  // Every figure behind a proxy contains the latency that the proxy adds.
  for (const { p50 } of rows.filter(({ latencyMs }) => latencyMs === 80))
    expect(p50).toBeGreaterThanOrEqual(80);
});
