import { setTimeout as sleep } from 'node:timers/promises';
import { PortageError } from '@portage/core';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeDepository, fakeNative } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { solverFailpoints } from '../src/index.js';
import {
  alice,
  createSettlementHarness,
  solverAccount,
  usdc,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;

afterAll(() => databases.close());

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

const amount = 1_000_000n;
const asset = `1:${usdc}`;

/** Everything is collected as soon as it is earned. */
const eager = { collections: { microUsdMin: 1n } };

function pay({ orderId }: PlacedOrder, value = amount): void {
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: value });
}

const collections = () =>
  harness.settlement.query<{ state: string }>(
    `select state from outbox where purpose = 'collection' order by sequence, stored_at`,
  );

/** Makes blocks until the depository holds so much and nothing of ours is open. */
async function untilHeld(left: bigint): Promise<void> {
  await harness.until(() => harness.origin.balance(fakeDepository, usdc) === left);
  await harness.untilSettled();
}

async function expectCollected(collected: bigint): Promise<void> {
  expect(await harness.settlement.ledger.balance('collected', asset)).toBe(-collected);
  await harness.expectSound();
}

describe('earnings', () => {
  it('of many orders are collected by one transaction, when they are worth it', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => harness.place()));
    for (const order of orders) pay(order);
    const before = harness.origin.balance(solverAccount, usdc);
    stop = harness.start();
    for (const order of orders) await harness.untilStatus(order, 'success');
    expect(await collections()).toEqual([]);
    await stop();
    stop = harness.start({ policy: { collections: { microUsdMin: 5_000_000n } } });
    await untilHeld(0n);
    expect(await collections()).toEqual([{ state: 'mined' }]);
    expect(harness.origin.balance(solverAccount, usdc) - before).toBe(5n * amount);
    await expectCollected(5n * amount);
  });

  it('are collected by their age', async () => {
    const order = await harness.place();
    pay(order);
    stop = harness.start({ policy: { collections: { ageMsMax: 100 } } });
    await harness.untilStatus(order, 'success');
    await untilHeld(0n);
    await expectCollected(amount);
  });

  it('are collected at once when their depositor asks for them', async () => {
    const order = await harness.place();
    pay(order);
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    harness.origin.send(alice, [
      { type: 'requestReclaim', orderId: order.orderId, currency: usdc, amount: 0n },
    ]);
    await untilHeld(0n);
    expect(await harness.halted(harness.origin)).toBeNull();
    await expectCollected(amount);
  });

  it('of refunds are what they left over for their gas, once that is worth a collection', async () => {
    const orders = await Promise.all([harness.place(), harness.place(), harness.place()]);
    const [first, ...others] = orders;
    pay(first, 500n);
    stop = harness.start({ policy: { collections: { ageMsMax: 0 } } });
    await harness.untilStatus(first, 'refund');
    await harness.until(() => harness.origin.mempool().length === 0);
    expect(await collections()).toEqual([]);
    for (const order of others) pay(order, 500n);
    for (const order of others) await harness.untilStatus(order, 'refund');
    await untilHeld(0n);
    await expectCollected(3n);
  });

  it('wait while withdrawals are paused, and as far as the limit goes', async () => {
    const orders = await Promise.all([harness.place(), harness.place()]);
    for (const order of orders) pay(order);
    harness.origin.setAvailable(0n);
    stop = harness.start({ policy: eager });
    for (const order of orders) await harness.untilStatus(order, 'success');
    expect(await collections()).toEqual([]);
    harness.origin.setAvailable(amount);
    await untilHeld(0n);
    expect(await collections()).toEqual([{ state: 'mined' }, { state: 'mined' }]);
    await expectCollected(2n * amount);
  });

  it('that a failed collection did not bring come with the next', async () => {
    const order = await harness.place();
    pay(order);
    const end = harness.start();
    await harness.untilStatus(order, 'success');
    await end();
    stop = harness.start({ policy: eager });
    await harness.until(() => harness.origin.mempool().length > 0, false);
    for (const txId of harness.origin.mempool()) harness.origin.fail(txId);
    await untilHeld(0n);
    expect(await collections()).toEqual([{ state: 'reverted' }, { state: 'mined' }]);
    await expectCollected(amount);
  });

  /** Earns what is to be collected, and places another order, which is not paid yet. */
  async function earnAndPlace(): Promise<PlacedOrder> {
    const [order, short] = [await harness.place(), await harness.place()];
    pay(order);
    const end = harness.start();
    await harness.untilStatus(order, 'success');
    await end();
    return short;
  }

  /** Several transactions were stored, and each has a sequence of its own. */
  async function expectOwnSequences(): Promise<void> {
    const used = await harness.settlement.query<{ sequence: bigint }>(
      'select distinct sequence, order_id, leg from outbox where chain_id = 1 order by sequence',
    );
    expect(used.length).toBeGreaterThan(1);
    expect(new Set(used.map(({ sequence }) => sequence)).size).toBe(used.length);
  }

  it('whose commit nobody answers keep their sequence, and what is paid next takes another', async () => {
    const short = await earnAndPlace();
    const transaction = harness.settlement.transaction.bind(harness.settlement);
    let lost = 0;
    const losing = vi.spyOn(harness.settlement, 'transaction').mockImplementation(async (work) => {
      const value = await transaction(work);
      lost += (await collections()).length > 0 ? 1 : 0;
      if (lost === 1) throw new PortageError('SERVICE_UNAVAILABLE');
      return value;
    });
    stop = harness.start({ policy: { ...eager, transactions: { rebroadcastMs: 1_000 } } });
    await harness.until(() => lost > 0, false);
    losing.mockRestore();
    pay(short, 500_000n);
    await harness.untilStatus(short, 'refund');
    await harness.untilSettled();
    await expectOwnSequences();
    await harness.expectSound();
  });

  it('whose commit comes after its failure keep their sequence, too', async () => {
    const short = await earnAndPlace();
    const transaction = harness.settlement.transaction.bind(harness.settlement);
    let isLate = false;
    const late = vi.spyOn(harness.settlement, 'transaction').mockImplementation(
      (work) =>
        new Promise((resolve, reject) => {
          transaction(async (tx) => {
            const value = await work(tx);
            const stored = await tx.query(`select 1 from outbox where purpose = 'collection'`);
            if (!isLate && stored.length > 0) {
              isLate = true;
              reject(new PortageError('SERVICE_UNAVAILABLE'));
              // The connection is lost, and the server has yet to carry the commit out.
              await sleep(1_500);
            }
            return value;
          }).then(resolve, reject);
        }),
    );
    stop = harness.start({ policy: { ...eager, transactions: { rebroadcastMs: 1_000 } } });
    await harness.until(() => isLate, false);
    pay(short, 500_000n);
    await harness.untilStatus(short, 'refund');
    await harness.untilSettled();
    late.mockRestore();
    await expectOwnSequences();
    await harness.expectSound();
  });

  it('are not waited for longer than a depositor waits', async () => {
    expect(() => harness.start({ policy: { collections: { ageMsMax: 200_000_000 } } })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });
});

