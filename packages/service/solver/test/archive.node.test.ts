import { openDatabase } from '@portage/database';
import { createTestDatabases } from '@portage/database/testing';
import type { Chain, ChainEvent, ChainUpdate } from '@portage/core/chain';
import { openTestSettlement } from '@portage/settlement/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  createSettlementHarness,
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

const month = { month: '2020-01', endedBefore: Date.UTC(2020, 4) };
const eager = { collections: { microUsdMin: 1n } };

/** Pays for an order on the chain of its deposit, with less than was quoted where it says so. */
function pay({ order, orderId }: PlacedOrder, share = 1n): string {
  const { payment } = order.inputs[0] ?? expect.fail('an order has an input');
  const chain =
    payment.chainId === harness.origin.chain.slug ? harness.origin : harness.destination;
  return chain.deposit({
    orderId,
    payer: alice,
    currency: payment.currency,
    amount: BigInt(payment.amount) / share,
  });
}

/** Puts orders into January 2020, as if they had been quoted and had ended then. */
async function age(orders: readonly PlacedOrder[]): Promise<void> {
  const ids = orders.map(({ orderId }) => Buffer.from(orderId.slice(2), 'hex'));
  for (const text of [
    `update requests set created_at = '2020-01-15', fill_by = '2020-01-16' where order_id = any($1)`,
    `update request_states set created_at = '2020-01-15', updated_at = '2020-01-16' where order_id = any($1)`,
  ])
    await harness.settlement.query(text, [ids]);
}

/** Orders that were filled one way and the other, and one that was paid back, all long ago. */
async function endLongAgo() {
  const filled = await harness.place();
  const back = await harness.place({ reverse: true });
  const short = await harness.place();
  const txId = pay(filled);
  pay(back);
  pay(short, 2n);
  stop = harness.start({ policy: eager });
  await harness.untilStatus(filled, 'success');
  await harness.untilStatus(back, 'success');
  await harness.untilStatus(short, 'refund');
  // Later orders, so that no sender's newest transaction is an old one's.
  for (const order of [await harness.place(), await harness.place({ reverse: true })]) {
    pay(order);
    await harness.untilStatus(order, 'success');
  }
  await harness.until(
    async () => (await count(`settlements where kind = 'fill' and collected_by is null`)) === 0,
  );
  await harness.untilSettled();
  await age([filled, back, short]);
  await stop();
  stop = undefined;
  return { filled, back, short, txId };
}

const idOf = ({ orderId }: PlacedOrder): string => `'\\x${orderId.slice(2)}'`;

async function count(from: string): Promise<number> {
  const [row] = await harness.settlement.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
  );
  return row?.count ?? 0;
}

const lines = () => harness.settlement.archives.lines(month, undefined, 100);

/** Archives January 2020; the orders that were dropped. */
async function archive(): Promise<readonly string[] | undefined> {
  const { archives } = harness.settlement;
  const page = await lines();
  await archives.begin('2020-01');
  const dropped = await archives.drop('2020-01', month, page.lines);
  await archives.note('2020-01', `0x${'ab'.repeat(32)}`);
  await archives.finish('2020-01');
  return dropped;
}

const balances = () =>
  harness.settlement.query(
    'select account, asset, balance from ledger_balances where balance <> 0 order by 1, 2',
  );

/** The chain, whose first news are told together with old ones. */
const telling =
  (events: readonly ChainEvent[]) =>
  (chain: Chain): Chain => ({
    ...chain,
    observe: {
      ...chain.observe,
      updates: async function* (known, signal): AsyncGenerator<ChainUpdate> {
        let old = events;
        for await (const update of chain.observe.updates(known, signal)) {
          if (update.type === 'rollback') yield update;
          else {
            yield { ...update, events: [...old, ...update.events] };
            old = [];
          }
        }
      },
    },
  });

/** What the origin tells of the orders: deposits, fills and what was paid back. */
async function eventsOf(orders: readonly PlacedOrder[]): Promise<readonly ChainEvent[]> {
  const rows = await harness.settlement.query<{ tx_id: string }>(
    `select distinct tx_id from (select tx_id, order_id, chain_id from deposits union all select tx_id, order_id, chain_id from fills
       union all select tx_id, order_id, chain_id from releases) e where chain_id = 1 and order_id = any($1)`,
    [orders.map(({ orderId }) => Buffer.from(orderId.slice(2), 'hex'))],
  );
  const lists = await Promise.all(
    rows.map(({ tx_id: txId }) => harness.origin.chain.observe.trace(txId)),
  );
  return lists.flat();
}

