import type { Chain } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { afterAll, afterEach, expect, it } from 'vitest';
import { alice, createSettlementHarness, usdc } from './createSettlementHarness.js';

const databases = createTestDatabases();
let stop: (() => Promise<void>) | undefined;

afterAll(() => databases.close());
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** How often the worker asked for its transactions. */
let rounds = 0;

/** A chain whose nodes know none of our transactions while `isBehind` says so. */
const behind =
  (isBehind: () => boolean) =>
  (chain: Chain): Chain => {
    const { spend } = chain;
    if (spend === undefined) throw new Error('the chain is spent on');
    const inspect: typeof spend.inspect = async (transactions, signal) => {
      rounds += 1;
      return (await spend.inspect(transactions, signal)).map((outcome) =>
        isBehind() ? { status: 'missing' } : outcome,
      );
    };
    return { ...chain, spend: { ...spend, inspect } };
  };

it('W7, CB1: a transaction that no node tells of is no loss where sequences are not counted', async () => {
  const harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { validBlocks: 100_000 },
  });
  const { origin } = harness;
  let isBehind = true;
  const order = await harness.place();
  origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount: 500n });
  origin.mine();
  const before = origin.balance(alice, usdc);
  stop = harness.start({ see: behind(() => isBehind) });
  await harness.until(() => origin.balance(alice, usdc) > before);
  // Many rounds of the worker: two comparisons that say the same would halt all chains.
  const start = rounds;
  await expect.poll(() => rounds).toBeGreaterThan(start + 20);
  expect(await harness.settlement.chains.halts()).toEqual([]);
  isBehind = false;
  await harness.untilStatus(order, 'refund');
  await harness.expectSound();
});
