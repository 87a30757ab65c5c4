import { createTestDatabases } from '@portage/database/testing';
import type { Rebalance, RebalanceLane, RebalancePath } from '@portage/core/plugin';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeAddress, fakeNative } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { solverFailpoints } from '../src/index.js';
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
const bridgeAccount = fakeAddress('bridge');
const lane: RebalanceLane = {
  origin: { chainId: 1, currency: fakeNative },
  destination: { chainId: 2, currency: usdc },
};

/** Balance of the solver at the destination, in smallest units. */
const held = 400_000n;
const wanted = 990_000n;

/** Wei of the origin that a unit of USDC costs over the path: 2,000 USD an ether, and 1%. */
const weiPerUnit = 505_000_000n;

let harness: SettlementHarness;
let bridge: FakeBridge;
let stop: (() => Promise<void>) | undefined;

afterAll(() => databases.close());

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
  const { destination } = harness;
  destination.credit(solverAccount, usdc, held - destination.balance(solverAccount, usdc));
  for (const currency of [usdc, fakeNative])
    destination.credit(bridgeAccount, currency, 10n ** 24n);
  bridge = createFakeBridge();
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

/** A path whose other end the test is: nothing arrives unless it is carried over. */
interface FakeBridge {
  readonly path: RebalancePath;
  /** Carries over what left the origin and was not carried yet. */
  carry(lost?: bigint): Promise<void>;
}

function createFakeBridge(): FakeBridge {
  const carried = new Map<string, { readonly txId: string; readonly amount: bigint }>();
  return {
    path: {
      name: 'bridge',
      lanes: [lane],
      quote: (_, received) => ({ amount: received * weiPerUnit, seconds: 1, gas: 21_000 }),
      send: ({ amount }: Rebalance) => ({
        to: bridgeAccount,
        value: amount,
        data: '0x',
        gasLimit: 21_000,
      }),
      delivery: ({ id }) => {
        const sent = carried.get(id);
        const mined = sent === undefined ? undefined : harness.destination.transaction(sent.txId);
        return Promise.resolve(
          sent === undefined || mined === undefined
            ? undefined
            : { amount: sent.amount, height: mined.height },
        );
      },
    },
    carry: async (lost = 0n) => {
      for (const { id, state, received, recipient } of await harness.settlement.rebalances.recent())
        if (state === 'in flight' && !carried.has(id)) {
          const amount = received - lost;
          const action = { type: 'transfer', currency: usdc, amount, recipient } as const;
          carried.set(id, { txId: harness.destination.send(bridgeAccount, [action]), amount });
        }
    },
  };
}

const start = (options: Parameters<SettlementHarness['start']>[0] = {}) =>
  harness.start({ paths: [bridge.path], ...options });

/** An order beyond what is held, whose deposit is on the chain. */
async function placeExternal(changes: OrderChanges = {}): Promise<PlacedOrder> {
  const external = { currency: usdc, amount: wanted.toString(), seconds: 1 };
  const order = await harness.place({ executionTerms: { appFees: [], external }, ...changes });
  const { orderId } = order;
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
  return order;
}

const states = async () =>
  (await harness.settlement.rebalances.recent()).map(({ state }) => state).toSorted();

const inFlight = () => harness.settlement.ledger.balance('in-flight', `1:${fakeNative}`);

/** Carries rebalances over until the order has this status. */
async function carryUntil(order: PlacedOrder, status: 'success' | 'refund'): Promise<void> {
  await harness.until(async () => {
    await bridge.carry();
    return (await harness.request(order)).status === status;
  });
  await harness.untilStatus(order, status);
}

const missing = wanted - held;