describe('the depository', () => {
  it('that holds less than the books halts its chain', async () => {
    const order = await harness.place();
    pay(order);
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    harness.origin.credit(fakeDepository, fakeNative, 10n ** 18n);
    harness.origin.send(fakeDepository, [
      { type: 'transfer', currency: usdc, amount: 400n, recipient: alice },
    ]);
    harness.origin.mine(10);
    await harness.until(async () => (await harness.halted(harness.origin)) !== null, false);
    expect(await harness.halted(harness.origin)).toBe(
      `The depository holds 400 of ${usdc} less than the books.`,
    );
  });

  it('H6: does not miss a deposit that no quorum tells', async () => {
    const order = await harness.place();
    pay(order);
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    await harness.untilSettled();
    harness.origin.setAgreement(() => false);
    const doubtful = await harness.place();
    pay(doubtful);
    harness.origin.credit(fakeDepository, fakeNative, 10n ** 18n);
    harness.origin.send(fakeDepository, [
      { type: 'transfer', currency: usdc, amount, recipient: alice },
    ]);
    harness.origin.mine(10);
    const seen = () =>
      harness.settlement.query("select 1 from deposits where chain_id = 1 and state = 'seen'");
    await harness.until(async () => (await seen()).length === 1, false);
    const countedAt = () =>
      harness.settlement.query<{ at: string }>(
        `select counted_at::text as at from balance_counts where chain_id = 1 and account = 'depository' and currency = $1`,
        [usdc],
      );
    for (let count = 0; count < 3; count += 1) {
      const [before] = await countedAt();
      await harness.until(async () => (await countedAt())[0]?.at !== before?.at, false);
    }
    expect(await seen()).toHaveLength(1);
    expect(await harness.halted(harness.origin)).toBeNull();
  });

  it('may hold more than the books, which is kept', async () => {
    const order = await harness.place();
    pay(order);
    harness.origin.send(alice, [
      { type: 'transfer', currency: usdc, amount: 7n, recipient: fakeDepository },
    ]);
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    const counts = () =>
      harness.settlement.query<{ difference: bigint }>(
        `select balance - books as difference from balance_counts
          where account = 'depository' and chain_id = 1 and currency = $1 and books > 0`,
        [usdc],
      );
    await harness.until(async () => (await counts()).length > 0, false);
    expect(await counts()).toEqual([{ difference: 7n }]);
    expect(await harness.halted(harness.origin)).toBeNull();
  });
});

