import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeDepository, sizeOf } from '@portage/testing';
import { afterAll, expect, it } from 'vitest';
import { alice, bob, createSettlementHarness, mallory, usdc } from './createSettlementHarness.js';

// Alone: it measures the memory of its process.

const databases = createTestDatabases();

afterAll(() => databases.close());

const transactions = 100;
const perTransaction = sizeOf({ daily: 10, nightly: 100 });
const heapGrowthMax = 256 * 2 ** 20;

const unknownOrder = (index: number): string => `0x${index.toString(16).padStart(64, 'd')}`;

it(`D18: ${String(transactions * perTransaction)} dust deposits cost no gas, hold up nobody, and leave their order open to its payer`, async () => {
  const harness = createSettlementHarness(await openTestSettlement(databases));
  const { origin, settlement } = harness;
  const spoilt = await harness.place();
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, index) => harness.place({ reverse: index % 2 === 1 })),
  );
  origin.send(mallory, [
    { type: 'approve', currency: usdc, spender: fakeDepository, amount: 1_000_000n },
  ]);
  origin.mine();
  const heapBefore = process.memoryUsage().heapUsed;
  let heapMost = heapBefore;
  const stop = harness.start();

  // A quarter of it goes to an order that another payer means to pay, the rest to ids without a
  // quote; one unit does not pay for its way back.
  for (let sent = 0; sent < transactions; sent += 1) {
    const actions = Array.from(
      { length: perTransaction },
      (_, index) =>
        ({
          type: 'deposit',
          orderId: index % 4 === 0 ? spoilt.orderId : unknownOrder(sent * perTransaction + index),
          depositor: mallory,
          currency: usdc,
          amount: 1n,
        }) as const,
    );
    origin.send(mallory, actions);
    if (sent % 10 === 5) {
      const at = Math.floor(sent / 10);
      const order = others[at];
      if (order === undefined) throw new Error('there is an order for each tenth of the flood');
      (at % 2 === 1 ? harness.destination : origin).deposit({
        orderId: order.orderId,
        payer: alice,
        currency: usdc,
        amount: 1_000_000n,
      });
      harness.destination.mine();
    }
    if (sent % 5 === 4) origin.mine();
  }
  const count = async (text: string): Promise<number> =>
    (await settlement.query<{ count: number }>(text))[0]?.count ?? 0;
  const ended = async (): Promise<boolean> => {
    heapMost = Math.max(heapMost, process.memoryUsage().heapUsed);
    return (await Promise.all(others.map((order) => harness.request(order)))).every(
      ({ status }) => status === 'success',
    );
  };
  await harness.until(ended);
  origin.deposit({ orderId: spoilt.orderId, payer: alice, currency: usdc, amount: 1_000_000n });
  await harness.untilStatus(spoilt, 'success');

  expect(await count('select count(*)::int as count from deposits where amount = 1')).toBe(
    transactions * perTransaction,
  );
  expect(
    await settlement.query('select purpose, count(*)::int as count from outbox group by purpose'),
  ).toEqual([{ purpose: 'fill', count: others.length + 1 }]);
  expect(await settlement.ledger.balance(`withdrawable:${mallory}`, `1:${usdc}`)).toBe(
    BigInt(transactions * perTransaction),
  );
  expect(harness.destination.balance(bob, usdc)).toBe(990_000n * 6n);
  expect(heapMost - heapBefore).toBeLessThan(heapGrowthMax);
  await harness.expectSound();
  await stop();
});
