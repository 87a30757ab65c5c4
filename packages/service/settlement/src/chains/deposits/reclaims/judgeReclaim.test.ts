import { describe, expect, it } from 'vitest';
import { judgeReclaim, type HeldPart } from './judgeReclaim.js';

const part = (standing: HeldPart['standing'], amount: bigint, leg = 'main'): HeldPart => ({
  orderId: 'o',
  leg,
  amount,
  standing,
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
    [
      'all that may be withdrawn and what a refund left over',
      [part('withdrawable', 100n), part('gas', 1n)],
      101n,
      1n,
      false,
    ],
    ['a part of what waits', [part('open', 100n)], 40n, 0n, false],
    ['a part of what may be withdrawn', [part('withdrawable', 100n)], 40n, 0n, false],
    ['a part of what is in suspense', [part('suspense', 100n)], 40n, 40n, true],
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

  it('takes no part that is larger than what is left', () => {
    expect(judgeReclaim([part('suspense', 60n), part('suspense', 41n)], 100n)).toMatchObject({
      suspense: 60n,
      lost: 40n,
      withdrawn: 0n,
      gone: [part('suspense', 60n)],
    });
    expect(judgeReclaim([part('open', 30n), part('withdrawable', 30n)], 65n)).toMatchObject({
      ended: [part('open', 30n)],
      lost: 5n,
      withdrawn: 30n,
    });
  });

  it('ends a part of which something is left, which its depositor may withdraw', () => {
    const open = part('open', 100n);
    expect(judgeReclaim([open], 40n)).toMatchObject({
      ended: [open],
      gone: [],
      rest: { part: open, amount: 60n },
      withdrawn: -60n,
    });
  });

  it('takes a part of what may be withdrawn, and leaves the rest', () => {
    const [small, large] = [part('withdrawable', 30n, 'x'), part('withdrawable', 100n)];
    expect(judgeReclaim([large, small], 70n)).toMatchObject({
      ended: [],
      gone: [small, large],
      rest: { part: large, amount: 60n },
      withdrawn: 70n,
    });
  });

  it('takes a whole part before a part of one that is still to be paid', () => {
    const [open, free] = [part('open', 100n), part('withdrawable', 40n, 'x')];
    expect(judgeReclaim([open, free], 40n)).toMatchObject({
      ended: [],
      gone: [free],
      rest: undefined,
      withdrawn: 40n,
    });
  });
});
