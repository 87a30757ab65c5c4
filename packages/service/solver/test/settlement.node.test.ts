import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeNative } from '@portage/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaidFill } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  solverAccount,
  usdc,
  type PlacedOrder,
  type SettlementHarness,
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

describe('what becomes of a deposit', () => {
  it('fills the order when the amount is exact', async () => {
    const order = await harness.place();
    const txId = harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    const request = await harness.request(order);
    expect(request).toMatchObject({ inTxIds: [txId], amountOut: 990_000n, failReason: 'N/A' });
    expect(request.outTxIds).toHaveLength(1);
    await harness.expectSound();
  });

  it('O8: fills the quoted amount and pays the excess back on a leg of its own', async () => {
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_400_000n,
    });
    await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    expect(before - harness.origin.balance(alice, usdc)).toBe(1_000_001n);
    await harness.expectSound();
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
  ])(
    'O7: pays back what the depository got of a deposit that is $name',
    async ({ amount, currency, reason, back }) => {
      const order = await harness.place();
      const from = harness.origin.balance(alice, currency);
      harness.origin.deposit({ orderId: order.orderId, payer: alice, currency, amount });
      await harness.untilStatus(order, 'refund');
      const gas = currency === fakeNative ? 1_000n : 0n;
      expect(from - harness.origin.balance(alice, currency)).toBe(amount - back + gas);
      expect((await harness.request(order)).failReason).toBe(reason);
      expect(harness.destination.balance(bob, usdc)).toBe(0n);
      await harness.expectSound();
    },
  );

  it('pays a late deposit back', async () => {
    const order = await harness.place({ fillBy: Date.now() - 60_000 });
    harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.untilStatus(order, 'refund');
    expect((await harness.request(order)).failReason).toBe('TTL_EXPIRED');
    await harness.expectSound();
  });

  it('pays a deposit in time back when the solver wakes up after the time that its payer allows', async () => {
    await stop();
    const fillBy = Date.now() + 2_000;
    const terms = { appFees: [] };
    const [timed, patient] = [
      await harness.place({ fillBy, executionTerms: { ...terms, hasTtl: true } }),
      await harness.place({ fillBy, executionTerms: terms }),
    ];
    for (const { orderId } of [timed, patient])
      harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    const endIndexer = harness.start({ part: 'indexer' });
    await harness.until(async () => (await harness.request(timed)).status === 'pending');
    await endIndexer();
    stop = () => Promise.resolve();
    await sleep(fillBy + 1_500 - Date.now());
    harness.destination.mine();
    stop = harness.start();
    await harness.untilStatus(timed, 'refund');
    await harness.untilStatus(patient, 'success');
    expect((await harness.request(timed)).failReason).toBe('TTL_EXPIRED');
    await harness.expectSound();
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
    const filled = await harness.place({
      fillBy,
      executionTerms: { appFees: [], late },
      minimumOut: 980_100n,
    });
    const refunded = await harness.place({
      fillBy,
      executionTerms: { appFees: [], late: { ...late, toleranceBps: '0' } },
      minimumOut: 990_000n,
    });
    for (const { orderId } of [filled, refunded])
      harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.untilStatus(filled, 'success');
    await harness.untilStatus(refunded, 'refund');
    // A thousand units of gas at 2000 USD are worth less than one unit of USDC, rounded up.
    expect((await harness.request(filled)).amountOut).toBe(989_999n);
    expect((await harness.request(refunded)).failReason).toBe('TTL_EXPIRED');
    await harness.expectSound();
  });

  it('D5: pays a second deposit back, whoever sent it, and fills once', async () => {
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    harness.origin.deposit({
      orderId: order.orderId,
      payer: mallory,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    // The signed order names alice, whoever paid.
    expect(before - harness.origin.balance(alice, usdc)).toBe(1n);
    const reasons = await harness.settlement.query<{ reason: string; leg: string }>(
      'select reason, leg from deposits order by reason',
    );
    expect(reasons.map(({ reason }) => reason)).toEqual(['DOUBLE_SPEND', 'N/A']);
    await harness.expectSound();
  });

  it('D5: pays a second deposit of the payer back to the payer, where the order names the recipient for refunds', async () => {
    const order = await harness.place({ refundTo: bob });
    const before = harness.origin.balance(alice, usdc);
    for (const payer of [alice, alice, mallory])
      harness.origin.deposit({ orderId: order.orderId, payer, currency: usdc, amount: 1_000_000n });
    await harness.untilStatus(order, 'success');
    await harness.untilSettled();
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    // Of two payments of alice the order took one; what a stranger paid goes where the order says.
    expect(before - harness.origin.balance(alice, usdc)).toBe(1_000_001n);
    expect(harness.origin.balance(bob, usdc)).toBe(999_999n);
    await harness.expectSound();
  });

  it('D2: does not let a stranger spoil an order with dust', async () => {
    const order = await harness.place();
    harness.origin.deposit({ orderId: order.orderId, payer: mallory, currency: usdc, amount: 1n });
    await harness.untilSettled();
    expect((await harness.request(order)).status).toBe('waiting');
    harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });

  it('ends in failure when the refund is not worth its gas, and keeps the money in suspense', async () => {
    const order = await harness.place();
    harness.origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount: 1n });
    await harness.untilStatus(order, 'failure');
    expect(await harness.request(order)).toMatchObject({
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
      refundFailReason: 'AMOUNT_TOO_LOW_TO_REFUND',
    });
    expect(await harness.settlement.ledger.balance(`withdrawable:${alice}`, `1:${usdc}`)).toBe(1n);
    await harness.expectSound();
  });

  it('tells how long a fill took, once, and nothing of a refund', async () => {
    const fills: PaidFill[] = [];
    await stop();
    stop = harness.start({ onFill: (fill) => void fills.push(fill) });
    const [order, short] = [await harness.place(), await harness.place()];
    const deposit = { payer: alice, currency: usdc };
    harness.origin.deposit({ ...deposit, orderId: order.orderId, amount: 1_000_000n });
    harness.origin.deposit({ ...deposit, orderId: short.orderId, amount: 500_000n });
    await harness.untilStatus(order, 'success');
    await harness.untilStatus(short, 'refund');
    await harness.untilSettled();
    // The fill is reported right after its commit.
    await expect
      .poll(() => fills)
      .toEqual([
        { originChainId: 1, destinationChainId: 2, seconds: expect.any(Number) as number },
      ]);
    expect(fills[0]?.seconds).toBeGreaterThan(0);
    expect(fills[0]?.seconds).toBeLessThan(60);
  });

  it('keeps money of an order that nobody quoted, or that another solver signed, in suspense', async () => {
    const foreign = await harness.place({ solver: mallory });
    harness.origin.deposit({
      orderId: foreign.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    harness.origin.deposit({
      orderId: `0x${'9'.repeat(64)}`,
      payer: alice,
      currency: usdc,
      amount: 70n,
    });
    await harness.until(
      async () =>
        (await harness.settlement.ledger.balance(`withdrawable:${alice}`, `1:${usdc}`)) ===
        1_000_070n,
    );
    expect((await harness.request(foreign)).status).toBe('waiting');
    await harness.expectSound();
  });

  it('D8: pays a deposit on the wrong chain back there', async () => {
    const order = await harness.place();
    harness.destination.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.untilStatus(order, 'refund');
    expect((await harness.request(order)).failReason).toBe('DEPOSIT_CHAIN_MISMATCH');
    await harness.expectSound();
  });

  it('calls what the order says, and refunds calls that it cannot read', async () => {
    const call =
      harness.destination.chain.codec.encodeCall?.({ to: bob, value: 0n, data: '0x12' }) ?? '';
    const good = await harness.place({ calls: [call] });
    const bad = await harness.place({ calls: ['0x1234'] });
    for (const { orderId } of [good, bad])
      harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.untilStatus(good, 'success');
    await harness.untilStatus(bad, 'refund');
    await harness.expectSound();
  });
});

