import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeNative } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createHouse,
  mallory,
  solverAccount,
  usdc,
  type House,
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

describe('what becomes of a deposit', () => {
  it('fills the order when the amount is exact', async () => {
    const order = await house.place();
    const txId = house.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await house.untilStatus(order, 'success');
    expect(house.destination.balance(bob, usdc)).toBe(990_000n);
    const request = await house.request(order);
    expect(request).toMatchObject({ inTxIds: [txId], amountOut: 990_000n, failReason: 'N/A' });
    expect(request.outTxIds).toHaveLength(1);
    await house.expectSound();
  });

  it('fills the quoted amount and pays the excess back on a leg of its own', async () => {
    const order = await house.place();
    const before = house.origin.balance(alice, usdc);
    house.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_400_000n,
    });
    await house.untilStatus(order, 'success');
    expect(house.destination.balance(bob, usdc)).toBe(990_000n);
    expect(before - house.origin.balance(alice, usdc)).toBe(1_000_001n);
    await house.expectSound();
  });

  it.each([
    {
      name: 'one unit short',
      amount: 999_999n,
      currency: usdc,
      reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      back: 999_998n,
    },
    {
      name: 'in the wrong currency',
      amount: 5_000_000n,
      currency: fakeNative,
      reason: 'INCORRECT_DEPOSIT_CURRENCY',
      back: 4_999_000n,
    },
  ])('pays a deposit back that is $name', async ({ amount, currency, reason, back }) => {
    const order = await house.place();
    const from = house.origin.balance(alice, currency);
    house.origin.deposit({ orderId: order.orderId, payer: alice, currency, amount });
    await house.untilStatus(order, 'refund');
    const gas = currency === fakeNative ? 1_000n : 0n;
    expect(from - house.origin.balance(alice, currency)).toBe(amount - back + gas);
    expect((await house.request(order)).failReason).toBe(reason);
    expect(house.destination.balance(bob, usdc)).toBe(0n);
    await house.expectSound();
  });

  it('pays a late deposit back', async () => {
    const order = await house.place({ fillBy: Date.now() - 60_000 });
    house.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await house.untilStatus(order, 'refund');
    expect((await house.request(order)).failReason).toBe('TTL_EXPIRED');
    await house.expectSound();
  });

  it('fills a late deposit under late terms with less by what gas costs more, and pays back what they do not cover', async () => {
    const par = { assetId: 'usdc', usdE12: '1000000000000' };
    const late = {
      toleranceBps: '100',
      minimum: '990000',
      gas: '0',
      origin: par,
      destination: par,
    };
    const fillBy = Date.now() - 60_000;
    const filled = await house.place({
      fillBy,
      charges: { appFees: [], late },
      minimumOut: 980_100n,
    });
    const refunded = await house.place({
      fillBy,
      charges: { appFees: [], late: { ...late, toleranceBps: '0' } },
      minimumOut: 990_000n,
    });
    for (const { orderId } of [filled, refunded])
      house.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await house.untilStatus(filled, 'success');
    await house.untilStatus(refunded, 'refund');
    // A thousand units of gas at 2000 USD are worth less than one unit of USDC, rounded up.
    expect((await house.request(filled)).amountOut).toBe(989_999n);
    expect((await house.request(refunded)).failReason).toBe('TTL_EXPIRED');
    await house.expectSound();
  });

  it('D5: pays a second deposit back, whoever sent it, and fills once', async () => {
    const order = await house.place();
    const before = house.origin.balance(alice, usdc);
    house.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    house.origin.deposit({
      orderId: order.orderId,
      payer: mallory,
      currency: usdc,
      amount: 1_000_000n,
    });
    await house.untilStatus(order, 'success');
    expect(house.destination.balance(bob, usdc)).toBe(990_000n);
    // The signed order names alice, whoever paid.
    expect(before - house.origin.balance(alice, usdc)).toBe(1n);
    const reasons = await house.settlement.query<{ reason: string; leg: string }>(
      'select reason, leg from deposits order by reason',
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['DOUBLE_SPEND', 'N/A']);
    await house.expectSound();
  });

  it('D2: does not let a stranger spoil an order with dust', async () => {
    const order = await house.place();
    house.origin.deposit({ orderId: order.orderId, payer: mallory, currency: usdc, amount: 1n });
    await house.untilSettled();
    expect((await house.request(order)).status).toBe('waiting');
    house.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await house.untilStatus(order, 'success');
    await house.expectSound();
  });

  it('ends in failure when the refund is not worth its gas, and keeps the money in suspense', async () => {
    const order = await house.place();
    house.origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount: 1n });
    await house.untilStatus(order, 'failure');
    expect(await house.request(order)).toMatchObject({
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND',
    });
    expect(await house.settlement.ledger.balance('suspense', `1:${usdc}`)).toBe(1n);
    await house.expectSound();
  });

  it('keeps money of an order that nobody quoted, or that another solver signed, in suspense', async () => {
    const foreign = await house.place({ solver: mallory });
    house.origin.deposit({
      orderId: foreign.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    house.origin.deposit({
      orderId: `0x${'9'.repeat(64)}`,
      payer: alice,
      currency: usdc,
      amount: 70n,
    });
    await house.until(
      async () => (await house.settlement.ledger.balance('suspense', `1:${usdc}`)) === 1_000_070n,
    );
    expect((await house.request(foreign)).status).toBe('waiting');
    await house.expectSound();
  });

  it('D8: pays a deposit on the wrong chain back there', async () => {
    const order = await house.place();
    house.destination.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await house.untilStatus(order, 'refund');
    expect((await house.request(order)).failReason).toBe('DEPOSIT_CHAIN_MISMATCH');
    await house.expectSound();
  });

  it('calls what the order says, and refunds calls that it cannot read', async () => {
    const call =
      house.destination.chain.codec.encodeCall?.({ to: bob, value: 0n, data: '0x12' }) ?? '';
    const good = await house.place({ calls: [call] });
    const bad = await house.place({ calls: ['0x1234'] });
    for (const { orderId } of [good, bad])
      house.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await house.untilStatus(good, 'success');
    await house.untilStatus(bad, 'refund');
    await house.expectSound();
  });
});

