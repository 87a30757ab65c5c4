import { systemClock } from '@portage/core';
import {
  createChains,
  type Chain,
  type ChainAdvance,
  type ChainEvent,
  type ChainRollback,
  type Cursor,
  type DepositEvent,
} from '@portage/core/chain';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { createFakeChain, fakeAddress } from '@portage/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alice, placeOrder, usdc } from '../test/placeOrder.js';
import { applyUpdates } from './applyUpdates.js';
import type { IndexerOptions } from './context.js';

const { chain: fake } = createFakeChain({
  id: 1,
  slug: 'one',
  finality: { confirmations: () => 1 },
});
/** Endpoints that agree on whatever a test tells. */
const chain: Chain = {
  ...fake,
  observe: { ...fake.observe, confirm: (events) => Promise.resolve(events.map(() => true)) },
};
const start = {
  from: '',
  finalizedHeight: 0,
  openDeposits: 0,
  unconfirmedEvents: 0,
  unconfirmedDeposits: 0,
};

const databases = createTestDatabases();
let settlement: TestSettlement;

afterAll(() => databases.close());

beforeEach(async () => {
  settlement = await openTestSettlement(databases);
});

/** One block with one deposit for each of these orders. */
function advance(height: number, orderIds: readonly string[]): ChainAdvance {
  const cursor: Cursor = { height, hash: `0xb${String(height)}`, time: 1_700_000_000 + height };
  const deposit = (orderId: string, index: number): DepositEvent => ({
    type: 'deposit',
    txId: `0x${String(height)}-${String(index)}`,
    ordinal: 0,
    height,
    blockHash: cursor.hash,
    orderId,
    depositor: alice,
    payer: alice,
    currency: usdc,
    amount: 1_000n,
  });
  return {
    type: 'advance',
    cursor,
    blocks: [cursor],
    events: orderIds.map(deposit),
    finalizedHeight: 0,
  };
}

/** Every update is there already, and none is joined with the next. */
function apply(
  updates: readonly (ChainAdvance | ChainRollback)[],
  onApplied: (cursor: Cursor) => void = () => undefined,
  from = start,
): Promise<void> {
  const waiting = [...updates];
  const options: IndexerOptions = {
    chains: createChains([chain]),
    settlement,
    prices: () => undefined,
    clock: { ...systemClock, now: () => 1_700_000_000_000 },
    log: () => undefined,
  };
  return applyUpdates(
    options,
    chain,
    from,
    {
      push: () => Promise.resolve(),
      end: () => undefined,
      take: () => Promise.resolve(waiting.shift()),
    },
    onApplied,
  );
}

const outcomes = (): Promise<unknown[]> =>
  settlement.query('select height, outcome, reason from deposits order by height, tx_id');

describe('steps that are judged while the one before is being written', () => {
  it('see what the step before decided about the same order', async () => {
    const { orderId } = await placeOrder(settlement);
    await apply([
      advance(1, [orderId]),
      advance(2, [orderId]),
      advance(3, []),
      advance(4, [orderId]),
    ]);
    expect(await outcomes()).toEqual([
      { height: 1, outcome: 'matched', reason: 'N/A' },
      { height: 2, outcome: 'refund', reason: 'DOUBLE_SPEND' },
      { height: 4, outcome: 'refund', reason: 'DOUBLE_SPEND' },
    ]);
    expect(
      await settlement.query(
        'select kind, count(*)::int as count from jobs group by kind order by kind',
      ),
    ).toEqual([
      { kind: 'fill', count: 1 },
      { kind: 'refund', count: 2 },
    ]);
    expect(await settlement.ledger.audit()).toEqual([]);
  });

  it('are written in order, all of them', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, () => placeOrder(settlement)));
    const heights: number[] = [];
    const updates = orders.map(({ orderId }, index) =>
      advance(index + 1, [orderId, orders[(index + 20) % 40]?.orderId ?? orderId]),
    );
    await apply(updates, ({ height }) => heights.push(height));
    expect(heights).toEqual(updates.map(({ cursor }) => cursor.height));
    expect(
      await settlement.query(
        'select outcome, count(*)::int as count from deposits group by outcome order by outcome',
      ),
    ).toEqual([
      { outcome: 'matched', count: 40 },
      { outcome: 'refund', count: 40 },
    ]);
    expect(await settlement.ledger.balance('outside', `1:${usdc}`)).toBe(-80_000n);
    expect(await settlement.ledger.audit()).toEqual([]);
  });

  it('G20: are never written after one that failed', async () => {
    const [first, second] = await Promise.all([placeOrder(settlement), placeOrder(settlement)]);
    await settlement.query(
      `insert into chain_cursors (chain_id, height, hash, time, finalized_height) values (1, 7, '0xanother', 7, 0)`,
    );
    await expect(
      apply([advance(1, [first.orderId]), advance(2, [second.orderId])]),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await outcomes()).toEqual([]);
    expect(await settlement.query('select height from chain_cursors')).toEqual([{ height: 7 }]);
  });
});

/** One block with these events in it; `fork` tells blocks of the same height apart. */
function blockOf(
  height: number,
  fork: string,
  ...events: readonly ((cursor: Cursor) => ChainEvent)[]
): ChainAdvance {
  const cursor: Cursor = {
    height,
    hash: `0xb${String(height)}${fork}`,
    time: 1_700_000_000 + height,
  };
  return {
    type: 'advance',
    cursor,
    blocks: [cursor],
    events: events.map((event) => event(cursor)),
    finalizedHeight: 0,
  };
}