describe('calls that burn gas', () => {
  it('are halted for every payer until an operator clears them, and payments without calls go on', async () => {
    await stop();
    harness = createSettlementHarness(await openTestSettlement(databases));
    stop = harness.start({ policy: { burnedGas: { microUsdMax: 1n } } });
    const call =
      harness.destination.chain.codec.encodeCall?.({ to: bob, value: 0n, data: '0x12' }) ?? '';
    const pay = async (payer: string, calls: readonly string[]): Promise<PlacedOrder> => {
      const placed = await harness.place({ payer, calls });
      const { orderId } = placed;
      harness.origin.deposit({ orderId, payer, currency: usdc, amount: 1_000_000n });
      return placed;
    };
    const fills = async (): Promise<readonly { tx_id: string; state: string }[]> =>
      harness.settlement.query<{ tx_id: string; state: string }>(
        `select tx_id, state from outbox where purpose = 'fill' order by sequence`,
      );
    const burning = await pay(alice, [call]);
    await harness.until(async () => {
      harness.origin.mine();
      return (await fills()).some(({ state }) => state === 'sent');
    }, false);
    harness.destination.fail((await fills())[0]?.tx_id ?? '');
    await harness.untilStatus(burning, 'refund');
    const halted = await pay(mallory, [call]);
    await harness.untilStatus(halted, 'refund');
    expect((await harness.request(halted)).failReason).toBe('EXECUTION_REVERTED');
    const plain = await pay(mallory, []);
    await harness.untilStatus(plain, 'success');
    expect((await fills()).map(({ state }) => state)).toEqual(['reverted', 'mined']);
    const { chains } = harness.settlement;
    const { id } = harness.destination.chain;
    const [counted] = await chains.burnedGas();
    expect(counted).toMatchObject({ chainId: id });
    expect(await chains.clearBurnedGas(id, 'the payer is known')).toBe(counted?.burned);
    expect(await chains.burnedGas()).toEqual([]);
    await harness.untilStatus(await pay(mallory, [call]), 'success');
    await harness.expectSound();
  });
});

