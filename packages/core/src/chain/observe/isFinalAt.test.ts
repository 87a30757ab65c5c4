import { describe, expect, it } from 'vitest';
import type { Depth } from './finality.js';
import { isFinalAt } from './isFinalAt.js';

/** Whether a block at a height is final for a rule, 20 blocks after height 100. */
function isFinal(rule: Depth, height: number, safeHeight?: number): boolean {
  const finality = { confirmations: () => rule };
  return isFinalAt({ finality }, height, 1n, { height: 120, finalizedHeight: 80, safeHeight });
}

describe('finality', () => {
  it.each<[string, Depth, number, number | undefined, boolean]>([
    ['a safe block', 'safe', 100, 100, true],
    ['a block above the safe one', 'safe', 101, 100, false],
    ['any block of a chain that tells of no safe one', 'safe', 100, undefined, false],
    ['a final block of such a chain', 'safe', 80, undefined, true],
    ['a safe block that must be final', 'finalized', 100, 100, false],
    ['a block deep enough, safe or not', 10, 111, 100, true],
    ['a block that is not', 10, 112, 120, false],
  ])('F13: %s', (_, rule, height, safe, expected) => {
    expect(isFinal(rule, height, safe)).toBe(expected);
  });
});
