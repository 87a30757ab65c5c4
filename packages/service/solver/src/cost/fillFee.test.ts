import type { OutboxRow } from '@portage/settlement';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { createBumpJudge } from './createBumpJudge.js';
import { checkFillFee, fillFeeMax } from './fillFee.js';

/** One dollar at 2000 USD for a native currency of 18 decimals. */
const dollar = 5n * 10n ** 14n;
const bounded = { fills: { feeMicroUsdMax: { two: 1_000_000n, three: 1n } } };

const check = (gas: bigint, waitedMs = 0) =>
  checkFillFee(createChainContext(bounded).context, { waitedMs }, gas);

describe('the ceiling of the fee of a fill', () => {
  it('lets pass what it allows, and everything where a chain has none', () => {
    expect(check(dollar)).toBeUndefined();
    expect(fillFeeMax(createChainContext().context)).toBe('none');
    expect(checkFillFee(createChainContext().context, { waitedMs: 0 }, 10n ** 30n)).toBeUndefined();
  });

  it('C14: holds what costs more and says so, and then gives the deposit back', () => {
    const reason = 'the fee of a fill is above fillUsdMax of two';
    expect(check(dollar + 1n)).toEqual({ type: 'wait', delayMs: 2_000, reason });
    expect(check(dollar + 1n, 59_500)).toEqual({ type: 'wait', delayMs: 500, reason });
    expect(check(dollar + 1n, 60_000)).toEqual({
      type: 'refund',
      reason: 'QUOTED_GAS_LIMIT_EXCEEDED',
    });
  });

  it('waits for the price that it needs', () => {
    const blind = { ...createChainContext(bounded).context, prices: () => undefined };
    expect(checkFillFee(blind, { waitedMs: 0 }, 1n)).toMatchObject({
      type: 'wait',
      reason: 'prices are not known',
    });
  });

  it('bounds a higher fee too, for each of the fills that a transaction makes', () => {
    const { context } = createChainContext(bounded);
    const row = {
      purpose: 'fill',
      obligation: { kind: 'payout', intent: { type: 'fill' } },
    } as unknown as OutboxRow;
    const refund = { ...row, purpose: 'refund' } as const;
    const covers = (rows: readonly OutboxRow[], cost: bigint): boolean =>
      createBumpJudge(context, rows).covers(cost);
    expect([covers([row], dollar), covers([row], dollar + 1n)]).toEqual([true, false]);
    expect([covers([row, row], 2n * dollar), covers([row, row], 2n * dollar + 1n)]).toEqual([
      true,
      false,
    ]);
    expect(covers([refund], 10n ** 30n)).toBe(true);
  });
});