describe('calls that revert on the chain alone', () => {
  it('pay for their gas with the refund, and halt their payer and their key, and nobody else', async () => {
    await stop();
    harness = createSettlementHarness(await openTestSettlement(databases));
    stop = harness.start({ policy: { burnedGas: { perPayerMicroUsdMax: 1n, microUsdMax: 1n } } });
    const call =
      harness.destination.chain.codec.encodeCall?.({ to: bob, value: 0n, data: '0x12' }) ?? '';
    const quoted = { gas: (10n ** 12n).toString(), minimum: '1' };
    const pay = async (payer: string): Promise<PlacedOrder> => {
      const placed = await harness.place({
        payer,
        calls: [call],
        executionTerms: { appFees: [], quoted },
      });
      const { orderId } = placed;
      harness.origin.deposit({ orderId, payer, currency: usdc, amount: 1_000_000n });
      return placed;
    };
    const fills = () =>
      harness.settlement.query<{ tx_id: string; state: string; gas_cost: bigint | null }>(
        `select tx_id, state, gas_cost from outbox where purpose = 'fill' order by sequence`,
      );
    const before = harness.origin.balance(alice, usdc);
    const burning = await pay(alice);
    await harness.until(async () => {
      harness.origin.mine();
      return (await fills()).some(({ state }) => state === 'sent');
    }, false);
    harness.destination.fail((await fills())[0]?.tx_id ?? '');
    await harness.untilStatus(burning, 'refund');
    const { gas_cost: gasCost } = (await fills())[0]!;
    // A unit for the gas of the refund, and one for that of the calls, each rounded up.
    expect(before - harness.origin.balance(alice, usdc)).toBe(2n);
    const [counted] = await harness.settlement.chains.burnedGas();
    expect(counted).toMatchObject({ burned: 0n });
    expect(counted?.burners).toEqual({
      payer: new Map([[alice, gasCost]]),
      key: new Map([['', 0n]]),
      target: new Map([[bob, 0n]]),
    });
    const again = await pay(alice);
    await harness.untilStatus(again, 'refund');
    expect((await harness.request(again)).failReason).toBe('EXECUTION_REVERTED');
    await harness.untilStatus(await pay(mallory), 'success');
    await harness.expectSound();
  });
});

describe('many orders', () => {
  it('K4: promises inventory only once: of 100 orders 60 are filled and 40 refunded', async () => {
    await stop();
    const settlement = await openTestSettlement(databases);
    harness = createSettlementHarness(settlement);
    // The solver keeps 60 payments' worth of what it starts with.
    const surplus = harness.destination.balance(solverAccount, usdc) - 60n * 990_000n;
    harness.destination.send(solverAccount, [
      { type: 'transfer', currency: usdc, recipient: mallory, amount: surplus },
    ]);
    harness.destination.mine();
    const orders = await Promise.all(Array.from({ length: 100 }, () => harness.place()));
    for (const { orderId } of orders)
      harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    stop = harness.start();
    await harness.until(async () =>
      (await Promise.all(orders.map((order) => harness.request(order)))).every(
        ({ status }) => status === 'success' || status === 'refund',
      ),
    );
    await harness.untilSettled();
    const counts = await settlement.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from request_states group by status order by status',
    );
    expect(counts).toEqual([
      { status: 'refund', count: 40 },
      { status: 'success', count: 60 },
    ]);
    expect(harness.destination.balance(bob, usdc)).toBe(60n * 990_000n);
    await harness.expectSound();
  });

  it('K3, E10: pays each order once with two solvers on one database', async () => {
    const stopOther = harness.start({ worker: 'other' });
    const orders = await Promise.all(Array.from({ length: 40 }, () => harness.place()));
    for (const { orderId } of orders)
      harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.until(async () =>
      (await Promise.all(orders.map((order) => harness.request(order)))).every(
        ({ status }) => status === 'success',
      ),
    );
    await stopOther();
    await harness.untilSettled();
    expect(harness.destination.balance(bob, usdc)).toBe(40n * 990_000n);
    await harness.expectSound();
  });
});
