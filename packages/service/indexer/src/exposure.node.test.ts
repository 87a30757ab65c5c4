import { systemClock, type Price } from '@portage/core';
import {
  createChains,
  type Chain,
  type ChainAdvance,
  type ChainRollback,
  type Cursor,
  type DepositEvent,
  type Finality,
} from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createFakeChain } from '@portage/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alice, placeOrder, usdc } from '../test/placeOrder.js';
import { applyUpdates } from './applyUpdates.js';

/** One block for up to 1,000 USD, six beyond; 10,000 USD may be spent early. */
const finality: Finality = {
  confirmations: (value) => (value <= 1_000_000_000n ? 1 : 6),
  exposureMicroUsdMax: 10_000_000_000n,
};
const { chain: fake } = createFakeChain({ id: 1, slug: 'one', finality });
const chain: Chain = {
  ...fake,
  observe: { ...fake.observe, confirm: (events) => Promise.resolve(events.map(() => true)) },
};
const now = 1_700_000_000_000;
/** Units of a deposit, each worth 999 USD by this price. */
const amount = 1_000n;
const price: Price = { usdE12: 999_000n * 10n ** 12n };
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

function block(height: number, orderIds: readonly string[] = [], fork = 'a'): ChainAdvance {
  const cursor: Cursor = {
    height,
    hash: `0x${fork}${String(height)}`,
    time: 1_700_000_000 + height,
  };
  const deposit = (orderId: string, index: number): DepositEvent => ({
    type: 'deposit',
    txId: `${cursor.hash}-${String(index).padStart(3, '0')}`,
    ordinal: 0,
    height,
    blockHash: cursor.hash,
    orderId,
    depositor: alice,
    payer: alice,
    currency: usdc,
    amount,
  });
  return {
    type: 'advance',
    cursor,
    blocks: [cursor],
    finalizedHeight: 0,
    events: orderIds.map(deposit),
  };
}

/** Follows the chain as a process that starts with what the database knows. */
async function follow(updates: readonly (ChainAdvance | ChainRollback)[]): Promise<void> {
  const waiting = [...updates];
  const { blocks, openDeposits } = await settlement.chains.read(chain.id);
  await applyUpdates(
    {
      chains: createChains([chain]),
      settlement,
      prices: () => ({ value: price, observedAt: now }),
      clock: { ...systemClock, now: () => now },
      log: () => undefined,
    },
    chain,
    { ...start, from: blocks[0]?.hash ?? '', openDeposits },
    {
      push: () => Promise.resolve(),
      end: () => undefined,
      take: () => Promise.resolve(waiting.shift()),
    },
    () => undefined,
  );
}

async function fills(): Promise<number> {
  const [row] = await settlement.query<{ count: number }>(
    `select count(*)::int as count from jobs where kind = 'fill'`,
  );
  return row?.count ?? 0;
}

async function orders(count: number): Promise<readonly string[]> {
  const placed = await Promise.all(Array.from({ length: count }, () => placeOrder(settlement)));
  return placed.map(({ orderId }) => orderId);
}

describe('deposits that are spent before the deepest rule of their chain holds', () => {
  it('F12: are worth no more than the limit: of thirty small orders in one block ten are filled, the others wait', async () => {
    await follow([block(1, await orders(30))]);
    expect(await fills()).toBe(10);
    // Neither later blocks, nor a process that starts then, have room for more.
    await follow([block(2, await orders(3))]);
    await follow([block(3), block(4), block(5)]);
    expect(await fills()).toBe(10);
    // Six blocks stand on all of the first ones: those are free, and so is the limit.
    await follow([block(6)]);
    expect(await fills()).toBe(33);
    expect(await settlement.ledger.audit()).toEqual([]);
  });

  it('F12: make room when a reorg takes them back', async () => {
    const [gone, placed] = [await orders(10), await orders(10)];
    const first = block(1);
    await follow([first, block(2, gone)]);
    expect(await fills()).toBe(10);
    const to: ChainRollback = { type: 'rollback', to: first.cursor };
    await follow([to, block(2, placed, 'b')]);
    expect(
      await settlement.query(
        `select state, count(*)::int as count from deposits group by state order by state`,
      ),
    ).toEqual([
      { state: 'final', count: 10 },
      { state: 'reorged', count: 10 },
    ]);
  });
});
