import type { ChainEvent, Cursor } from '@portage/core/chain';
import { expect, test } from 'vitest';
import { splitBlocks } from './splitBlocks.js';

const block = (height: number): Cursor => ({ height, hash: `0x${String(height)}`, time: height });

const eventAt = (height: number, ordinal: number): ChainEvent => ({
  type: 'deposit',
  txId: `0x${String(height)}`,
  ordinal,
  height,
  blockHash: `0x${String(height)}`,
  orderId: '0x0',
  depositor: 'a',
  payer: 'a',
  currency: 'b',
  amount: 1n,
});

const eventsOf = (counts: readonly number[]): ChainEvent[] =>
  counts.flatMap((count, height) =>
    Array.from({ length: count }, (_, ordinal) => eventAt(height, ordinal)),
  );

test.each<[string, readonly number[], readonly (readonly number[])[]]>([
  ['nothing in one block', [0], [[0]]],
  ['little in many blocks', [1, 0, 2, 0], [[0, 1, 2, 3]]],
  ['much in one block', [3_000], [[0]]],
  ['much in every block', [1_000, 1_500, 2_000], [[0], [1], [2]]],
  [
    'much in some blocks',
    [0, 600, 400, 999, 0, 1, 5, 0],
    [
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ],
  ],
])('hands out %s', (_, counts, expected) => {
  const blocks = counts.map((__, height) => block(height));
  const events = eventsOf(counts);
  const steps = [...splitBlocks(blocks, events)];
  expect(steps.map((step) => step.blocks.map(({ height }) => height))).toEqual(expected);
  // Every event once, with its own block.
  expect(steps.flatMap((step) => step.events)).toEqual(events);
  for (const step of steps)
    for (const { height } of step.events)
      expect(step.blocks.map((one) => one.height)).toContain(height);
});
