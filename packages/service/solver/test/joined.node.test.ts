import { randomBytes } from 'node:crypto';
import { createChains } from '@portage/core/chain';
import { systemClock } from '@portage/core';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement, readOutbox } from '@portage/settlement/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canSpend, type ChainContext } from '../src/context.js';
import { defaultPolicy, type PolicyChanges } from '../src/index.js';
import { byTransaction } from '../src/outbox/inspectRows.js';
import { replaceTransactions } from '../src/outbox/replaceTransactions.js';
import { backUp } from './backUp.js';
import {
  alice,
  createSettlementHarness,
  mallory,
  paymentPoints,
  solverAccount,
  usdc,
  type PlacedOrder,
  type RunOptions,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;

const open = async (coins: number, joinsMax: number): Promise<void> => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { coins: 8 },
    destination: { coins, joinsMax },
  });
};

afterAll(() => databases.close());

beforeEach(() => open(4, 3));

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

const amount = 1_000_000n;

/** An order with a recipient and an amount of its own. */
interface Due {
  readonly order: PlacedOrder;
  readonly recipient: string;
  readonly amountOut: bigint;
}

/** Orders whose payments are due together: their deposits are final before a solver starts. */
async function makeDue(count: number, deadlines: readonly number[] = []): Promise<readonly Due[]> {
  const due: Due[] = [];
  for (let index = 0; index < count; index += 1) {
    const recipient = fakeAddress(`recipient ${String(index)}`);
    const amountOut = 10n ** BigInt(index % 6) + BigInt(index);
    const deadline = deadlines[index];
    const order = await harness.place({
      recipient,
      amountOut,
      ...(deadline === undefined ? {} : { deadline }),
    });
    const { orderId } = order;
    harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount });
    due.push({ order, recipient, amountOut });
  }
  const end = harness.start({ part: 'indexer' });
  await harness.until(async () => {
    const jobs = await harness.settlement.query(`select 1 from jobs where kind = 'fill'`);
    return jobs.length === count;
  });
  await end();
  return due;
}

interface Row {
  tx_id: string;
  state: string;
  purpose: string;
  sequence: bigint;
  gas_cost: bigint | null;
}

const outbox = (purpose = 'fill'): Promise<readonly Row[]> =>
  harness.settlement.query<Row>(
    `select tx_id, state, purpose, sequence, gas_cost from outbox where purpose = $1 order by sequence, stored_at`,
    [purpose],
  );

const idsOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.map(({ tx_id: txId }) => txId)),
];

const begin = (run: RunOptions = {}, policy: PolicyChanges = {}): void => {
  stop = harness.start({ ...run, policy });
};

/** Waits until all fills were given to the destination, of which no block is made meanwhile. */
async function untilSent(count: number): Promise<readonly Row[]> {
  await harness.until(async () => {
    const rows = await outbox();
    return rows.length >= count && rows.every(({ state }) => state === 'sent');
  }, false);
  return outbox();
}

/** Each recipient has the exact amount, once, and the books are sound. */
async function expectPaid(due: readonly Due[]): Promise<void> {
  for (const { order } of due) await harness.untilStatus(order, 'success');
  for (const { recipient, amountOut } of due)
    expect(harness.destination.balance(recipient, usdc)).toBe(amountOut);
  expect(await harness.halted(harness.destination)).toBeNull();
  await harness.expectSound();
}

/** Nobody was paid, and each deposit went back once, all but the gas of its refund. */
async function expectRefunded(due: readonly Due[], before: bigint): Promise<void> {
  for (const { order } of due) await harness.untilStatus(order, 'refund');
  for (const { recipient } of due) expect(harness.destination.balance(recipient, usdc)).toBe(0n);
  expect(before - harness.origin.balance(alice, usdc)).toBe(BigInt(due.length));
  expect(await harness.halted(harness.destination)).toBeNull();
  await harness.expectSound();
}

/** Drops what waits and makes a block, so that what was sent is passed over. */
function passOver(blocks = 1): void {
  for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
  harness.destination.mine(blocks);
}