const paid =
  (orderId: string) =>
  ({ height, hash }: Cursor): ChainEvent => ({
    type: 'deposit',
    txId: '0xpaid',
    ordinal: 0,
    height,
    blockHash: hash,
    orderId,
    depositor: alice,
    payer: alice,
    currency: usdc,
    amount: 1_000n,
  });
const filled =
  (orderId: string) =>
  ({ height, hash }: Cursor): ChainEvent => ({
    type: 'fill',
    txId: '0xdone',
    ordinal: 0,
    height,
    blockHash: hash,
    orderId,
    solver: fakeAddress('solver'),
    recipient: fakeAddress('bob'),
    currency: usdc,
    amount: 900n,
  });
const swapped =
  (swapId: string) =>
  ({ height, hash }: Cursor): ChainEvent => ({
    type: 'swap',
    txId: '0xdone',
    ordinal: 0,
    height,
    blockHash: hash,
    swapId,
    owner: alice,
    currency: usdc,
    amount: 900n,
  });

describe('what ends a request', () => {
  it.each([
    ['a payment', 'fills', paid, filled],
    ['a swap that its payer made alone', 'swaps', undefined, swapped],
  ] as const)(
    '%s stays its end when a reorg takes it back, and counts where it comes again',
    async (_, table, before, done) => {
      const { requestId, orderId } = await placeOrder(settlement);
      const ended = { status: 'success', outTxIds: ['0xdone'], amountOut: 900n };
      const rows = (): Promise<unknown[]> => settlement.query(`select height, state from ${table}`);
      const first = blockOf(1, 'a', ...(before === undefined ? [] : [before(orderId)]));
      await apply([first, blockOf(2, 'a', done(orderId))]);
      expect(await settlement.getRequest(requestId)).toMatchObject(ended);
      expect(await settlement.ledger.audit()).toEqual([]);

      await apply([{ type: 'rollback', to: first.cursor }], () => undefined, {
        ...start,
        from: '0xb2a',
      });
      expect(await rows()).toEqual([{ height: 2, state: 'reorged' }]);
      expect(await settlement.getRequest(requestId)).toMatchObject(ended);
      expect(await settlement.ledger.audit()).toEqual([]);

      await apply([blockOf(2, 'b'), blockOf(3, 'b', done(orderId))], () => undefined, {
        ...start,
        from: first.cursor.hash,
      });
      expect(await rows()).toEqual([{ height: 3, state: 'seen' }]);
      expect(await settlement.getRequest(requestId)).toMatchObject(ended);
      expect(await settlement.ledger.audit()).toEqual([]);
    },
  );

  it('is missed by the audit where a request succeeded without it', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    await apply([blockOf(1, 'a', swapped(orderId))]);
    databases.expectBroken(settlement.url, 'INV-O7', 'the swap of a success is deleted');
    await settlement.query('delete from swaps');
    expect(await settlement.ledger.audit()).toEqual([
      { invariant: 'INV-O7', rule: 'a successful request has its fill', subject: requestId },
      {
        invariant: 'INV-O7',
        rule: 'the payment of a successful request is booked, or on its way',
        subject: requestId,
      },
    ]);
  });

  it('is missed by the audit where nothing of ours pays it', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    await apply([blockOf(1, 'a', paid(orderId)), blockOf(2, 'a', filled(orderId))]);
    expect(await settlement.ledger.audit()).toEqual([]);
    for (const invariant of ['INV-C2', 'INV-O7'])
      databases.expectBroken(settlement.url, invariant, 'the job of a payment is deleted');
    await settlement.query('delete from jobs');
    expect(await settlement.ledger.audit()).toEqual([
      {
        invariant: 'INV-C2',
        rule: 'nothing stays in the escrow of an order that has ended',
        subject: `escrow:${orderId}`,
      },
      {
        invariant: 'INV-O7',
        rule: 'the payment of a successful request is booked, or on its way',
        subject: requestId,
      },
    ]);
  });
});

describe('a step that was thought to be new', () => {
  it('is looked at again where a deposit came back after a reorg, and books what returned under a name of its own', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    const { orderId: other } = await placeOrder(settlement);
    const first = blockOf(1, 'a');
    await apply([first, blockOf(2, 'a', paid(orderId))]);
    await apply([{ type: 'rollback', to: first.cursor }], () => undefined, {
      ...start,
      from: '0xb2a',
    });
    expect(await settlement.ledger.balance('outside', `1:${usdc}`)).toBe(0n);

    const second = ({ height, hash }: Cursor): ChainEvent => ({
      ...paid(other)({ height, hash, time: 0 }),
      txId: '0xnew',
    });
    await apply([blockOf(2, 'b', paid(orderId), second)], () => undefined, {
      ...start,
      from: first.cursor.hash,
    });
    expect(
      await settlement.query('select tx_id, state, reorg_count from deposits order by tx_id'),
    ).toEqual([
      { tx_id: '0xnew', state: 'final', reorg_count: 0 },
      { tx_id: '0xpaid', state: 'final', reorg_count: 1 },
    ]);
    expect(
      await settlement.query(`select ref from ledger_entries where kind = 'deposits' order by ref`),
    ).toEqual([{ ref: '1:0xpaid:0:0' }, { ref: '1:0xpaid:0:1' }]);
    expect(await settlement.query('select count(*)::int as count from jobs')).toEqual([
      { count: 2 },
    ]);
    expect((await settlement.getRequest(requestId))?.status).toBe('pending');
    expect(await settlement.ledger.balance('outside', `1:${usdc}`)).toBe(-2_000n);
    expect(await settlement.ledger.audit()).toEqual([]);
  });
});
