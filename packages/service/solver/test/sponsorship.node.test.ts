import { openTestSettlement } from '@portage/settlement/testing';
import type { ExecutionTerms } from '@portage/settlement';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  solverAccount,
  usdc,
  type SettlementHarness,
  type PlacedOrder,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: () => Promise<void>;

afterAll(() => databases.close());

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
  stop = harness.start();
});

afterEach(async () => {
  await stop();
  await databases.closeOpen();
});

const charge = 20_001n;

/** The payer gets all of its input; the sponsor pays the fee. */
const sponsored: ExecutionTerms = {
  appFees: [],
  sponsor: {
    account: 'acme',
    microUsd: charge.toString(),
    currency: { chainId: 1, address: usdc },
  },
};

const pay = ({ orderId }: PlacedOrder, amount = 1_000_000n): string =>
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount });

const available = async (): Promise<bigint | undefined> =>
  (await harness.settlement.sponsors.balances(['acme'])).get('acme');

const earned = (asset: string): Promise<bigint> =>
  harness.settlement.ledger.balance(`solver:${solverAccount}`, asset);

async function statuses(): Promise<Record<string, number>> {
  const rows = await harness.settlement.query<{
    status: string;
    fail_reason: string;
    count: number;
  }>(
    'select status, fail_reason, count(*)::int as count from request_states group by 1, 2 order by 1, 2',
  );
  return Object.fromEntries(
    rows.map(({ status, fail_reason, count }) => [`${status} ${fail_reason}`, count]),
  );
}

