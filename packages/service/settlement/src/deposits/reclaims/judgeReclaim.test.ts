import { describe, expect, it } from 'vitest';
import { judgeReclaim, type HeldPart } from './judgeReclaim.js';

const part = (standing: HeldPart['standing'], amount: bigint, leg = 'main'): HeldPart => ({
  ...{ orderId: 'o', leg, amount, standing },
});

describe('judgeReclaim', () => {
  it.each([
    ['all that waits to be paid', [part('open', 100n)], 100n, 0n, false],
    [
      'what waits and what is in suspense',
      [part('suspense', 40n), part('open', 60n)],
      100n,
      0n,
      false,
    ],
    ['what a fill has earned', [part('fill', 100n)], 100n, 100n, true],
    ['what a refund left over', [part('gas', 3n)], 3n, 3n, false],
    [
      'what a fill has earned and the excess',
      [part('fill', 80n), part('open', 20n, 'x')],
      100n,
      80n,
      true,
    ],
    ['a part of what waits', [part('open', 100n)], 40n, 40n, true],
    [
      'what waits rather than what is earned',
      [part('fill', 50n), part('open', 50n, 'x')],
      50n,
      0n,
      false,
    ],
  ] as const)('takes %s', (_, parts, amount, lost, isPaidTwice) => {
    expect(judgeReclaim(parts, amount)).toMatchObject({ lost, isPaidTwice });
  });

  it('ends no part of which something is left', () => {
    expect(judgeReclaim([part('open', 100n)], 40n).ended).toEqual([]);
  });
});
