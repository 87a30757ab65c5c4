import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@portage/core';
import { createChains } from '@portage/core/chain';
import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFastFills } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  solverAccount,
  usdc,
  type PlacedOrder,
  type RunOptions,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
const app = fakeAddress('app');
const asset = `1:${usdc}`;
const amount = 1_000_000n;
/** Blocks that must stand on a deposit that no app guarantees. */
const depth = 5;

let harness: SettlementHarness;
let stop: () => Promise<void>;

afterAll(() => databases.close());
beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { finality: { confirmations: () => depth } },
  });
  stop = harness.start();
  await earn(3n * amount);
});
afterEach(async () => {
  await stop();
  await databases.closeOpen();
});

const pay = ({ orderId }: PlacedOrder, value = amount): string =>
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: value });

/** Has the app earn fees, by an order that is filled. */
async function earn(fee: bigint): Promise<void> {
  const order = await harness.place({
    amountIn: fee + amount,
    executionTerms: { appFees: [{ account: app, amount: fee.toString() }] },
  });
  pay(order, fee + amount);
  await harness.untilStatus(order, 'success');
  await harness.until(async () => (await claimable()) === (await free()));
}

/** Earnings of payouts that no reorg takes back any more. */
const claimable = (): Promise<bigint> =>
  harness.settlement.claims.claimable({ wallet: app, chainId: 1, currency: usdc });

const free = (): Promise<bigint> => harness.settlement.ledger.balance(`app-fee:${app}`, asset);
const earned = (): Promise<bigint> =>
  harness.settlement.ledger.balance(`solver:${solverAccount}`, asset);

const fastFills = (): ReturnType<typeof createFastFills> =>
  createFastFills({
    settlement: harness.settlement,
    chains: createChains([harness.origin.chain, harness.destination.chain]),
    prices: () => ({ value: { usdE12: 10n ** 12n }, observedAt: Date.now() }),
    clock: systemClock,
  });

const place = ({ requestId }: PlacedOrder, more: object = {}): Promise<string> =>
  fastFills().place({ requestId, wallet: app, ...more });

async function stateOf({ orderId }: PlacedOrder): Promise<string | undefined> {
  const [row] = await harness.settlement.query<{ state: string }>(
    'select state from fast_fills where hash_text(order_id) = $1',
    [orderId],
  );
  return row?.state;
}