describe('a sponsored order', () => {
  it('charges its sponsor with the fill, once, and says so', async () => {
    await harness.sponsor('acme', 50_000n);
    const order = await harness.place({ amountOut: 1_000_000n, executionTerms: sponsored });
    pay(order);
    await harness.untilStatus(order, 'success');
    expect(await available()).toBe(50_000n - charge);
    expect(await earned('usd')).toBe(charge);
    await harness.expectSound();
  });

  it('U2: whose gas costs more than was quoted costs its sponsor no more, and its payer no more than the least', async () => {
    await harness.sponsor('acme', 100_000n);
    await stop();
    stop = harness.start({ policy: { fills: { gasWaitMs: 0 } } });
    const quoted = { gas: '1000', minimum: '750000' };
    const place = (): Promise<PlacedOrder> =>
      harness.place({
        amountOut: 1_000_000n,
        minimumOut: 750_000n,
        executionTerms: { ...sponsored, quoted },
      });
    // 0.2 USD of gas, at 2,000 USD for the native currency: the payment is as much less.
    harness.destination.setFee(10n ** 14n);
    const dear = await place();
    pay(dear);
    await harness.untilStatus(dear, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(800_000n);
    expect(await available()).toBe(100_000n - charge);
    expect(await earned('usd')).toBe(charge);
    // 0.4 USD would leave less than what was signed: the deposit goes back, and the charge.
    harness.destination.setFee(2n * 10n ** 14n);
    const tooDear = await place();
    pay(tooDear);
    await harness.untilStatus(tooDear, 'refund');
    expect((await harness.request(tooDear)).failReason).toBe('QUOTED_GAS_LIMIT_EXCEEDED');
    expect(harness.destination.balance(bob, usdc)).toBe(800_000n);
    expect(await available()).toBe(100_000n - charge);
    await harness.expectSound();
  });

  it('U3: is refunded rather than filled unpaid', async () => {
    await harness.sponsor('acme', charge - 1n);
    const order = await harness.place({ amountOut: 1_000_000n, executionTerms: sponsored });
    pay(order);
    await harness.untilStatus(order, 'refund');
    expect((await harness.request(order)).failReason).toBe('SPONSOR_BALANCE_TOO_LOW');
    expect(await available()).toBe(charge - 1n);
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    await harness.expectSound();
  });

  it('U5: tops a recipient up three times a day, whoever asks, and gives the deposits of further ones back', async () => {
    await harness.sponsor('acme', 1_000_000n);
    await harness.sponsor('other', 1_000_000n);
    const by = (account: string): ExecutionTerms => ({
      appFees: [],
      sponsor: { account, microUsd: '1', currency: { chainId: 1, address: usdc } },
    });
    const place = (account: string | undefined, recipient: string): Promise<PlacedOrder> =>
      harness.place({
        topup: 5n,
        recipient,
        ...(account === undefined ? {} : { executionTerms: by(account) }),
      });
    const farmed = await Promise.all(Array.from({ length: 5 }, () => place('acme', bob)));
    const others = [
      await place('acme', mallory),
      await place('other', bob),
      await place(undefined, bob),
    ];
    for (const order of [...farmed, ...others]) pay(order);
    // The chain of the test knows no top-ups, so what counts is what was signed.
    const paidFor = async (orders: readonly PlacedOrder[]): Promise<number> =>
      (
        await harness.settlement.query(
          `select 1 from settlements where kind = 'fill' and hash_text(order_id) = any($1::text[])`,
          [orders.map(({ orderId }) => orderId)],
        )
      ).length;
    const refunded = async (): Promise<number> =>
      (await Promise.all(farmed.map((order) => harness.request(order)))).filter(
        ({ status, failReason }) => status === 'refund' && failReason === 'SPONSOR_BALANCE_TOO_LOW',
      ).length;
    await harness.until(
      async () =>
        (await refunded()) + (await paidFor(farmed)) === farmed.length &&
        (await paidFor(others)) === others.length,
    );
    expect(await paidFor(farmed)).toBe(3);
    expect(await available()).toBe(1_000_000n - 4n);
    // A day later the recipient may be topped up again.
    await harness.settlement.query(
      `update sponsored_topups set decided_at = decided_at - interval '24 hours'`,
    );
    const next = await place('acme', bob);
    pay(next);
    await harness.until(async () => (await paidFor([next])) === 1);
    expect(
      await harness.settlement.query(
        `select order_id from sponsored_topups where account = 'acme' and recipient = $1`,
        [bob],
      ),
    ).toEqual([{ order_id: next.orderId }]);
    expect(await harness.settlement.ledger.audit()).toEqual([]);
  });

  it('of a sponsor that never brought anything is refunded', async () => {
    const order = await harness.place({ amountOut: 1_000_000n, executionTerms: sponsored });
    pay(order);
    await harness.untilStatus(order, 'refund');
    expect((await harness.request(order)).failReason).toBe('SPONSOR_BALANCE_TOO_LOW');
    await harness.expectSound();
  });

  it('U4: gives the sponsor its money back, once, when the fill fails and the deposit goes back', async () => {
    await harness.sponsor('acme', 50_000n);
    const order = await harness.place({ amountOut: 1_000_000n, executionTerms: sponsored });
    pay(order);
    harness.origin.mine();
    await harness.until(() => harness.destination.mempool().length === 1, false);
    expect(await available()).toBe(50_000n - charge);
    harness.destination.fail(harness.destination.mempool()[0] ?? '');
    await harness.untilStatus(order, 'refund');
    expect(await available()).toBe(50_000n);
    expect(await earned('usd')).toBe(0n);
    const kinds = await harness.settlement.query<{ kind: string }>(
      `select kind from ledger_entries where kind like 'sponsor%' order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'sponsor credit',
      'sponsor reserve',
      'sponsor release',
    ]);
    await harness.expectSound();
  });

  it('that fills nothing charges nothing: a late deposit', async () => {
    await harness.sponsor('acme', 50_000n);
    const order = await harness.place({ executionTerms: sponsored, fillBy: Date.now() - 60_000 });
    pay(order);
    await harness.untilStatus(order, 'refund');
    expect(await available()).toBe(50_000n);
    await harness.expectSound();
  });
});

describe('app fees', () => {
  it('accrue with the fill to each wallet, out of the deposit', async () => {
    const appFees = [
      { account: bob, amount: '5000' },
      { account: mallory, amount: '7' },
    ];
    for (const order of [
      await harness.place({ executionTerms: { appFees } }),
      await harness.place({ executionTerms: { appFees } }),
    ]) {
      pay(order);
      await harness.untilStatus(order, 'success');
    }
    expect(await harness.settlement.appFees.balances(bob)).toEqual([
      { chainId: 1, currency: usdc, amount: 10_000n },
    ]);
    expect(await harness.settlement.appFees.balances(mallory)).toEqual([
      { chainId: 1, currency: usdc, amount: 14n },
    ]);
    expect(await harness.settlement.appFees.balances(alice)).toEqual([]);
    expect(await earned(`1:${usdc}`)).toBe(2n * (1_000_000n - 5_007n));
    await harness.expectSound();
  });

  it('do not accrue with a refund', async () => {
    const order = await harness.place({
      executionTerms: { appFees: [{ account: bob, amount: '5000' }] },
    });
    pay(order, 999_999n);
    await harness.untilStatus(order, 'refund');
    expect(await harness.settlement.appFees.balances(bob)).toEqual([]);
    await harness.expectSound();
  });

  it('and the sponsor are taken back and booked again when a reorg takes the fill', async () => {
    await harness.sponsor('acme', 50_000n);
    const order = await harness.place({
      amountOut: 1_000_000n,
      executionTerms: { ...sponsored, appFees: [{ account: bob, amount: '5000' }] },
    });
    pay(order);
    harness.origin.mine();
    await harness.until(() => harness.destination.mempool().length === 1, false);
    harness.destination.mine();
    await harness.until(
      async () => (await harness.settlement.appFees.balances(bob)).length === 1,
      false,
    );
    harness.destination.reorg(1, 'drop');
    await harness.until(
      async () => (await harness.settlement.appFees.balances(bob)).length === 0,
      false,
    );
    expect(await earned('usd')).toBe(0n);
    await harness.untilSettled();
    expect(await available()).toBe(50_000n - charge);
    expect(await harness.settlement.appFees.balances(bob)).toEqual([
      { chainId: 1, currency: usdc, amount: 5_000n },
    ]);
    await harness.expectSound();
  });
});

it('is found by the audit when what was booked is not what was quoted', async () => {
  await harness.sponsor('acme', 50_000n);
  const order = await harness.place({
    amountOut: 1_000_000n,
    executionTerms: { ...sponsored, appFees: [{ account: bob, amount: '5000' }] },
  });
  pay(order);
  await harness.untilStatus(order, 'success');
  await harness.expectSound();
  const more = {
    appFees: [{ account: bob, amount: '1000001' }],
    sponsor: { account: 'acme', microUsd: '1' },
  };
  for (const invariant of ['INV-S2', 'INV-F1'])
    databases.expectBroken(harness.settlement.url, invariant, 'the terms of a quote are changed');
  await harness.settlement.query('update requests set execution_terms = $1', [
    JSON.stringify(more),
  ]);
  const broken = (await harness.settlement.ledger.audit()).map(
    ({ invariant, rule }) => `${invariant} ${rule}`,
  );
  expect(broken).toEqual([
    'INV-S2 a sponsored fill is decided only with its charge set apart',
    'INV-S2 a sponsored fill charges what was quoted, once',
    'INV-F1 app fees of an order are no more than its input',
    'INV-F1 a signed order owes the app fees that its fill books',
    'INV-F1 a fill accrues the app fees that were quoted, once',
  ]);
});

describe('one sponsor of many orders', () => {
  it('K5: pays for the 120 of 200 that its balance covers, on two chains at once, and never more', async () => {
    await stop();
    harness = createSettlementHarness(await openTestSettlement(databases));
    await harness.sponsor('acme', 120n * charge + charge - 1n);
    const orders = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        harness.place({
          amountOut: 1_000_000n,
          executionTerms: sponsored,
          reverse: index % 2 === 1,
        }),
      ),
    );
    orders.forEach(({ orderId }, index) => {
      (index % 2 === 1 ? harness.destination : harness.origin).deposit({
        orderId,
        payer: alice,
        currency: usdc,
        amount: 1_000_000n,
      });
    });
    // Small batches on both chains contend for the balance.
    stop = harness.start({ policy: { work: { batchMax: 7 } } });
    await harness.until(async () =>
      (await Promise.all(orders.map((order) => harness.request(order)))).every(
        ({ status }) => status === 'success' || status === 'refund',
      ),
    );
    await harness.untilSettled();
    expect(await statuses()).toEqual({ 'refund SPONSOR_BALANCE_TOO_LOW': 80, 'success N/A': 120 });
    expect(await available()).toBe(charge - 1n);
    expect(await earned('usd')).toBe(120n * charge);
    expect(harness.destination.balance(bob, usdc) + harness.origin.balance(bob, usdc)).toBe(
      120_000_000n,
    );
    await harness.expectSound();
  });
});
