import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  usdc,
  type OrderChanges,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
const amount = 1_000_000n;
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});
afterAll(() => databases.close());

async function order(changes: OrderChanges = {}): Promise<PlacedOrder> {
  const placed = await harness.place(changes);
  const { orderId } = placed;
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount });
  return placed;
}

const halts = async (): Promise<readonly string[]> =>
  (await harness.settlement.chains.halts()).map(
    ({ chainId, reason }) => `${String(chainId)}: ${reason}`,
  );

const untilHalted = (chains: number): Promise<void> =>
  harness.until(async () => (await halts()).length === chains);

async function clearAll(): Promise<void> {
  for (const { chainId } of await harness.settlement.chains.halts())
    await harness.settlement.chains.clearHalt(chainId, 'looked at it');
}

describe('what leaves the solver', () => {
  it.each([
    ['of a currency in an hour', 'outflowHourMicroUsdMax', `of ${usdc} in an hour`],
    ['of a currency in a day', 'outflowDayMicroUsdMax', `of ${usdc} in a day`],
    ['to one recipient', 'outflowRecipientMicroUsdMax', `to ${bob} in an hour`],
  ])(
    'CB3: %s has a limit, also over a restart, and an operator clears it',
    async (_, key, words) => {
      const policy = { [key]: 1_500_000n };
      const first = await order();
      stop = harness.start({ policy });
      await harness.untilStatus(first, 'success');
      await stop();
      stop = harness.start({ policy });
      const second = await order();
      await untilHalted(1);
      expect(await halts()).toEqual([
        `2: More than 1.500000 USD ${words} would leave: 1.980000 USD.`,
      ]);
      expect((await harness.request(second)).status).toBe('pending');
      expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
      await clearAll();
      await harness.settlement.query('update jobs set run_at = now()');
      await harness.untilStatus(second, 'success');
      expect(await halts()).toEqual([]);
      await harness.expectSound();
    },
  );

  it('CB3: is counted under a lease that is renewed meanwhile, however long that takes', async () => {
    const settlement = await openTestSettlement(databases);
    let pages = 0;
    // Longer than the lease lasts.
    const outflows: typeof settlement.breakers.outflows = async function* () {
      for (let page = 0; page < 6; page += 1) {
        await sleep(500);
        pages += 1;
        yield [];
      }
    };
    const breakers = { ...settlement.breakers, outflows };
    harness = createSettlementHarness({ ...settlement, breakers });
    const placed = await order();
    stop = harness.start({ policy: { leaseSeconds: 2 } });
    const epochs = new Set<number>();
    await harness.until(async () => {
      const rows = await settlement.query<{ epoch: number }>(
        `select epoch from leases where name like 'spend:%' and expires_at > now()`,
      );
      for (const { epoch } of rows) epochs.add(epoch);
      return pages >= 12;
    });
    expect([...epochs]).toEqual([1]);
    await harness.untilStatus(placed, 'success');
    expect(pages).toBe(12);
  });

  it('CB3: to one recipient does not hold up another one', async () => {
    stop = harness.start({ policy: { outflowRecipientMicroUsdMax: 1_500_000n } });
    for (const recipient of [bob, mallory, alice])
      await harness.untilStatus(await order({ recipient }), 'success');
    expect(await halts()).toEqual([]);
    await harness.expectSound();
  });
});

describe('what the solver loses', () => {
  it('CB4: by many payments within an hour halts all chains beyond its limit', async () => {
    stop = harness.start({ policy: { lossMs: 30, lossMicroUsdMax: 100_000n } });
    // Each pays out a tenth of a dollar more than it brings in.
    const losing = { amountOut: 1_060_000n };
    await harness.untilStatus(await order(losing), 'success');
    expect(await halts()).toEqual([]);
    await order(losing);
    await untilHalted(2);
    for (const reason of await halts())
      expect(reason).toMatch(
        /: The solver lost 0\.12\d* USD within an hour; 0\.100000 USD are allowed\.$/,
      );
    await stop();
    // The count begins anew with what an operator has cleared.
    await clearAll();
    stop = harness.start({ policy: { lossMs: 30, lossMicroUsdMax: 100_000n } });
    await harness.untilStatus(await order(), 'success');
    expect(await halts()).toEqual([]);
    await harness.expectSound();
  });
});