describe('payments that are due together', () => {
  it('E4: are made by few transactions, each exactly, and bear the fee in parts', async () => {
    const due = await makeDue(8);
    begin();
    await expectPaid(due);
    const rows = await outbox();
    expect(rows.map(({ state }) => state)).toEqual(due.map(() => 'mined'));
    expect(idsOf(rows)).toHaveLength(3);
    for (const txId of idsOf(rows)) {
      const parts = rows.filter((row) => row.tx_id === txId).map((row) => row.gas_cost ?? 0n);
      const fee = harness.destination.transaction(txId)?.body.fee;
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(fee);
      for (const part of parts) expect(part).toBeGreaterThan(0n);
    }
    const claims = await harness.settlement.query<{ order_id: string; amount: bigint }>(
      'select order_id, amount from fills order by order_id',
    );
    const owed = due.map(({ order, amountOut }) => ({
      order_id: order.orderId,
      amount: amountOut,
    }));
    expect(claims).toEqual([...owed].sort((a, b) => (a.order_id < b.order_id ? -1 : 1)));
  });

  it('wait for a block where there are no coins, and the others are made', async () => {
    await open(1, 3);
    const due = await makeDue(5);
    begin();
    expect(await untilSent(3)).toHaveLength(3);
    await expectPaid(due);
    expect(idsOf(await outbox())).toHaveLength(2);
  });

  it('are read as whole transactions, whatever the limit', async () => {
    await makeDue(6);
    begin();
    await untilSent(6);
    const { id } = harness.destination.chain;
    for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
      const rows = await readOutbox(harness.settlement, id, solverAccount, limit);
      expect(rows).toHaveLength(limit <= 3 ? 3 : 6);
      expect(rows.map(({ place }) => place)).toEqual(limit <= 3 ? [0, 1, 2] : [0, 1, 2, 0, 1, 2]);
    }
  });

  it.each(paymentPoints)('end once after a process died at "%s"', async (point) => {
    const due = await makeDue(5);
    const refunded = await harness.place();
    harness.origin.deposit({
      orderId: refunded.orderId,
      payer: alice,
      currency: usdc,
      amount: 500n,
    });
    let isKilled = false;
    const end = harness.start({
      failpoint: (name) => {
        if (name !== point) return;
        isKilled = true;
        throw new Error(`killed at ${name}`);
      },
    });
    await harness.until(() => isKilled);
    await end();
    begin({ worker: 'another' });
    await expectPaid(due);
    await harness.untilStatus(refunded, 'refund');
    expect((await outbox()).map(({ state }) => state)).toEqual(due.map(() => 'mined'));
  });

  it('twenty deaths in a row still end every order once', async () => {
    const due = await makeDue(12);
    for (let life = 0; life < 20; life += 1) {
      const point = paymentPoints[life % paymentPoints.length];
      const end = harness.start({
        policy: { work: { batchMax: 4 } },
        failpoint: (name) => {
          if (name === point) throw new Error(`killed at ${name}`);
        },
      });
      for (let block = 0; block < 3; block += 1) {
        harness.origin.mine();
        harness.destination.mine();
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
      await end();
    }
    begin();
    await expectPaid(due);
  });
});

