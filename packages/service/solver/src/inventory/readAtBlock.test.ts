import type { TransactionOutcome } from '@portage/core/chain';
import type { OutboxRow } from '@portage/settlement';
import { describe, expect, it } from 'vitest';
import { findMinedBy } from './readAtBlock.js';

const open = (sequence: bigint, txId: string, outcome?: TransactionOutcome) => ({
  row: { txId, sequence } as OutboxRow,
  outcome,
});
const mined = (height: number): TransactionOutcome => ({ status: 'mined', height, gasCost: 1n });
const idsOf = (...input: Parameters<typeof findMinedBy>) =>
  findMinedBy(...input)?.map(({ row }) => row.txId);

describe('findMinedBy', () => {
  it('takes what is in a block by then, reverted or not, and one of each sequence', () => {
    const inspected = [
      open(4n, 'a', mined(9)),
      open(5n, 'b', { status: 'replaced' }),
      open(5n, 'c', { status: 'reverted', height: 10, gasCost: 1n }),
      open(6n, 'd', mined(11)),
      open(7n, 'e', { status: 'pending' }),
      open(8n, 'f'),
    ];
    expect(idsOf(inspected, { height: 10, sequence: 6n })).toEqual(['a', 'c']);
    expect(idsOf([], { height: 10, sequence: 6n })).toEqual([]);
  });

  it('I8: tells nothing where the chain does not tell of a sequence that was used by then', () => {
    const pending = [open(4n, 'a', mined(9)), open(5n, 'b', { status: 'pending' })];
    expect(idsOf(pending, { height: 10, sequence: 6n })).toBeUndefined();
    expect(idsOf(pending, { height: 10, sequence: 5n })).toEqual(['a']);
  });

  it('tells nothing where it tells of a sequence that was not used by then, or of one twice', () => {
    expect(idsOf([open(4n, 'a', mined(9))], { height: 10, sequence: 4n })).toBeUndefined();
    const twice = [open(4n, 'a', mined(9)), open(4n, 'b', mined(9))];
    expect(idsOf(twice, { height: 10, sequence: 5n })).toBeUndefined();
  });
});
