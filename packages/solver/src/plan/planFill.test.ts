import type { SlotIntent } from '@portage/store';
import { fakeAddress, fakeNative } from '@portage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimedFill, createDesk } from '../../test/createDesk.js';
import { createBudget } from './createBudget.js';
import { planFill } from './planFill.js';

const usdc = fakeAddress('usdc');
const gasHold = 2_000n;

const budgetOf = (held = 0n, balance = 10_000n, native = 10n ** 9n) =>
  createBudget([{ currency: usdc, balance, held }, { currency: fakeNative, balance: native, held: 0n }]);

const slotIntent: SlotIntent = { type: 'fill', currency: usdc, recipient: 'bob', amount: '1', deposit: '1:0xa:0', credit: { asset: '1:usdc', amount: '1' }, solver: 'solver' };

describe('planFill', () => {
  it('pays what the signed order says and holds it with its gas', () => {
    const { desk } = createDesk();
    expect(planFill(desk, claimedFill(), budgetOf())).toEqual({
      type: 'pay',
      intent: { type: 'fill', orderId: 'order', currency: usdc, recipient: fakeAddress('bob'), amount: 900n, calls: [] },
      source: { deposit: '1:0xa:0', credit: { asset: `1:${usdc}`, amount: 1_000n }, solver: 'solver', deadline: 1_800_000_000 },
      gasHold,
      isRewrite: false,
    });
  });

  it.each([
    ['that is not final', { isFinal: false }],
    ['whose slot is taken', { slot: { kind: 'fill', settled: false, intent: slotIntent } }],
    ['that was filled', { filled: true }],
    ['that has ended', { status: 'failure' }],
  ] as const)('leaves an order alone %s', (_, changes) => {
    expect(planFill(createDesk().desk, claimedFill(changes), budgetOf())).toMatchObject({ type: 'drop' });
  });

  it.each([
    ['is too late for its deadline', { deadline: 1_700_000_030 }, 'PROTOCOL_DEADLINE_EXPIRED'],
    ['has waited too long', { fillBy: 1_699_999_000_000 }, 'ORDER_EXPIRED'],
    ['pays somebody who cannot be paid', { recipient: usdc }, 'TRANSFER_FAILED'],
    ['is larger than the inventory', { amountOut: 10_001n }, 'SOLVER_BALANCE_TOO_LOW'],
  ] as const)('gives the deposit back when the order %s', (_, changes, reason) => {
    expect(planFill(createDesk().desk, claimedFill(changes), budgetOf())).toEqual({ type: 'refund', reason });
  });

  it('tells a balance that is too low from one that is promised', () => {
    const { desk } = createDesk();
    expect(planFill(desk, claimedFill(), budgetOf(9_500n))).toEqual({ type: 'refund', reason: 'SOLVER_CAPACITY_EXCEEDED' });
    expect(planFill(desk, claimedFill(), budgetOf(0n, 10_000n, gasHold - 1n))).toEqual({ type: 'refund', reason: 'SOLVER_BALANCE_TOO_LOW' });
    expect(planFill(createDesk({ capacityWaitMs: 100 }).desk, claimedFill(), budgetOf(9_500n))).toMatchObject({ type: 'wait', delayMs: 100 });
  });

  it('fills a late deposit under its late terms alone, however late it is', () => {
    const { desk } = createDesk();
    const base = claimedFill({ fillBy: 1_600_000_000_000 });
    const late = { toleranceBps: '5000', minimum: '900', gas: '0', origin: { assetId: 'usdc', usdE12: '1000000000000' }, destination: { assetId: 'usdc', usdE12: '1000000000000' } };
    const spend = { ...base, payload: { ...base.payload, isLate: true as const }, charges: { appFees: [], late } };
    // A thousand units of gas cost one unit of USDC, rounded up.
    expect(planFill(desk, spend, budgetOf())).toMatchObject({ type: 'pay', intent: { amount: 899n } });
    expect(planFill(desk, { ...spend, charges: { appFees: [], late: { ...late, gas: '1' } } }, budgetOf())).toMatchObject({ type: 'pay', intent: { amount: 900n } });
    expect(planFill(desk, { ...spend, charges: { appFees: [], late: { ...late, toleranceBps: '1' } } }, budgetOf())).toEqual({ type: 'refund', reason: 'TTL_EXPIRED' });
    expect(planFill(desk, { ...spend, charges: undefined }, budgetOf())).toEqual({ type: 'refund', reason: 'TTL_EXPIRED' });
    expect(planFill({ ...desk, prices: () => undefined }, spend, budgetOf())).toMatchObject({ type: 'wait', reason: 'prices are not known' });
    const tooLate = claimedFill({ deadline: 1_700_000_030 });
    expect(planFill(desk, { ...spend, order: tooLate.order }, budgetOf())).toEqual({ type: 'refund', reason: 'PROTOCOL_DEADLINE_EXPIRED' });
  });

  it('waits for what it does not know instead of guessing', () => {
    const { desk, fake } = createDesk();
    expect(planFill(desk, claimedFill(), createBudget([]))).toMatchObject({ type: 'wait', reason: 'the inventory is not counted yet' });
    expect(planFill(desk, claimedFill({ isOriginHalted: true }), budgetOf())).toMatchObject({ type: 'wait' });
    fake.setReadings(false);
    expect(planFill(desk, claimedFill(), budgetOf())).toMatchObject({ type: 'wait', reason: 'the tip of the chain is not known' });
  });

  it('never promises more than there is, whatever is asked for', () => {
    const { desk } = createDesk();
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 4_000n), { maxLength: 30 }), fc.bigInt(0n, 10_000n), fc.bigInt(0n, 30_000n), (amounts, held, native) => {
        const budget = budgetOf(held, 10_000n, native);
        const paid = amounts.map((amountOut) => planFill(desk, claimedFill({ amountOut }), budget)).filter((decision) => decision.type === 'pay');
        expect(paid.reduce((sum, { intent }) => sum + intent.amount, held)).toBeLessThanOrEqual(10_000n);
        expect(BigInt(paid.length) * gasHold).toBeLessThanOrEqual(native);
      }),
    );
  });
});
