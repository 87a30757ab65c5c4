import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { coveredCost, judgeCost, type JudgedCost } from './judgeCost.js';

/** Gas for so many micro-USD, at 2000 USD for a native currency of 18 decimals. */
const gasOf = (microUsd: bigint): bigint => microUsd * 5n * 10n ** 8n;

const judge = (changes: Partial<JudgedCost>) =>
  judgeCost(createChainContext().context, {
    cost: gasOf(15_000n),
    charged: gasOf(15_000n),
    waitedMs: 0,
    ...changes,
  });

describe('judgeCost', () => {
  it.each([
    ['what was charged', 15_000n],
    ['nothing', 0n],
    ['twice as much', 30_000n],
    ['five cents more, which is more than twice as much', 65_000n],
  ])('pays what costs %s', (_, microUsd) => {
    expect(judge({ cost: gasOf(microUsd) })).toEqual({ type: 'pay' });
  });

  it('waits with what costs more, no longer than it may, and then ends it', () => {
    const cost = gasOf(65_001n);
    const reason = 'gas costs more than was charged';
    expect(judge({ cost })).toEqual({ type: 'wait', delayMs: 2_000, reason });
    expect(judge({ cost, waitedMs: 59_000 })).toEqual({ type: 'wait', delayMs: 1_000, reason });
    expect(judge({ cost, waitedMs: 60_000 })).toEqual({ type: 'end' });
  });

  it('takes off all that is beyond the charge, where that can be', () => {
    expect(judge({ cost: gasOf(75_000n), waitedMs: 60_000, comesOff: true })).toEqual({
      type: 'takeOff',
      amount: gasOf(60_000n),
    });
  });

  it('never pays more than it brings, whatever was charged', () => {
    expect(judge({ worth: gasOf(14_999n) })).toMatchObject({ type: 'wait' });
    expect(judge({ worth: gasOf(14_999n), waitedMs: 60_000, comesOff: true })).toEqual({
      type: 'end',
    });
    expect(judge({ worth: gasOf(15_000n) })).toEqual({ type: 'pay' });
  });

  it('lets pass what nobody was charged for, up to what it brings', () => {
    expect(judge({ charged: undefined, cost: 10n ** 30n })).toEqual({ type: 'pay' });
    expect(judge({ charged: undefined, cost: 2n, worth: 1n })).toMatchObject({ type: 'wait' });
  });

  it('waits for a price only where it needs one', () => {
    const { context } = createChainContext();
    const blind = { ...context, prices: () => undefined };
    const charged = gasOf(15_000n);
    expect(judgeCost(blind, { cost: 2n * charged, charged, waitedMs: 0 })).toEqual({ type: 'pay' });
    expect(judgeCost(blind, { cost: 2n * charged + 1n, charged, waitedMs: 0 })).toMatchObject({
      type: 'wait',
      reason: 'prices are not known',
    });
    expect(coveredCost(blind, charged)).toBeUndefined();
  });

  it('pays no unit more than the policy covers', () => {
    const { context } = createChainContext();
    const amounts = fc.bigInt(0n, 10n ** 20n);
    fc.assert(
      fc.property(amounts, amounts, (cost, charged) => {
        const covered = coveredCost(context, charged)!;
        const isPaid = judgeCost(context, { cost, charged, waitedMs: 0 }).type === 'pay';
        expect(isPaid).toBe(cost <= covered);
        expect(covered).toBeLessThanOrEqual(2n * charged + gasOf(50_000n));
      }),
    );
  });
});