describe('fills that fail', () => {
  it('CB8: stop new quotes of their chain beyond a share, until an operator clears it', async () => {
    stop = harness.start({ policy: { quoteStopOutcomesMin: 4 } });
    const limits = () => harness.settlement.breakers.list();
    await harness.untilStatus(await order(), 'success');
    // More than the solver has.
    const failing = { amountOut: 10n ** 40n };
    for (let count = 0; count < 2; count += 1)
      await harness.untilStatus(await order(failing), 'refund');
    expect(await limits()).toEqual([]);
    await harness.untilStatus(await order(failing), 'refund');
    await harness.until(async () => (await limits()).length > 0);
    expect(await limits()).toEqual([
      {
        ...{ chainId: 2, kind: 'quotes' },
        reason: '3 of the last 4 fills failed: nothing new is quoted.',
      },
    ]);
    expect((await harness.settlement.chains.read(2)).limits).toHaveLength(1);
    // What was quoted before is paid.
    await harness.untilStatus(await order(), 'success');
    expect(await halts()).toEqual([]);
    expect(await harness.settlement.chains.clearHalt(2, 'inventory was brought')).toMatch(/^3 of/);
    expect(await limits()).toEqual([]);
    const [cleared] = await harness.settlement.chains.clearedHalts();
    expect(cleared).toMatchObject({ chainId: 2, clearedBecause: 'inventory was brought' });
    await harness.expectSound();
  });

  it('CB8: because of a call of their payer, or of its deposit, count for nothing', async () => {
    stop = harness.start({ policy: { quoteStopOutcomesMin: 1 } });
    const late = await harness.place({ fillBy: Date.now() - 3_600_000 });
    harness.origin.deposit({ orderId: late.orderId, payer: alice, currency: usdc, amount });
    await harness.untilStatus(late, 'refund');
    const short = await harness.place();
    harness.origin.deposit({
      orderId: short.orderId,
      payer: alice,
      currency: usdc,
      amount: 5_000n,
    });
    await harness.untilStatus(short, 'refund');
    expect(await harness.settlement.breakers.list()).toEqual([]);
  });
});

describe('a reorg', () => {
  it('CB6: that comes near the depth of deposits makes all of them wait for more blocks', async () => {
    harness = createSettlementHarness(await openTestSettlement(databases), {
      origin: { finality: { confirmations: () => 4 } },
    });
    const { origin, settlement } = harness;
    stop = harness.start();
    origin.mine(5);
    const reach = (height: number) =>
      harness.until(
        async () => ((await settlement.chains.progress(1))?.height ?? -1) >= height,
        false,
      );
    await reach(origin.tip().height);
    const untilSeen = () =>
      harness.until(
        async () => (await settlement.chains.read(1)).blocks[0]?.hash === origin.tip().hash,
        false,
      );
    origin.reorg(1, 'remine');
    await untilSeen();
    expect(await settlement.breakers.list()).toEqual([]);
    origin.reorg(3, 'remine');
    await untilSeen();
    expect(await settlement.breakers.list()).toEqual([
      {
        ...{ chainId: 1, kind: 'depth', depth: 7 },
        reason: 'A reorg of 3 blocks came near the depth that deposits need.',
      },
    ]);
    const placed = await order();
    origin.mine(4);
    await untilSeen();
    const states = () => settlement.query<{ state: string }>('select state from deposits');
    expect(await states()).toEqual([{ state: 'seen' }]);
    // A worker that starts anew knows of it.
    await stop();
    stop = harness.start();
    origin.mine(1);
    await untilSeen();
    expect(await states()).toEqual([{ state: 'seen' }]);
    await settlement.chains.clearHalt(1, 'the chain was upgraded');
    origin.mine(1);
    await untilSeen();
    expect(await states()).toEqual([{ state: 'final' }]);
    await harness.untilStatus(placed, 'success');
  });
});

describe('a database', () => {
  it('CB12: that was put back to an older state under a running worker halts all chains', async () => {
    stop = harness.start({ policy: { markMs: 20 } });
    const marks = () =>
      harness.settlement.query<{ number: number }>('select number from database_marks');
    await harness.until(async () => ((await marks())[0]?.number ?? 0) > 3);
    expect(await halts()).toEqual([]);
    await harness.untilStatus(await order(), 'success');
    // A backup of some seconds ago.
    await harness.settlement.query('update database_marks set number = 1');
    await untilHalted(2);
    for (const reason of await halts())
      expect(reason).toMatch(
        /: The database was put back to an older state: mark 2 came after \d+\.$/,
      );
    await clearAll();
    await harness.untilStatus(await order(), 'success');
    expect(await halts()).toEqual([]);
  });
});
