import { openTestSettlement } from '@portage/settlement/testing';
import { readAppFees, readSponsors, type ExecutionTerms } from '@portage/settlement';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createHouse,
  mallory,
  solverAccount,
  usdc,
  type House,
  type PlacedOrder,
} from './createHouse.js';

const databases = createTestDatabases();
let house: House;
let stop: () => Promise<void>;

afterAll(() => databases.close());

beforeEach(async () => {
  house = createHouse(await openTestSettlement(databases));
  stop = house.start();
});

afterEach(() => stop());

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
  house.origin.deposit({ orderId, payer: alice, currency: usdc, amount });

const available = async (): Promise<bigint | undefined> =>
  (await readSponsors(house.settlement, ['acme'])).get('acme');

const earned = (asset: string): Promise<bigint> =>
  house.settlement.ledger.balance(`claim:${solverAccount}`, asset);

async function statuses(): Promise<Record<string, number>> {
  const rows = await house.settlement.query<{ status: string; fail_reason: string; count: number }>(
    'select status, fail_reason, count(*)::int as count from request_states group by 1, 2 order by 1, 2',
  );
  return Object.fromEntries(
    rows.map(({ status, fail_reason, count }) => [`${status} ${fail_reason}`, count]),
  );
}

describe('a sponsored order', () => {
  it('charges its sponsor with the fill, once, and says so', async () => {
    await house.sponsor('acme', 50_000n);
    const order = await house.place({ amountOut: 1_000_000n, charges: sponsored });
    pay(order);
    await house.untilStatus(order, 'success');
    expect(await available()).toBe(50_000n - charge);
    expect(await earned('usd')).toBe(charge);
    expect(await house.request(order)).toMatchObject({ hasSponsorPaid: true });
    await house.expectSound();
  });

  it('is refunded rather than filled unpaid', async () => {
    await house.sponsor('acme', charge - 1n);
    const order = await house.place({ amountOut: 1_000_000n, charges: sponsored });
    pay(order);
    await house.untilStatus(order, 'refund');
    expect((await house.request(order)).failReason).toBe('SPONSOR_BALANCE_TOO_LOW');
    expect(await available()).toBe(charge - 1n);
    expect(await house.request(order)).toMatchObject({ hasSponsorPaid: false });
    expect(house.destination.balance(bob, usdc)).toBe(0n);
    await house.expectSound();
  });

  it('U5: tops a recipient up three times a day, whoever asks, and gives the deposits of further ones back', async () => {
    await house.sponsor('acme', 1_000_000n);
    await house.sponsor('other', 1_000_000n);
    const by = (account: string): ExecutionTerms => ({
      appFees: [],
      sponsor: { account, microUsd: '1', currency: { chainId: 1, address: usdc } },
    });
    const place = (account: string | undefined, recipient: string): Promise<PlacedOrder> =>
      house.place({
        topup: 5n,
        recipient,
        ...(account === undefined ? {} : { charges: by(account) }),
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
        await house.settlement.query(
          `select 1 from settlement_slots where kind = 'fill' and order_id = any($1::text[])`,
          [orders.map(({ orderId }) => orderId)],
        )
      ).length;
    const refunded = async (): Promise<number> =>
      (await Promise.all(farmed.map((order) => house.request(order)))).filter(
        ({ status, failReason }) => status === 'refund' && failReason === 'SPONSOR_BALANCE_TOO_LOW',
      ).length;
    await house.until(
      async () =>
        (await refunded()) + (await paidFor(farmed)) === farmed.length &&
        (await paidFor(others)) === others.length,
    );
    expect(await paidFor(farmed)).toBe(3);
    expect(await available()).toBe(1_000_000n - 4n);
    // A day later the recipient may be topped up again.
    await house.settlement.query(
      `update sponsored_topups set decided_at = decided_at - interval '24 hours'`,
    );
    const next = await place('acme', bob);
    pay(next);
    await house.until(async () => (await paidFor([next])) === 1);
    expect(
      await house.settlement.query(
        `select order_id from sponsored_topups where account = 'acme' and recipient = $1`,
        [bob],
      ),
    ).toEqual([{ order_id: next.orderId }]);
    expect(await house.settlement.ledger.audit()).toEqual([]);
  });

  it('of a sponsor that never brought anything is refunded', async () => {
    const order = await house.place({ amountOut: 1_000_000n, charges: sponsored });
    pay(order);
    await house.untilStatus(order, 'refund');
    expect((await house.request(order)).failReason).toBe('SPONSOR_BALANCE_TOO_LOW');
    await house.expectSound();
  });

  it('gives the sponsor its money back, once, when the fill fails and the deposit goes back', async () => {
    await house.sponsor('acme', 50_000n);
    const order = await house.place({ amountOut: 1_000_000n, charges: sponsored });
    pay(order);
    house.origin.mine();
    await house.until(() => house.destination.mempool().length === 1, false);
    expect(await available()).toBe(50_000n - charge);
    house.destination.fail(house.destination.mempool()[0] ?? '');
    await house.untilStatus(order, 'refund');
    expect(await available()).toBe(50_000n);
    expect(await earned('usd')).toBe(0n);
    const kinds = await house.settlement.query<{ kind: string }>(
      `select kind from ledger_entries where kind like 'sponsor%' order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'sponsor credit',
      'sponsor hold',
      'sponsor release',
    ]);
    await house.expectSound();
  });

  it('that fills nothing charges nothing: a late deposit', async () => {
    await house.sponsor('acme', 50_000n);
    const order = await house.place({ charges: sponsored, fillBy: Date.now() - 60_000 });
    pay(order);
    await house.untilStatus(order, 'refund');
    expect(await available()).toBe(50_000n);
    await house.expectSound();
  });
});

describe('app fees', () => {
  it('accrue with the fill to each wallet, out of the deposit', async () => {
    const appFees = [
      { account: bob, amount: '5000' },
      { account: mallory, amount: '7' },
    ];
    for (const order of [
      await house.place({ charges: { appFees } }),
      await house.place({ charges: { appFees } }),
    ]) {
      pay(order);
      await house.untilStatus(order, 'success');
    }
    expect(await readAppFees(house.settlement, bob)).toEqual([
      { chainId: 1, currency: usdc, amount: 10_000n },
    ]);
    expect(await readAppFees(house.settlement, mallory)).toEqual([
      { chainId: 1, currency: usdc, amount: 14n },
    ]);
    expect(await readAppFees(house.settlement, alice)).toEqual([]);
    expect(await earned(`1:${usdc}`)).toBe(2n * (1_000_000n - 5_007n));
    await house.expectSound();
  });

  it('do not accrue with a refund', async () => {
    const order = await house.place({ charges: { appFees: [{ account: bob, amount: '5000' }] } });
    pay(order, 999_999n);
    await house.untilStatus(order, 'refund');
    expect(await readAppFees(house.settlement, bob)).toEqual([]);
    await house.expectSound();
  });

  it('and the sponsor are taken back and booked again when a reorg takes the fill', async () => {
    await house.sponsor('acme', 50_000n);
    const order = await house.place({
      amountOut: 1_000_000n,
      charges: { ...sponsored, appFees: [{ account: bob, amount: '5000' }] },
    });
    pay(order);
    house.origin.mine();
    await house.until(() => house.destination.mempool().length === 1, false);
    house.destination.mine();
    await house.until(async () => (await readAppFees(house.settlement, bob)).length === 1, false);
    house.destination.reorg(1, 'drop');
    await house.until(async () => (await readAppFees(house.settlement, bob)).length === 0, false);
    expect(await earned('usd')).toBe(0n);
    await house.untilSettled();
    expect(await available()).toBe(50_000n - charge);
    expect(await readAppFees(house.settlement, bob)).toEqual([
      { chainId: 1, currency: usdc, amount: 5_000n },
    ]);
    await house.expectSound();
  });
});

it('is found by the audit when what was booked is not what was quoted', async () => {
  await house.sponsor('acme', 50_000n);
  const order = await house.place({
    amountOut: 1_000_000n,
    charges: { ...sponsored, appFees: [{ account: bob, amount: '5000' }] },
  });
  pay(order);
  await house.untilStatus(order, 'success');
  await house.expectSound();
  const more = {
    appFees: [{ account: bob, amount: '1000001' }],
    sponsor: { account: 'acme', microUsd: '1' },
  };
  await house.settlement.query('update requests set charges = $1', [JSON.stringify(more)]);
  const broken = (await house.settlement.ledger.audit()).map(
    ({ invariant, rule }) => `${invariant} ${rule}`,
  );
  expect(broken).toEqual([
    'INV-S2 a sponsored fill is decided only with its charge set apart',
    'INV-S2 a sponsored fill charges what was quoted, once',
    'INV-F1 app fees of an order are no more than its input',
    'INV-F1 a fill accrues the app fees that were quoted, once',
  ]);
});

describe('one sponsor of many orders', () => {
  it('pays for the 120 of 200 that its balance covers, on two chains at once, and never more', async () => {
    await stop();
    house = createHouse(await openTestSettlement(databases));
    await house.sponsor('acme', 120n * charge + charge - 1n);
    const orders = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        house.place({ amountOut: 1_000_000n, charges: sponsored, reverse: index % 2 === 1 }),
      ),
    );
    orders.forEach(({ orderId }, index) => {
      (index % 2 === 1 ? house.destination : house.origin).deposit({
        orderId,
        payer: alice,
        currency: usdc,
        amount: 1_000_000n,
      });
    });
    // Small batches on both chains contend for the balance.
    stop = house.start({ policy: { batchMax: 7 } });
    await house.until(async () =>
      (await Promise.all(orders.map((order) => house.request(order)))).every(
        ({ status }) => status === 'success' || status === 'refund',
      ),
    );
    await house.untilSettled();
    expect(await statuses()).toEqual({ 'refund SPONSOR_BALANCE_TOO_LOW': 80, 'success N/A': 120 });
    expect(await available()).toBe(charge - 1n);
    expect(await earned('usd')).toBe(120n * charge);
    const [paid] = await house.settlement.query<{ count: number }>(
      'select count(*)::int as count from request_states where sponsor_paid',
    );
    expect(paid).toEqual({ count: 120 });
    expect(house.destination.balance(bob, usdc) + house.origin.balance(bob, usdc)).toBe(
      120_000_000n,
    );
    await house.expectSound();
  }, 120_000);
});
