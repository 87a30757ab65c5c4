import type { Chain, ChainUpdate } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeAddress, eventually } from '@portage/testing';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { backUp } from './backUp.js';
import {
  alice,
  bob,
  createSettlementHarness,
  usdc,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();

afterAll(() => databases.close());

/** Kinds of deposits, and where their money is in the end. */
const kinds = {
  exact: { amount: 1_000_000n, status: 'success', paid: 990_000n, cost: 1_000_000n },
  excess: { amount: 1_400_000n, status: 'success', paid: 990_000n, cost: 1_000_001n },
  short: { amount: 999_999n, status: 'refund', paid: 0n, cost: 1n },
} as const;

interface Paid {
  readonly order: PlacedOrder;
  readonly recipient: string;
  readonly kind: keyof typeof kinds;
}

async function payOrders(
  harness: SettlementHarness,
  wanted: readonly (keyof typeof kinds)[],
): Promise<readonly Paid[]> {
  const paid: Paid[] = [];
  for (const [index, kind] of wanted.entries()) {
    const recipient = fakeAddress(`bob ${String(index)}`);
    const order = await harness.place({ recipient });
    harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: kinds[kind].amount,
    });
    paid.push({ order, recipient, kind });
  }
  return paid;
}

/** Waits until all deposits are known: before that nothing may be open although nothing is done. */
const untilDeposits = (harness: SettlementHarness, count: number): Promise<void> =>
  harness.until(
    async () => (await harness.settlement.query('select from deposits')).length === count,
  );

/** Each order has ended as its deposit says, and everybody was paid once. */
async function expectEnded(
  harness: SettlementHarness,
  before: bigint,
  orders: readonly Paid[],
): Promise<void> {
  await untilDeposits(harness, orders.length);
  for (const { order, kind } of orders) await harness.untilStatus(order, kinds[kind].status);
  for (const { recipient, kind } of orders)
    expect(harness.destination.balance(recipient, usdc)).toBe(kinds[kind].paid);
  expect(before - harness.origin.balance(alice, usdc)).toBe(
    orders.reduce((sum, { kind }) => sum + kinds[kind].cost, 0n),
  );
  for (const chain of [harness.origin, harness.destination])
    expect(await harness.halted(chain)).toBeNull();
  await harness.expectSound();
}

/** Tells nothing of a chain until `isOpen` says so. */
const behind =
  (isOpen: () => Promise<boolean>) =>
  (chain: Chain): Chain => ({
    ...chain,
    observe: {
      ...chain.observe,
      updates: async function* (known, signal): AsyncGenerator<ChainUpdate> {
        await eventually(async () => signal.aborted || (await isOpen()), Boolean, {
          what: 'the door of a chain',
          everyMs: 10,
        });
        yield* chain.observe.updates(known, signal);
      },
    },
  });

it('a fill that is told before its deposit ends the request, and its escrow is earned', async () => {
  const harness = createSettlementHarness(await openTestSettlement(databases));
  const before = harness.origin.balance(alice, usdc);
  const warm = harness.start();
  await harness.untilSettled();
  await harness.expectSound();
  await warm();
  const order = await harness.place();
  const putBack = await backUp(harness.settlement);
  const stop = harness.start();
  harness.origin.deposit({
    orderId: order.orderId,
    payer: alice,
    currency: usdc,
    amount: 1_000_000n,
  });
  await harness.untilStatus(order, 'success');
  await stop();
  await putBack();
  expect((await harness.request(order)).status).toBe('waiting');
  const isSuccess = async (): Promise<boolean> =>
    (await harness.request(order)).status === 'success';
  const again = harness.start({ see: behind(isSuccess) });
  await harness.until(isSuccess);
  await untilDeposits(harness, 1);
  await harness.untilStatus(order, 'success');
  expect(before - harness.origin.balance(alice, usdc)).toBe(1_000_000n);
  expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
  expect(await harness.settlement.query('select purpose, state from outbox')).toEqual([]);
  await harness.expectSound();
  await again();
});

it('G2, I9: a database that is put back to any earlier moment ends every order once, whichever chain tells first', async () => {
  const kind = fc.constantFrom('exact', 'excess', 'short');
  await fc.assert(
    fc.asyncProperty(
      fc.array(kind, { minLength: 1, maxLength: 4 }),
      fc.nat(10),
      fc.constantFrom('origin', 'destination', 'both'),
      async (wanted, rounds, first) => {
        const harness = createSettlementHarness(await openTestSettlement(databases));
        const before = harness.origin.balance(alice, usdc);
        const start = harness.start();
        // What is counted for the first time is capital: a backup is of a service that ran.
        await harness.expectSound();
        const orders = await payOrders(harness, wanted);
        let made = 0;
        await harness.until(() => (made += 1) > rounds);
        await start();
        const putBack = await backUp(harness.settlement);
        const onward = harness.start();
        await expectEnded(harness, before, orders);
        await onward();
        await putBack();
        let isOpen = first !== 'destination';
        const again = harness.start({ see: behind(async () => isOpen) });
        made = 0;
        await harness.until(() => (made += 1) > 10);
        isOpen = true;
        await expectEnded(harness, before, orders);
        await again();
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
});