describe('an operator', () => {
  const reconciliation = { chainId: 1, reason: 'stolen', ageSecondsMax: 60, clearsHalt: true };
  const book = () => harness.settlement.reconciliations.book(reconciliation);

  it('books what is gone, and the chain goes on', async () => {
    const order = await harness.place();
    pay(order);
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    harness.origin.credit(fakeDepository, usdc, -400n);
    harness.origin.credit(solverAccount, fakeNative, -5n);
    harness.origin.mine();
    const { settlement } = harness;
    const missing = async (): Promise<number> =>
      (await settlement.reconciliations.differences()).filter(
        ({ balance, books, isConfirmed }) => isConfirmed && balance < books,
      ).length;
    await harness.until(async () => (await missing()) === 2, false);
    // Each loss halts on its own; that of the sender stops the other chain, too.
    for (const one of [harness.origin, harness.destination])
      await harness.until(async () => (await harness.halted(one)) !== null, false);

    // Two who book the same differences book them once.
    const [first, second] = await Promise.all([book(), book()]);
    const booked = [first, second].flatMap((one) =>
      one.type === 'booked' ? one.differences.map(({ account }) => account) : [],
    );
    expect(booked.toSorted()).toEqual(['depository', solverAccount].toSorted());
    expect(await harness.halted(harness.origin)).toBeNull();
    expect(await settlement.ledger.balance('loss', asset)).toBe(400n);
    expect(await settlement.ledger.balance('loss', `1:${fakeNative}`)).toBe(5n);

    expect(await harness.halted(harness.destination)).toMatch(/^All chains stop: on one /);
    await settlement.chains.clearHalt(2, 'its key is another one');
    const next = await harness.place();
    pay(next);
    await harness.untilStatus(next, 'success');
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('books what nobody has paid in for, which waits in suspense', async () => {
    stop = harness.start();
    harness.origin.send(alice, [
      { type: 'transfer', currency: usdc, amount: 7n, recipient: fakeDepository },
    ]);
    await harness.until(async () => {
      const booked = await book();
      return booked.type === 'booked' && booked.differences.length === 1;
    });
    expect(await harness.settlement.ledger.balance('suspense', asset)).toBe(7n);
    await harness.expectSound();
  });

  it('books nothing without a reason, nor from an old comparison', async () => {
    stop = harness.start();
    harness.origin.send(alice, [
      { type: 'transfer', currency: usdc, amount: 7n, recipient: fakeDepository },
    ]);
    const { reconciliations } = harness.settlement;
    await harness.until(async () =>
      (await reconciliations.differences()).some(
        ({ balance, books, isConfirmed }) => isConfirmed && balance > books,
      ),
    );
    await expect(reconciliations.book({ ...reconciliation, reason: ' ' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await stop();
    stop = undefined;
    expect(await reconciliations.book({ ...reconciliation, ageSecondsMax: 0 })).toEqual({
      type: 'stale',
    });
    expect(await reconciliations.booked()).toEqual([]);
  });

  it('takes a deposit that nobody has a claim to, and it is collected once', async () => {
    harness.origin.deposit({
      orderId: `0x${'9'.repeat(64)}`,
      payer: alice,
      currency: usdc,
      amount: 70n,
    });
    stop = harness.start({ policy: { collections: { ageMsMax: 0 } } });
    const { reconciliations } = harness.settlement;
    await harness.until(
      async () =>
        (await reconciliations.suspense()).length === 1 &&
        (await harness.settlement.query('select 1 from inventory where chain_id = 1')).length > 0,
    );
    const [{ txId, ordinal } = { txId: '', ordinal: 0 }] = await reconciliations.suspense();
    const deposit = { chainId: 1, txId, ordinal, reason: 'our own' };
    expect(await reconciliations.take({ ...deposit, ordinal: 99 })).toBeUndefined();
    expect(await reconciliations.take(deposit)).toMatchObject({ amount: 70n, depositor: alice });
    expect(await reconciliations.take(deposit)).toBeUndefined();
    expect(await reconciliations.suspense()).toEqual([]);
    await untilHeld(0n);
    await expectCollected(70n);
  });
});

describe('a process that dies', () => {
  it.each(solverFailpoints.filter((point) => point.startsWith('collection-')))(
    'G12, G14: at "%s" is followed by one that brings earnings home once',
    async (point) => {
      const orders = await Promise.all([harness.place(), harness.place()]);
      for (const order of orders) pay(order);
      const end = harness.start();
      for (const order of orders) await harness.untilStatus(order, 'success');
      await end();
      const before = harness.origin.balance(solverAccount, usdc);
      let killed = false;
      const stopFirst = harness.start({
        policy: eager,
        failpoint: (name) => {
          if (name !== point) return;
          killed = true;
          throw new Error(`killed at ${name}`);
        },
      });
      await harness.until(() => killed);
      await stopFirst();
      stop = harness.start({ policy: eager });
      await untilHeld(0n);
      expect(harness.origin.balance(solverAccount, usdc) - before).toBe(2n * amount);
      await expectCollected(2n * amount);
    },
  );
});
