import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeAddress, fakeNative } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  solverAccount,
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
  const { payer = alice, amountIn = amount, reverse = false } = changes;
  const chain = reverse ? harness.destination : harness.origin;
  chain.credit(payer, usdc, amountIn);
  chain.credit(payer, fakeNative, 10n ** 18n);
  chain.deposit({ orderId, payer, currency: usdc, amount: amountIn });
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
    ['of a currency in an hour', 'hourMicroUsdMax', `of ${usdc} in an hour`],
    ['of a currency in a day', 'dayMicroUsdMax', `of ${usdc} in a day`],
    ['to one recipient', 'recipientMicroUsdMax', `to ${bob} in an hour`],
  ])(
    'CB3: %s has a limit, also over a restart, and an operator clears it',
    async (_, key, words) => {
      const policy = { outflows: { [key]: 1_500_000n } };
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
    stop = harness.start({ policy: { work: { leaseSeconds: 2 } } });
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
    stop = harness.start({ policy: { outflows: { recipientMicroUsdMax: 1_500_000n } } });
    for (const recipient of [bob, mallory, alice])
      await harness.untilStatus(await order({ recipient }), 'success');
    expect(await halts()).toEqual([]);
    await harness.expectSound();
  });
});

describe('what the solver loses', () => {
  it('CB4: by many payments within an hour halts all chains beyond its limit', async () => {
    stop = harness.start({ policy: { breakers: { lossMs: 30, lossMicroUsdMax: 100_000n } } });
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
    stop = harness.start({ policy: { breakers: { lossMs: 30, lossMicroUsdMax: 100_000n } } });
    await harness.untilStatus(await order(), 'success');
    expect(await halts()).toEqual([]);
    await harness.expectSound();
  });
});

/** Has an order's payment revert on its chain, and waits until its deposit went back. */
async function revert(changes: OrderChanges): Promise<void> {
  const placed = await order(changes);
  const { origin, destination } = harness;
  const paying = changes.reverse === true ? origin : destination;
  await harness.until(async () => {
    for (const txId of paying.mempool()) paying.fail(txId);
    for (const chain of [origin, destination]) chain.mine();
    return (await harness.request(placed)).status === 'refund';
  }, false);
  await harness.untilSettled();
}

/** Payer and recipient that no other order has. */
const strangers = (name: string): OrderChanges => ({
  payer: fakeAddress(`payer ${name}`),
  recipient: fakeAddress(`recipient ${name}`),
});

describe('fills that fail', () => {
  const limits = () => harness.settlement.breakers.list();

  it('CB8: stop new quotes of their chain beyond a share, until an operator clears it', async () => {
    stop = harness.start({ policy: { breakers: { quoteStopOutcomesMin: 4 } } });
    await harness.untilStatus(await order(), 'success');
    for (const name of ['one', 'two']) await revert(strangers(name));
    expect(await limits()).toEqual([]);
    await revert(strangers('three'));
    await harness.until(async () => (await limits()).length > 0);
    expect(await limits()).toEqual([
      {
        chainId: 2,
        kind: 'quotes',
        reason: 'Payments to 3 of the last 4 recipients reverted: nothing new is quoted.',
      },
    ]);
    expect((await harness.settlement.chains.read(2)).limits).toHaveLength(1);
    // What was quoted before is paid.
    await harness.untilStatus(await order(), 'success');
    expect(await halts()).toEqual([]);
    expect(await harness.settlement.chains.clearHalt(2, 'gas was raised')).toMatch(
      /^Payments to 3 of/,
    );
    expect(await limits()).toEqual([]);
    const [cleared] = await harness.settlement.chains.clearedHalts();
    expect(cleared).toMatchObject({ chainId: 2, clearedBecause: 'gas was raised' });
    await harness.expectSound();
  });

  it('CB8: because of a call of their payer, or of its deposit, count for nothing', async () => {
    stop = harness.start({ policy: { breakers: { quoteStopOutcomesMin: 1 } } });
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
    expect(await limits()).toEqual([]);
  });

  it('CB8: for lack of inventory count for nothing, however many are paid at once', async () => {
    const share = harness.destination.balance(solverAccount, usdc) / 2n + 1n;
    const outflow = 10n ** 40n;
    // Quotes reserve nothing: each of these was right when it was made.
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        order({ ...strangers(String(index)), amountOut: share }),
      ),
    );
    stop = harness.start({
      policy: {
        outflows: {
          hourMicroUsdMax: outflow,
          dayMicroUsdMax: outflow,
          recipientMicroUsdMax: outflow,
        },
      },
    });
    const statuses = async (): Promise<readonly string[]> =>
      (
        await harness.settlement.query<{ status: string }>(
          `select status from request_states where status in ('success', 'refund') order by status`,
        )
      ).map(({ status }) => status);
    await harness.until(async () => (await statuses()).length === placed.length);
    await harness.untilSettled();
    expect(await statuses()).toEqual([...Array<string>(19).fill('refund'), 'success']);
    expect(await limits()).toEqual([]);
    expect(await halts()).toEqual([]);
    await harness.expectSound();
  });

  it('CB8: count once for a recipient, whoever pays', async () => {
    stop = harness.start({ policy: { breakers: { quoteStopOutcomesMin: 2 } } });
    for (const payer of ['one', 'two', 'three'])
      await revert({ ...strangers(payer), recipient: mallory });
    expect(await limits()).toEqual([]);
    await revert(strangers('four'));
    await harness.until(async () => (await limits()).length > 0);
    expect((await limits())[0]?.reason).toMatch(/^Payments to 2 of the last 2 recipients/);
  });

  it.each([
    ['of native currency', { currencyOut: fakeNative, amountOut: 400n }],
    ['with a top-up', { topup: 400n }],
  ])('CB8: %s count only where being paid runs no code', async (_, changes) => {
    const policy = { breakers: { quoteStopOutcomesMin: 2 } };
    const revertTwo = async (): Promise<void> => {
      for (const name of ['one', 'two'])
        await revert({ ...strangers(name), ...changes, reverse: true });
    };
    stop = harness.start({
      policy,
      // The code came after the account was looked at.
      see: (chain) => ({ ...chain, gas: { ...chain.gas, runsCode: () => false } }),
    });
    await revertTwo();
    expect(await limits()).toEqual([]);
    await stop();
    stop = harness.start({ policy });
    await revertTwo();
    await harness.until(async () => (await limits()).length > 0);
    expect(await limits()).toMatchObject([{ chainId: 1, kind: 'quotes' }]);
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
        chainId: 1,
        kind: 'depth',
        depth: 7,
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
    stop = harness.start({ policy: { breakers: { restoreDetectorMs: 20 } } });
    const marks = () =>
      harness.settlement.query<{ number: number }>('select number from restore_detectors');
    await harness.until(async () => ((await marks())[0]?.number ?? 0) > 3);
    expect(await halts()).toEqual([]);
    await harness.untilStatus(await order(), 'success');
    // A backup of some seconds ago.
    await harness.settlement.query('update restore_detectors set number = 1');
    await untilHalted(2);
    for (const reason of await halts())
      expect(reason).toMatch(
        /: The database was put back to an older state: number 2 came after \d+\.$/,
      );
    await clearAll();
    await harness.untilStatus(await order(), 'success');
    expect(await halts()).toEqual([]);
  });
});
