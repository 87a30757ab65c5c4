import type { DueRelay } from '@portage/settlement';
import { fakeNative } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { createBudget, type Budget } from '../plan/createBudget.js';
import { planRelay } from './planRelay.js';

/** A unit of gas at the price of the quote: the charge was five cents at 2000 USD. */
const charged = 25n * 10n ** 12n;

const permit: DueRelay = {
  jobId: 1,
  attempts: 0,
  status: 'depositing',
  settlement: undefined,
  live: 0,
  reverted: 0,
  charged,
  waitedMs: 0,
  payload: {
    orderId: `0x${'ab'.repeat(32)}`,
    leg: 'permit',
    to: '0xa',
    value: '0',
    data: '0x',
    gasLimit: 300_000,
    endsRequest: true,
  },
};
const sweep: DueRelay = {
  ...permit,
  status: 'waiting',
  payload: {
    orderId: permit.payload.orderId,
    leg: 'sweep:1',
    to: '0xa',
    value: '0',
    data: '0x',
    gasLimit: 300_000,
  },
};

const plenty = (): Budget =>
  createBudget([{ currency: fakeNative, balance: 10n ** 24n, reserved: 0n }]);

/** Decision where a call costs so much. */
function decide(relay: DueRelay, cost: bigint, policy = {}) {
  const { context, fake } = createChainContext(policy);
  fake.setFee(cost);
  return planRelay(context, relay, { status: 'passes' }, plenty());
}

describe('planRelay', () => {
  it.each([
    ['a permit', permit],
    ['a sweep', sweep],
  ])('makes %s while gas is twice what was charged', (_, relay) => {
    expect(decide(relay, 2n * charged)).toMatchObject({ type: 'make', gasReserve: 4n * charged });
  });

  it.each([
    ['a permit', permit],
    ['a sweep', sweep],
  ])(
    'L12: waits with %s whose gas costs 70,000 times what was charged, and ends it',
    (_, relay) => {
      const cost = 70_000n * charged;
      expect(decide(relay, cost)).toEqual({
        type: 'wait',
        delayMs: 2_000,
        reason: 'gas costs more than was charged',
      });
      expect(decide({ ...relay, waitedMs: 60_000 }, cost)).toMatchObject({
        type: 'end',
        reason: 'QUOTED_GAS_LIMIT_EXCEEDED',
      });
      expect(decide({ ...relay, waitedMs: 60_000 }, 2n * charged)).toMatchObject({ type: 'make' });
    },
  );

  it('makes what nobody was charged for only where it is worth its gas', () => {
    const closing = (worth: bigint, waitedMs = 0): DueRelay => ({
      ...sweep,
      status: undefined,
      charged: undefined,
      waitedMs,
      payload: { ...sweep.payload, leg: 'markers', worth: worth.toString() },
    });
    expect(decide(closing(charged), charged)).toMatchObject({ type: 'make' });
    expect(decide(closing(charged - 1n), charged)).toMatchObject({ type: 'wait' });
    expect(decide(closing(charged - 1n, 60_000), charged)).toMatchObject({ type: 'end' });
    const old = { ...sweep, charged: undefined };
    expect(decide(old, 10n ** 20n)).toMatchObject({ type: 'make' });
  });

  it('never sweeps what is worth less than its gas, whatever was charged', () => {
    const small = { ...sweep, payload: { ...sweep.payload, worth: (charged - 1n).toString() } };
    expect(decide(small, charged)).toMatchObject({ type: 'wait' });
  });

  it('compares what a call is expected to use, and holds what it may use', () => {
    const { context } = createChainContext();
    const estimate = (operation: { readonly type: string; readonly gasLimit?: number }) => ({
      value: BigInt(operation.gasLimit ?? 0) * 10n ** 9n,
      observedAt: context.clock.now(),
    });
    const chain = { ...context.chain, gas: { estimate } };
    const expected = { ...sweep, charged: 10n ** 14n, payload: { ...sweep.payload, gas: 200_000 } };
    expect(
      planRelay({ ...context, chain }, expected, { status: 'passes' }, plenty()),
    ).toMatchObject({ type: 'make', gasReserve: 600_000n * 10n ** 9n });
    const limited = { ...expected, payload: sweep.payload };
    expect(planRelay({ ...context, chain }, limited, { status: 'passes' }, plenty())).toMatchObject(
      { type: 'wait' },
    );
  });
});
