import { expect, it } from 'vitest';
import { judgeBoard, printBoard, type BoardSamples } from './judgeBoard.js';

const samples = (changed: Partial<BoardSamples> = {}): BoardSamples => ({
  route: 'EVM to EVM, bridge',
  usd: 10_000,
  latencyMs: 80,
  milliseconds: Array.from({ length: 100 }, (_, index) => 100 - index),
  failures: [],
  ...changed,
});

it('tells percentiles of quotes alone, and the share of questions that brought one', () => {
  expect(judgeBoard([samples()])).toEqual({
    isSound: true,
    rows: [
      {
        route: 'EVM to EVM, bridge',
        usd: 10_000,
        latencyMs: 80,
        quotes: 100,
        success: 1,
        p50: 51,
        p90: 91,
        p99: 100,
        failure: null,
      },
    ],
  });
});

it.each([
  ['a route that fails once', [samples(), samples({ failures: ['400 AMOUNT_TOO_LOW'] })]],
  ['a route that always fails', [samples({ milliseconds: [], failures: ['refused'] })]],
  ['a route that was not asked', [samples({ milliseconds: [] })]],
  ['nothing', []],
])('is not sound with %s', (_, measured) => {
  const { isSound, rows } = judgeBoard(measured);
  expect(isSound).toBe(false);
  expect(rows.every(({ success }) => success <= 1)).toBe(true);
});

it('has no percentiles without a quote, and says why', () => {
  const { rows } = judgeBoard([samples({ milliseconds: [], failures: ['refused', 'later'] })]);
  expect(rows).toMatchObject([
    { quotes: 0, success: 0, p50: null, p90: null, p99: null, failure: 'refused' },
  ]);
});

it('leaves what was measured as it is, and rounds to tenths', () => {
  const milliseconds = [3.14159, 1.04];
  expect(judgeBoard([samples({ milliseconds })]).rows[0]).toMatchObject({ p50: 3.1, p99: 3.1 });
  expect(milliseconds).toEqual([3.14159, 1.04]);
});

it('is printed as a table', () => {
  const board = judgeBoard([samples(), samples({ milliseconds: [], failures: ['refused'] })]);
  expect(printBoard(board).split('\n')).toEqual([
    '| route | USD | added | p50 | p90 | p99 | success |',
    '| --- | --: | --: | --: | --: | --: | --: |',
    '| EVM to EVM, bridge | 10,000 | 80 ms | 51.0 | 91.0 | 100.0 | 100.0 % |',
    '| EVM to EVM, bridge | 10,000 | 80 ms | – | – | – | 0.0 % |',
  ]);
});