/** Entries of fast fills, by kind. */
async function booked(): Promise<Record<string, number>> {
  const rows = await harness.settlement.query<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from ledger_entries where kind like 'fast fill%' group by kind`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Makes blocks on the destination alone: the deposit stays as deep as it is. */
const untilOnDestination = (condition: () => Promise<boolean> | boolean): Promise<void> =>
  harness.until(async () => {
    harness.destination.mine();
    return condition();
  }, false);

const isSettled = async (): Promise<boolean> =>
  (
    await harness.settlement.query(
      `select 1 from settlements where settled_at is null union all select 1 from jobs`,
    )
  ).length === 0;

const isIdle = async (): Promise<boolean> =>
  (await harness.settlement.query('select 1 from jobs')).length === 0;

/** Whether the facts of a request tell of a fast fill. */
async function isTold(order: PlacedOrder): Promise<boolean | undefined> {
  const { settlement } = harness;
  const [facts] = await settlement.requests.facts([await harness.request(order)]);
  return facts?.isFastFill;
}

/** An order that is paid ahead, by a deposit with one block on it. */
async function payAhead(): Promise<PlacedOrder> {
  const order = await harness.place();
  expect(await place(order)).toBe('held');
  pay(order);
  harness.origin.mine();
  await untilOnDestination(
    async () => (await harness.request(order)).status === 'success' && (await isSettled()),
  );
  return order;
}

const restart = async (run: RunOptions): Promise<void> => {
  await stop();
  stop = harness.start(run);
};

describe('a fast fill', () => {
  it('U6: pays before the deposit is final, and its hold is released once when it is (sponsorship#fast-fill-when, sponsorship#fast-fill-release)', async () => {
    const order = await payAhead();
    expect(harness.destination.balance(bob, usdc)).toBe(2n * 990_000n);
    expect([await stateOf(order), await free()]).toEqual(['held', 2n * amount]);
    expect([await isTold(order), await isTold(await harness.place())]).toEqual([true, false]);
    const held = await harness.settlement.appFees.held(app);
    expect(held).toEqual([{ chainId: 1, currency: usdc, amount }]);
    // Deep enough for others, and released.
    await harness.until(async () => (await stateOf(order)) === 'released');
    expect(await isTold(order)).toBe(true);
    expect([await free(), await booked()]).toEqual([
      3n * amount,
      { 'fast fill hold': 1, 'fast fill release': 1 },
    ]);
    expect(await place(await harness.place())).toBe('held');
    await harness.untilSettled();
    await harness.expectSound();
  });

  it('U6: is backed by earnings of final payouts alone, so that a reorg can take the others back (sponsorship#fast-fill-hold)', async () => {
    const order = await harness.place({
      amountIn: 5n * amount,
      executionTerms: { appFees: [{ account: app, amount: (4n * amount).toString() }] },
    });
    pay(order, 5n * amount);
    // Deep on the origin, and not final on the destination, where it is paid.
    harness.origin.mine(2 * depth);
    await harness.until(() => harness.destination.mempool().length > 0, false);
    harness.destination.mine();
    await harness.until(async () => (await free()) === 7n * amount, false);
    expect(await claimable()).toBe(3n * amount);
    const large = await harness.place({ amountIn: 6n * amount, amountOut: 5_000_000n });
    await expect(place(large)).rejects.toMatchObject({ code: 'FAST_FILL_BALANCE_TOO_LOW' });
    // A process that chose the earnings before learns it in the transaction that would hold them.
    await expect(
      harness.settlement.fastFills.place({
        orderId: large.orderId,
        wallet: app,
        depositAmount: 6n * amount,
        collateral: [{ asset, amount: 6n * amount }],
      }),
    ).rejects.toMatchObject({ code: 'FAST_FILL_BALANCE_TOO_LOW' });
    expect(await place(await harness.place())).toBe('held');

    const [mined] = await harness.settlement.query<{ height: number }>(
      `select max(height)::int as height from outbox where purpose = 'fill' and state = 'mined'`,
    );
    harness.destination.reorg(harness.destination.tip().height - mined!.height + 1, 'drop');
    await harness.until(async () => (await free()) === 2n * amount, false);
    expect(await harness.halted(harness.destination)).toBeNull();
    await harness.until(async () => (await claimable()) === 6n * amount);
    expect(await place(large)).toBe('held');
    await harness.untilSettled();
  });

  it('U6: whose deposit never lands is debited once, and the chain is not halted (sponsorship#fast-fill-debit)', async () => {
    const order = await payAhead();
    const before = await earned();
    harness.origin.reorg(1, 'drop');
    await restart({ policy: { fastFills: { holdMsMax: 0, intervalMs: 20 } } });
    await harness.until(async () => (await stateOf(order)) === 'debited');
    expect(await harness.halted(harness.origin)).toBeNull();
    expect([await free(), await earned()]).toEqual([2n * amount, before + amount]);
    expect(await harness.settlement.ledger.balance('pnl', asset)).toBe(-amount);
    expect((await harness.request(order)).status).toBe('success');
    await harness.expectSound();
    expect(await booked()).toEqual({ 'fast fill hold': 1, 'fast fill debit': 1 });
  });

  it('U6: whose deposit lands after the debit gives the app back what it lost, once (sponsorship#fast-fill-return)', async () => {
    const order = await payAhead();
    harness.origin.reorg(1, 'mempool');
    await restart({ policy: { fastFills: { holdMsMax: 0, intervalMs: 20 } } });
    await untilOnDestination(async () => (await stateOf(order)) === 'debited');
    await harness.until(async () => (await stateOf(order)) === 'returned');
    await harness.untilSettled();
    expect([await free(), await harness.settlement.ledger.balance('pnl', asset)]).toEqual([
      3n * amount,
      0n,
    ]);
    expect(await booked()).toEqual({
      'fast fill hold': 1,
      'fast fill debit': 1,
      'fast fill return': 1,
    });
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('U6: whose deposit lands late, before the debit, is released once', async () => {
    const order = await payAhead();
    harness.origin.reorg(1, 'mempool');
    await untilOnDestination(
      async () => (await harness.settlement.ledger.balance('pnl', asset)) === -amount,
    );
    expect(await stateOf(order)).toBe('held');
    await harness.until(async () => (await stateOf(order)) === 'released');
    expect([await free(), await harness.settlement.ledger.balance('pnl', asset)]).toEqual([
      3n * amount,
      0n,
    ]);
    expect(await booked()).toEqual({ 'fast fill hold': 1, 'fast fill release': 1 });
    expect(harness.destination.balance(bob, usdc)).toBe(2n * 990_000n);
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('U6: whose payment failed costs the app nothing, whatever becomes of the deposit', async () => {
    const order = await harness.place();
    expect(await place(order)).toBe('held');
    pay(order);
    harness.origin.mine();
    await harness.until(() => harness.destination.mempool().length > 0, false);
    for (const txId of harness.destination.mempool()) harness.destination.fail(txId);
    harness.origin.reorg(1, 'drop');
    harness.origin.mine();
    await untilOnDestination(async () => {
      const [row] = await harness.settlement.query<{ gone: boolean; failed: boolean }>(
        `select exists (select from deposits where state = 'reorged') as gone, exists (select from outbox where state = 'reverted') as failed`,
      );
      return row?.gone === true && row.failed && (await isIdle());
    });
    await restart({ policy: { fastFills: { holdMsMax: 0, intervalMs: 20 } } });
    await harness.until(async () => (await stateOf(order)) !== 'held');
    expect([await stateOf(order), await free()]).toEqual(['released', 3n * amount]);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    expect(await booked()).toEqual({ 'fast fill hold': 1, 'fast fill release': 1 });
  });

  it('U6: stands for what goes back of a deposit beyond the quote, beside the payout', async () => {
    const order = await harness.place({ amountOut: 1_500_000n });
    expect(await place(order, { depositAmount: 2n * amount })).toBe('held');
    // The payout is worth more than was quoted for it, and all of it leaves ahead.
    expect(await free()).toBe(500_000n);
    await restart({ policy: { fastFills: { holdMsMax: 0, intervalMs: 20 } } });
    await harness.until(async () => (await stateOf(order)) === 'released');
    expect(await free()).toBe(3n * amount);
    await harness.expectSound();
  });

  it.each(['fast-fill-decided', 'fast-fill-ended', 'stored', 'sent'])(
    'U6: is paid once and released once when the process is killed: %s',
    async (point) => {
      let kills = 0;
      await restart({
        failpoint: (name) => {
          if (name !== point || kills > 0) return;
          kills += 1;
          throw new Error('killed');
        },
      });
      const order = await harness.place();
      await place(order);
      pay(order);
      await harness.until(() => kills === 1);
      await restart({});
      await harness.until(async () => (await stateOf(order)) === 'released');
      await harness.untilStatus(order, 'success');
      expect([await free(), await booked()]).toEqual([
        3n * amount,
        { 'fast fill hold': 1, 'fast fill release': 1 },
      ]);
      expect(harness.destination.balance(bob, usdc)).toBe(2n * 990_000n);
      await harness.expectSound();
    },
  );
});

describe('what stands behind fast fills', () => {
  it('INV-S2: is never more than the app has, however many ask at once (sponsorship#fast-fill-hold)', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => harness.place()));
    const outcomes = await Promise.allSettled(orders.map((order) => place(order)));
    const held = outcomes.filter(({ status }) => status === 'fulfilled');
    const refused = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    );
    expect(held).toHaveLength(3);
    expect(new Set(refused)).toEqual(new Set(['FAST_FILL_BALANCE_TOO_LOW']));
    expect(await free()).toBe(0n);
    expect(await harness.settlement.ledger.audit()).toEqual([]);
  });

  it('is held once an order, and given back once, whoever looks', async () => {
    const order = await harness.place();
    const asked = await Promise.all(Array.from({ length: 5 }, () => place(order)));
    expect(asked.toSorted()).toEqual(['held', 'known', 'known', 'known', 'known']);
    expect(await free()).toBe(2n * amount);
    await stop();
    const [open] = await harness.settlement.fastFills.open();
    expect(await harness.settlement.fastFills.open(open!.orderId)).toEqual([]);
    const ended = await Promise.all(
      Array.from({ length: 5 }, () => harness.settlement.fastFills.end(open!, 'released')),
    );
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await free()).toBe(3n * amount);
    expect(await place(order)).toBe('known');
    expect(await harness.settlement.ledger.audit()).toEqual([]);
    stop = harness.start();
  });

  it('is given back where nothing was paid in time', async () => {
    const order = await harness.place();
    await place(order);
    await restart({ policy: { fastFills: { holdMsMax: 0, intervalMs: 20 } } });
    await harness.until(async () => (await stateOf(order)) === 'released');
    expect(await free()).toBe(3n * amount);
    // The deposit waits for its blocks then, as any other.
    pay(order);
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });

  it.each([
    ['less than quoted', amount - 1n, 'refund'],
    ['more than the app stands good for', amount + 1n, 'success'],
  ] as const)('stands for no deposit of %s: it waits for its blocks', async (_, value, end) => {
    const order = await harness.place();
    await place(order);
    pay(order, value);
    harness.origin.mine();
    for (let block = 0; block < 20; block += 1) {
      harness.destination.mine();
      await sleep(20);
    }
    expect(
      await harness.settlement.query(`select 1 from settlements where settled_at is null`),
    ).toEqual([]);
    expect(
      await harness.settlement.query(`select 1 from deposits where state = 'seen'`),
    ).toHaveLength(1);
    await harness.untilStatus(order, end);
    await harness.until(async () => (await stateOf(order)) === 'released');
    expect(await free()).toBe(3n * amount);
    await harness.expectSound();
  });
});

describe('a demand for a fast fill', () => {
  it('is refused where nothing can be paid ahead, or too much would be (sponsorship#fast-fill-requestId, sponsorship#fast-fill-solverInputCurrencyAmount, sponsorship#fast-fill-maxFillAmountUsd)', async () => {
    const order = await harness.place();
    const unknown = { ...order, requestId: `0x${'77'.repeat(32)}` };
    await expect(place(unknown)).rejects.toMatchObject({ code: 'UNKNOWN_REQUEST' });
    await expect(place(order, { fillMicroUsdMax: 989_999n })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_HIGH',
    });
    await expect(place(order, { depositAmount: amount - 1n })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(place(order, { wallet: fakeAddress('nobody') })).rejects.toMatchObject({
      code: 'FAST_FILL_BALANCE_TOO_LOW',
    });
    expect(await place(order, { fillMicroUsdMax: 990_000n, depositAmount: 2n * amount })).toBe(
      'held',
    );
    expect(await free()).toBe(amount);
    pay(order);
    await harness.untilStatus(order, 'success');
    await expect(place(order)).rejects.toMatchObject({ code: 'FAST_FILL_NOT_POSSIBLE' });
  });

  it('holds nothing for a deposit that is final already', async () => {
    const order = await harness.place();
    await stop();
    stop = harness.start({ part: 'indexer' });
    pay(order);
    await harness.until(async () => (await harness.request(order)).status === 'pending');
    await harness.until(
      async () =>
        (await harness.settlement.query(`select 1 from deposits where state <> 'final'`)).length ===
        0,
    );
    expect([await place(order), await free(), await stateOf(order)]).toEqual([
      'late',
      3n * amount,
      undefined,
    ]);
    await restart({});
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });
});