describe('an order with external liquidity', () => {
  it('L12: has nothing moved for it while gas takes too much of that, and then it has', async () => {
    const order = await placeExternal();
    harness.origin.setFee(10n ** 15n);
    stop = start();
    const waits = (): number =>
      harness.logs.filter(({ message }) => message === 'a transfer waits').length;
    const native = (): bigint => harness.origin.balance(solverAccount, fakeNative);
    const before = native();
    await harness.until(() => waits() >= 3);
    expect([await states(), native()]).toEqual([[], before]);
    harness.origin.setFee(1_000n);
    await carryUntil(order, 'success');
    await harness.expectSound();
  });

  it('K9: waits for what a path brings, which is in flight until it arrives', async () => {
    const order = await placeExternal();
    stop = start();
    await harness.until(async () => (await states())[0] === 'in flight');
    expect(await inFlight()).toBe(missing * weiPerUnit);
    expect(await harness.settlement.ledger.audit()).toEqual([]);
    expect((await harness.request(order)).status).toBe('pending');
    await carryUntil(order, 'success');
    expect(await states()).toEqual(['delivered']);
    expect(await inFlight()).toBe(0n);
    expect(harness.destination.balance(bob, usdc)).toBe(wanted);
    expect(harness.origin.balance(bridgeAccount, fakeNative)).toBe(missing * weiPerUnit);
    // One per cent of what was brought is what the path keeps.
    expect(await harness.settlement.ledger.balance('path-cost', `2:${usdc}`)).toBe(missing / 100n);
    await harness.expectSound();
  });

  it('K9: of a payer whose orders keep failing brings nothing any more', async () => {
    stop = start();
    for (let failed = 0; failed < 2; failed += 1) {
      const order = await placeExternal({ fillBy: Date.now() - 1 });
      await harness.untilStatus(order, 'refund');
    }
    const before = await states();
    const third = await placeExternal();
    await harness.until(async () => (await harness.request(third)).status === 'pending');
    await harness.until(async () => {
      const rows = await harness.settlement.query('select 1 from jobs where due_since is not null');
      return rows.length > 0;
    });
    expect(await states()).toEqual(before);
    // Another payer's order is not kept waiting by that.
    const other = await placeExternal({ payer: mallory, fillBy: Date.now() + 3_600_000 });
    await carryUntil(other, 'success');
    expect(await harness.settlement.ledger.audit()).toEqual([]);
  });

  it('K12: is paid back where nothing comes in time; what comes later is kept', async () => {
    const order = await placeExternal({ fillBy: Date.now() + 12_000 });
    stop = start({ policy: { fills: { graceMs: 0 } } });
    await harness.until(async () => (await states())[0] === 'in flight');
    await harness.untilStatus(order, 'refund');
    expect(await inFlight()).toBe(missing * weiPerUnit);
    await harness.until(async () => {
      await bridge.carry();
      return (await states())[0] === 'delivered';
    });
    expect(await states()).toEqual(['delivered']);
    expect(harness.destination.balance(solverAccount, usdc)).toBe(wanted);
    await harness.expectSound();
  });

  it('asks for no rebalance without its terms, nor without a final deposit', async () => {
    const plain = await harness.place();
    const { orderId } = plain;
    harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.place({
      executionTerms: {
        appFees: [],
        external: { currency: usdc, amount: wanted.toString(), seconds: 1 },
      },
    });
    stop = start();
    await harness.untilStatus(plain, 'refund');
    expect(await states()).toEqual([]);
    await harness.expectSound();
  });

  it('K9: shares rebalances: what is in flight is not sent for again', async () => {
    const orders = [await placeExternal(), await placeExternal()];
    stop = start();
    for (const order of orders) await carryUntil(order, 'success');
    const rebalances = await harness.settlement.rebalances.recent();
    const sum = rebalances.reduce((total, { received }) => total + received, 0n);
    expect(sum).toBe(2n * wanted - held);
    await harness.expectSound();
  });
});

describe('a rebalance', () => {
  it('that reverts holds nothing, costs its gas, and is not tried again at once', async () => {
    const order = await placeExternal({ fillBy: Date.now() + 25_000 });
    const end = start({ paths: [] });
    await harness.until(
      async () =>
        (await harness.settlement.query(`select 1 from deposits where state = 'final'`)).length > 0,
    );
    await harness.until(() => harness.origin.mempool().length === 0);
    await end();
    stop = start({ policy: { fills: { graceMs: 0 } } });
    await harness.until(
      async () => (await states()).length > 0 && harness.origin.mempool().length > 0,
      false,
    );
    for (const txId of harness.origin.mempool()) harness.origin.fail(txId);
    await harness.untilStatus(order, 'refund');
    expect(await states()).toEqual(['failed']);
    expect(await inFlight()).toBe(0n);
    await harness.expectSound();
  });

  it('of which less arrives is booked as it arrived, and more is sent for', async () => {
    const order = await placeExternal();
    stop = start();
    await harness.until(async () => (await states())[0] === 'in flight');
    await bridge.carry(1_000n);
    await carryUntil(order, 'success');
    const rebalances = await harness.settlement.rebalances.recent();
    expect(rebalances.map(({ received }) => received).toSorted()).toEqual([1_000n, missing]);
    await harness.expectSound();
  });

  it('K9: is nobody’s capital: what arrives is booked by its delivery alone', async () => {
    const order = await placeExternal();
    stop = start({ policy: { balances: { capitalWaitMs: 0 } } });
    await carryUntil(order, 'success');
    const received = await harness.settlement.query(
      `select 1 from ledger_entries where kind = 'capital received'`,
    );
    expect(received).toEqual([]);
    await harness.expectSound();
  });

  it('is not booked before the books have the block of its delivery', async () => {
    await placeExternal();
    stop = start();
    await harness.until(async () => (await states())[0] === 'in flight');
    const [rebalance] = await harness.settlement.rebalances.recent();
    if (rebalance === undefined) throw new Error('it was made');
    const far = { amount: missing, height: 10 ** 9 };
    expect(await harness.settlement.rebalances.deliver(rebalance, far)).toBe(false);
    expect(await states()).toEqual(['in flight']);
  });
});

describe('a process that dies', () => {
  const points = solverFailpoints.filter((point) => /^(?:rebalance|delivery)-/.test(point));

  it.each(points)(
    'K10: at "%s" is followed by one that sends once and books once',
    async (point) => {
      const order = await placeExternal();
      let isKilled = false;
      const end = start({
        failpoint: (name) => {
          if (name !== point) return;
          isKilled = true;
          throw new Error(`killed at ${name}`);
        },
      });
      await harness.until(async () => {
        await bridge.carry();
        return isKilled;
      });
      await end();
      stop = start();
      await carryUntil(order, 'success');
      expect(await states()).toEqual(['delivered']);
      expect(harness.origin.balance(bridgeAccount, fakeNative)).toBe(missing * weiPerUnit);
      expect(harness.destination.balance(bob, usdc)).toBe(wanted);
      await harness.expectSound();
    },
  );
});
