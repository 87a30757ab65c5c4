import type { Chain } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  usdc,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let stop: (() => Promise<void>) | undefined;

afterAll(() => databases.close());

afterEach(async () => {
  await stop?.();
  stop = undefined;
});

const amount = 1_000_000n;
const fee = 1n;

const open = async (): Promise<SettlementHarness> =>
  createSettlementHarness(await openTestSettlement(databases), { origin: { reclaimDelay: 60 } });

/** Earnings are collected where they are asked back, or are as old. */
const policy = { collections: { ageMsMax: 20_000 } };

/** A solver that collects nothing. */
const withoutVault = (chain: Chain): Chain => ({ ...chain, vault: undefined });

function pay({ origin }: SettlementHarness, { orderId }: PlacedOrder): void {
  origin.deposit({ orderId, payer: alice, currency: usdc, amount });
}

function ask({ origin }: SettlementHarness, { orderId }: PlacedOrder): void {
  origin.send(alice, [{ type: 'requestReclaim', orderId, currency: usdc, amount: 0n }]);
}

/** Takes the money back, once its time has come. */
async function take(harness: SettlementHarness, { orderId }: PlacedOrder): Promise<void> {
  const { origin } = harness;
  const before = origin.balance(alice, usdc);
  await harness.until(() => {
    if (origin.mempool().length === 0)
      origin.send(alice, [{ type: 'reclaim', orderId, currency: usdc, amount: 0n }]);
    return origin.balance(alice, usdc) > before;
  });
}

describe('a refund while withdrawals are paused', () => {
  it('waits without a transaction, and is paid once after the pause', async () => {
    const harness = await open();
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    harness.origin.setAvailable(0n);
    harness.origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount: 500n });
    stop = harness.start({ policy });
    const refundJobs = () =>
      harness.settlement.query<{ last_error: string | null }>(
        `select last_error from jobs where kind = 'refund'`,
      );
    await harness.until(async () => (await refundJobs())[0]?.last_error !== undefined);
    await harness.until(async () => (await refundJobs())[0]?.last_error !== null);
    expect(await refundJobs()).toEqual([{ last_error: 'withdrawals are paused or limited' }]);
    expect(await harness.settlement.query('select 1 from outbox')).toEqual([]);
    harness.origin.setAvailable(10n ** 30n);
    await harness.untilStatus(order, 'refund');
    expect(before - harness.origin.balance(alice, usdc)).toBe(fee);
    await harness.expectSound();
  });
});

describe('a payer that asks the depository for its money back', () => {
  it('right after the deposit is not filled, but refunded', async () => {
    const harness = await open();
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    pay(harness, order);
    ask(harness, order);
    harness.origin.mine();
    stop = harness.start({ policy });
    await harness.untilStatus(order, 'refund');
    expect(await harness.request(order)).toMatchObject({ failReason: 'RECLAIM_REQUESTED' });
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    expect(before - harness.origin.balance(alice, usdc)).toBe(fee);
    await harness.expectSound();
  });

  it('and takes it before it is refunded is refunded by its own hand, once', async () => {
    const harness = await open();
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    pay(harness, order);
    ask(harness, order);
    harness.origin.mine();
    // While no solver runs, its time comes.
    await take(harness, order);
    stop = harness.start({ policy });
    await harness.untilStatus(order, 'refund');
    expect(await harness.request(order)).toMatchObject({ failReason: 'RECLAIMED' });
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    expect(harness.origin.balance(alice, usdc)).toBe(before);
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('after the fill and takes it is a loss that is booked and halts the chain', async () => {
    const harness = await open();
    const order = await harness.place();
    pay(harness, order);
    stop = harness.start({ policy, see: withoutVault });
    await harness.untilStatus(order, 'success');
    ask(harness, order);
    await take(harness, order);
    await harness.until(async () => (await harness.halted(harness.origin)) !== null);
    expect(await harness.halted(harness.origin)).toContain('of which 1000000 was paid out before');
    expect(await harness.settlement.ledger.balance('pnl', `1:${usdc}`)).toBe(-amount);
    expect((await harness.request(order)).status).toBe('success');
    await harness.expectSound();
  });

  it('of more than was quoted, which its quote gives to the order, takes it whole after a refund that could not be made', async () => {
    const harness = await open();
    const order = await harness.place({
      executionTerms: { appFees: [], depositSurplusTo: 'solver' },
    });
    const before = harness.origin.balance(alice, usdc);
    const deposit = { orderId: order.orderId, payer: alice, currency: usdc, amount: amount + 1n };
    harness.origin.deposit(deposit);
    ask(harness, order);
    harness.origin.mine();
    // Twenty dollars of gas for a deposit of one.
    harness.origin.setFee(10n ** 16n);
    stop = harness.start({ policy: { ...policy, fills: { refundWaitMs: 0 } } });
    await harness.untilStatus(order, 'failure');
    harness.origin.setFee(1_000n);
    const withdrawable = () =>
      harness.settlement.ledger.balance(`withdrawable:${alice}`, `1:${usdc}`);
    expect(await withdrawable()).toBe(amount + 1n);
    await take(harness, order);
    await harness.until(async () => (await withdrawable()) === 0n);
    expect(harness.origin.balance(alice, usdc)).toBe(before);
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('is forgotten when a reorg takes its request back', async () => {
    const harness = await open();
    const order = await harness.place();
    pay(harness, order);
    harness.origin.mine();
    ask(harness, order);
    harness.origin.mine();
    stop = harness.start({ part: 'indexer', policy });
    await harness.until(async () => {
      const rows = await harness.settlement.query('select 1 from reclaims');
      return rows.length === 1;
    }, false);
    harness.origin.reorg(1, 'drop');
    // A solver that is faster than the indexer gives the deposit back, which is right as well.
    await harness.until(async () => {
      const [row] = await harness.settlement.query<{ state: string }>('select state from reclaims');
      return row?.state === 'reorged';
    });
    await stop();
    stop = harness.start({ policy });
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });
});