describe('a month of ended orders', () => {
  it('INV-O11: leaves no row but its marks, every balance as it is, and all rules kept', async () => {
    const orders = await endLongAgo();
    const ids = [orders.filled, orders.back, orders.short].map(({ orderId }) => orderId);
    const before = await balances();
    const { lines: written } = await lines();
    expect(new Set(written.map(({ orderId }) => orderId))).toEqual(new Set(ids));
    expect(new Set((await archive()) ?? [])).toEqual(new Set(ids));
    expect(await balances()).toEqual(before);
    await harness.expectSound();
    for (const table of [
      'requests',
      'request_states',
      'settlements',
      'outbox',
      'deposits',
      'fills',
    ])
      expect(
        await harness.settlement.query(`select from ${table} where order_id = any($1)`, [
          ids.map((id) => Buffer.from(id.slice(2), 'hex')),
        ]),
        table,
      ).toEqual([]);
    expect(await harness.settlement.getRequest(orders.filled.requestId)).toBeUndefined();
    expect(await harness.settlement.archives.find(orders.filled.requestId)).toEqual({
      orderId: orders.filled.orderId,
      archiveId: '2020-01',
    });
    // Each posting of the orders is in the carried sums, and in the lines.
    const carried = await harness.settlement.archives.carried('2020-01');
    const total = carried.reduce((sum, { amount }) => sum + amount, 0n);
    expect([carried.length > 4, total]).toEqual([true, 0n]);
    const line = written.map(({ line: text }) => text).join('\n');
    for (const id of ids) expect(line).toContain(`"account" : "escrow:${id}"`);
    expect(line.split('\n')).toHaveLength(3);
  });

  it('K2: is settled once: what a chain tells again of it is passed over', async () => {
    const { filled, back, short } = await endLongAgo();
    const old = await eventsOf([filled, back, short]);
    expect(new Set(old.map(({ type }) => type))).toEqual(new Set(['deposit', 'fill', 'release']));
    await archive();
    stop = harness.start({ see: telling(old) });
    const later = await harness.place();
    pay(later);
    await harness.untilStatus(later, 'success');
    // Those of the one order before, and of the one after.
    expect([
      await count('deposits where chain_id = 1'),
      await count('fills where chain_id = 1'),
    ]).toEqual([2, 1]);
    expect(await count(`releases where chain_id = 1 and order_id = ${idOf(short)}`)).toBe(0);
    const unclaimed = (await balances()).filter(({ account }) =>
      /^(?:withdrawable|suspense|escrow)/.test(String(account)),
    );
    expect(unclaimed).toEqual([]);
    await harness.expectSound();
  });

  it('gives what is paid under its id later to the depositor, who may withdraw it, and to no order', async () => {
    const { filled } = await endLongAgo();
    await archive();
    stop = harness.start();
    pay(filled);
    await harness.until(async () => (await count(`deposits where outcome = 'suspense'`)) === 1);
    expect(await harness.settlement.query('select from jobs')).toEqual([]);
    expect(
      (await balances()).filter(({ account }) => String(account).startsWith('withdrawable')),
    ).toEqual([{ account: `withdrawable:${alice}`, asset: `1:${usdc}`, balance: 1_000_000n }]);
    await harness.expectSound();
  });

  it('keeps an order that something happened to since its line was written', async () => {
    const { filled } = await endLongAgo();
    const { archives } = harness.settlement;
    const page = await lines();
    await archives.begin('2020-01');
    stop = harness.start();
    pay(filled);
    await harness.until(
      async () =>
        (await count(`settlements where order_id = ${idOf(filled)} and settled_at is not null`)) ===
        2,
    );
    await harness.untilSettled();
    const dropped = await archives.drop('2020-01', month, page.lines);
    expect([dropped?.length, dropped?.includes(filled.orderId)]).toEqual([2, false]);
    expect((await harness.request(filled)).status).toBe('success');
    await harness.expectSound();
  });

  it('is dropped between steps of chains, and never within one', async () => {
    await endLongAgo();
    const { archives, url } = harness.settlement;
    const page = await lines();
    await archives.begin('2020-01');
    const other = await openDatabase({ databaseUrl: url });
    try {
      await other.transaction(async (tx) => {
        await tx.query(
          `select pg_advisory_xact_lock_shared(hashtextextended('portage_archive', 0))`,
        );
        expect(await archives.drop('2020-01', month, page.lines)).toBeUndefined();
      });
    } finally {
      await other.close();
    }
    expect(await archives.drop('2020-01', month, page.lines)).toHaveLength(3);
  });

  it('says why orders stay', async () => {
    const waiting = await harness.place();
    pay(waiting);
    stop = harness.start({ part: 'indexer' });
    await harness.until(async () => (await harness.request(waiting)).status === 'pending');
    await harness.settlement.query(`update requests set created_at = '2020-01-15'`);
    expect(await harness.settlement.archives.survey(month)).toEqual({
      orders: 0,
      heldBack: [{ reason: 'has not ended', orders: 1 }],
    });
    await stop();
    stop = harness.start();
    await harness.untilStatus(waiting, 'success');
    await age([waiting]);
    const { heldBack } = await harness.settlement.archives.survey(month);
    expect(heldBack).toEqual([{ reason: 'has earned what is not collected', orders: 1 }]);
    expect(await lines()).toEqual({ lines: [], next: expect.anything() as unknown });
  });
});