describe('a transaction that pays several', () => {
  it('is raised as a whole, with the same payments', async () => {
    const due = await makeDue(3);
    begin({}, { transactions: { bumpAfterBlocks: 2, rebroadcastMs: 100_000 } });
    const [first] = idsOf(await untilSent(3));
    await harness.until(async () => {
      passOver();
      return idsOf(await outbox()).length > 1;
    }, false);
    await expectPaid(due);
    const rows = await outbox();
    expect(rows.filter(({ state }) => state === 'mined')).toHaveLength(3);
    expect(idsOf(rows.filter(({ state }) => state === 'mined'))).toHaveLength(1);
    for (const txId of idsOf(rows))
      expect(rows.filter((row) => row.tx_id === txId).map(({ sequence }) => sequence)).toEqual(
        rows.filter((row) => row.tx_id === first).map(({ sequence }) => sequence),
      );
    expect(await outbox('cancel')).toEqual([]);
  });

  it('is cancelled when all of its payments are too late, and each deposit goes back', async () => {
    const soon = Math.floor(Date.now() / 1000) + 60;
    const before = harness.origin.balance(alice, usdc);
    const due = await makeDue(3, [soon, soon, soon]);
    begin({}, { transactions: { bumpAfterBlocks: 2 }, fills: { deadlineMarginSeconds: 1 } });
    await untilSent(3);
    await harness.until(async () => {
      passOver(80);
      return (await outbox('cancel')).length > 0;
    }, false);
    expect((await outbox('cancel')).map(({ sequence }) => sequence)).toEqual(
      (await outbox()).slice(0, 3).map(({ sequence }) => sequence),
    );
    await expectRefunded(due, before);
    const cancelled = (await outbox('cancel')).filter(({ state }) => state === 'mined');
    expect(cancelled.map(({ gas_cost: cost }) => cost === 0n)).toEqual([false, true, true]);
  });

  it('is raised while one of its payments is not too late', async () => {
    const soon = Math.floor(Date.now() / 1000) + 60;
    const due = await makeDue(3, [soon, soon]);
    begin({}, { transactions: { bumpAfterBlocks: 2 }, fills: { deadlineMarginSeconds: 1 } });
    await untilSent(3);
    await harness.until(async () => {
      passOver(80);
      return idsOf(await outbox()).length > 1;
    }, false);
    expect(await outbox('cancel')).toEqual([]);
    await expectPaid(due);
  });

  it('whose coin was spent elsewhere gives each deposit back, once', async () => {
    const before = harness.origin.balance(alice, usdc);
    const due = await makeDue(3);
    begin();
    const [txId = ''] = idsOf(await untilSent(3));
    await spendElsewhere(txId);
    await expectRefunded(due, before);
    expect((await outbox()).map(({ state }) => state)).toEqual(due.map(() => 'replaced'));
  });

  it('that fails on the chain gives each deposit back, once', async () => {
    const before = harness.origin.balance(alice, usdc);
    const due = await makeDue(3);
    begin();
    const [txId = ''] = idsOf(await untilSent(3));
    harness.destination.fail(txId);
    await expectRefunded(due, before);
    expect((await outbox()).map(({ state }) => state)).toEqual(due.map(() => 'reverted'));
  });

  it('is sent again with the same bytes when a reorg takes it back', async () => {
    const due = await makeDue(3);
    begin();
    const [txId] = idsOf(await untilSent(3));
    harness.destination.mine();
    await harness.until(
      async () => (await outbox()).every(({ state }) => state === 'mined'),
      false,
    );
    harness.destination.reorg(1, 'drop');
    await harness.until(async () => (await outbox()).every(({ state }) => state === 'sent'), false);
    await expectPaid(due);
    expect(idsOf(await outbox())).toEqual([txId]);
  });

  it('whose failure a reorg takes back pays nobody who was paid back', async () => {
    const due = await makeDue(3);
    begin();
    const [txId = ''] = idsOf(await untilSent(3));
    harness.destination.fail(txId);
    harness.destination.mine();
    await harness.until(
      async () => (await outbox()).every(({ state }) => state === 'reverted'),
      false,
    );
    harness.destination.reorg(1, 'mempool');
    await harness.untilSettled();
    for (const { order, recipient, amountOut } of due) {
      const { status } = await harness.request(order);
      const paid = harness.destination.balance(recipient, usdc);
      expect([status, paid]).toEqual(status === 'success' ? [status, amountOut] : ['refund', 0n]);
    }
  });

  it('is not closed while one of its payments was not seen', async () => {
    const due = await makeDue(3);
    const hidden = due[1]?.order.orderId;
    const { settlement } = harness;
    begin();
    await untilSent(3);
    await settlement.query(
      `create function hide_fill() returns trigger language plpgsql as $$
         begin if hash_text(new.order_id) = '${hidden ?? ''}' then return null; end if; return new; end $$`,
    );
    await settlement.query(
      'create trigger hide_fill before insert on fills for each row execute function hide_fill()',
    );
    harness.destination.mine();
    const isTold = async (count: number): Promise<boolean> =>
      (await settlement.query(`select 1 from fills where state = 'seen'`)).length === count;
    await harness.until(() => isTold(2), false);
    for (let block = 0; block < 3; block += 1) {
      harness.destination.mine();
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    await settlement.query('drop trigger hide_fill on fills');
    // The chain tells its events again.
    harness.destination.reorg(4, 'remine');
    await expectPaid(due);
  });

  it('is outbid once, and whole, by two workers that both believe that it is theirs', async () => {
    const due = await makeDue(3);
    begin();
    await untilSent(3);
    await stop?.();
    const { chain } = harness.destination;
    if (!canSpend(chain)) throw new Error('a fake chain spends');
    const context: ChainContext = {
      chain,
      chains: createChains([chain]),
      settlement: harness.settlement,
      leases: harness.settlement.leases,
      prices: () => undefined,
      clock: { ...systemClock, now: () => harness.destination.tip().time * 1000 },
      randomBytes,
      log: () => undefined,
      worker: 'either',
      policy: defaultPolicy,
    };
    const rows = byTransaction(await readOutbox(harness.settlement, chain.id, solverAccount, 10));
    const outbid = await Promise.all([
      replaceTransactions(context, rows, 'bump'),
      replaceTransactions(context, rows, 'bump'),
      replaceTransactions(context, rows, 'cancel'),
    ]);
    expect(outbid.flat()).toHaveLength(1);
    const versions = [...(await outbox()), ...(await outbox('cancel'))];
    expect(versions).toHaveLength(6);
    expect(idsOf(versions)).toHaveLength(2);
    expect(await replaceTransactions(context, rows, 'bump')).toEqual([]);
    begin({}, { transactions: { bumpAfterBlocks: 3 } });
    await harness.untilSettled();
    for (const { order, recipient, amountOut } of due) {
      const { status } = await harness.request(order);
      const paid = harness.destination.balance(recipient, usdc);
      expect([status, paid]).toEqual(status === 'success' ? [status, amountOut] : ['refund', 0n]);
    }
    await harness.expectSound();
  });

  it('is not outbid where one of its payments was closed meanwhile', async () => {
    await makeDue(3);
    begin();
    await untilSent(3);
    await stop?.();
    const { chain } = harness.destination;
    if (!canSpend(chain)) throw new Error('a fake chain spends');
    const [rows] = byTransaction(await readOutbox(harness.settlement, chain.id, solverAccount, 10));
    if (rows === undefined) throw new Error('a transaction is open');
    const next = await chain.spend.cancel(rows[0].sequence, rows[0]);
    const replacement = { chain: { id: chain.id, native: chain.native.address }, next };
    for (const closed of rows) {
      const state = (value: string): Promise<unknown> =>
        harness.settlement.query('update outbox set state = $1 where sequence = $2', [
          value,
          closed.sequence,
        ]);
      await state('replaced');
      const stored = await harness.settlement.outbox.storeReplacement({
        ...replacement,
        rows,
        how: 'cancel',
      });
      expect(stored).toBeUndefined();
      await state('sent');
    }
    expect(await outbox('cancel')).toEqual([]);
  });

  it('E9: that the database has lost is booked, payment by payment, and none is made again', async () => {
    const warm = harness.start();
    await harness.untilSettled();
    await harness.expectSound();
    await warm();
    const due = await makeDue(5);
    const putBack = await backUp(harness.settlement);
    begin();
    await expectPaid(due);
    await stop?.();
    await putBack();
    expect(await outbox()).toEqual([]);
    // Payments of one transaction are booked one after another.
    begin({}, { work: { batchMax: 1 } });
    await expectPaid(due);
    expect(await outbox()).toEqual([]);
  });
});

/** Spends the coin of a transaction of ours by one that is not. */
async function spendElsewhere(txId: string): Promise<void> {
  const { id } = harness.destination.chain;
  const rows = await readOutbox(harness.settlement, id, solverAccount, 9);
  const { raw } = rows.find((row) => row.txId === txId) ?? {};
  const { coins } = JSON.parse(new TextDecoder().decode(raw)) as { readonly coins: string[] };
  harness.destination.drop(txId);
  harness.destination.send(mallory, [], { coins, fee: 1_000_000n });
}