describe('many orders', () => {
  it('K4: promises inventory only once: of 100 orders 60 are filled and 40 refunded', async () => {
    await stop();
    const settlement = await openTestSettlement(databases);
    house = createHouse(settlement);
    // The solver keeps 60 payments' worth of what it starts with.
    const surplus = house.destination.balance(solverAccount, usdc) - 60n * 990_000n;
    house.destination.send(solverAccount, [
      { type: 'transfer', currency: usdc, recipient: mallory, amount: surplus },
    ]);
    house.destination.mine();
    const orders = await Promise.all(Array.from({ length: 100 }, () => house.place()));
    for (const { orderId } of orders)
      house.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    stop = house.start();
    await house.until(async () =>
      (await Promise.all(orders.map((order) => house.request(order)))).every(
        ({ status }) => status === 'success' || status === 'refund',
      ),
    );
    await house.untilSettled();
    const counts = await settlement.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from request_states group by status order by status',
    );
    expect(counts).toEqual([
      { status: 'refund', count: 40 },
      { status: 'success', count: 60 },
    ]);
    expect(house.destination.balance(bob, usdc)).toBe(60n * 990_000n);
    await house.expectSound();
  });

  it('K3, E10: pays each order once with two solvers on one database', async () => {
    const stopOther = house.start({ worker: 'other' });
    const orders = await Promise.all(Array.from({ length: 40 }, () => house.place()));
    for (const { orderId } of orders)
      house.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await house.until(async () =>
      (await Promise.all(orders.map((order) => house.request(order)))).every(
        ({ status }) => status === 'success',
      ),
    );
    await stopOther();
    await house.untilSettled();
    expect(house.destination.balance(bob, usdc)).toBe(40n * 990_000n);
    await house.expectSound();
  });
});
