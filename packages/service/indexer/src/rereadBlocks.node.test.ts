import { systemClock } from '@portage/core';
import { createChains, type Chain, type ChainEvent } from '@portage/core/chain';
import type { Reread } from '@portage/core/plugin';
import { openDatabase } from '@portage/database';
import { createTestDatabases } from '@portage/database/testing';
import { createSettlement } from '@portage/settlement';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createFakeChain, fakeNative, type FakeChain } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alice, placeOrder, usdc } from '../test/placeOrder.js';
import { createIndexer } from './createIndexer.js';

const databases = createTestDatabases();
let settlement: TestSettlement;
let abort: AbortController;
let fake: FakeChain;
const running: Promise<void>[] = [];
const read: Parameters<Reread['read']>[0][] = [];

afterAll(() => databases.close());
beforeEach(async () => {
  settlement = await openTestSettlement(databases);
  abort = new AbortController();
  fake = createFakeChain({ id: 1, slug: 'one' });
  for (const currency of [usdc, fakeNative]) fake.credit(alice, currency, 10n ** 12n);
  read.splice(0);
});
afterEach(async () => {
  abort.abort();
  await Promise.all(running.splice(0));
});

const often = { interval: 20 };
const deposits = (): Promise<unknown[]> => settlement.query('select tx_id from deposits');
/** Deposits after one more block: with it is taken in what was found. */
const depositsLater = (): Promise<unknown[]> => {
  fake.mine();
  return deposits();
};

/** Places an order and pays for it, in a block of its own. */
async function depositOne(): Promise<{ readonly txId: string; readonly requestId: string }> {
  const { orderId, requestId } = await placeOrder(settlement);
  const txId = fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
  fake.mine(1);
  return { txId, requestId };
}

/** A chain whose first reading forgets a transaction. */
function forgetting(
  txId: string,
  { everyMs = 20, refusals = 0 }: { readonly everyMs?: number; readonly refusals?: number } = {},
): Chain {
  const { observe } = fake.chain;
  let refused = 0;
  return {
    ...fake.chain,
    observe: {
      ...observe,
      updates: async function* (known, signal) {
        for await (const update of observe.updates(known, signal))
          yield update.type === 'advance'
            ? { ...update, events: update.events.filter((event) => event.txId !== txId) }
            : update;
      },
      trace: (id) => {
        refused += 1;
        return refused > refusals ? observe.trace(id) : Promise.reject(new Error('refused'));
      },
      reread: {
        everyMs,
        blocksMax: 30,
        read: async (range) => {
          read.push(range);
          const events: readonly ChainEvent[] = await observe.trace(txId);
          return events.flatMap(({ ordinal, height }) =>
            height >= range.first && height <= range.last ? [{ txId, ordinal }] : [],
          );
        },
      },
    },
  };
}

function start(chain: Chain, signal = abort.signal) {
  const indexer = createIndexer({
    chains: createChains([chain]),
    settlement,
    prices: () => undefined,
    clock: systemClock,
    log: () => undefined,
  });
  running.push(indexer.run(signal));
  return indexer;
}

const height = async (): Promise<number> => (await settlement.chains.progress(1))?.height ?? -1;

describe('a transaction that the first reading left out', () => {
  it('is found by a second one, in ranges that follow one another, and is taken in', async () => {
    const { txId, requestId } = await depositOne();
    start(forgetting(txId));
    await expect.poll(height, often).toBeGreaterThan(0);
    expect(await deposits()).toEqual([]);
    fake.mine(100);
    await expect.poll(depositsLater, often).toEqual([{ tx_id: txId }]);
    await expect
      .poll(async () => (await settlement.getRequest(requestId))?.status, often)
      .toBe('pending');
    expect(read.length).toBeGreaterThan(0);
    read.forEach((range, index) => {
      const before = read[index - 1];
      if (before !== undefined)
        expect([range.first, range.turn > before.turn]).toEqual([before.last + 1, true]);
      expect(range.last - range.first).toBeLessThan(30);
    });
    expect(await settlement.ledger.audit()).toEqual([]);
  });

  it('is found however long no process read: a start goes on where the last one ended', async () => {
    const { txId } = await depositOne();
    const first = new AbortController();
    start(forgetting(txId, { everyMs: 600_000 }), first.signal);
    await expect.poll(() => settlement.chains.rereadHeight(1), often).toBe(0);
    first.abort();
    await Promise.all(running.splice(0));
    fake.mine(400);
    start(forgetting(txId));
    await expect.poll(depositsLater, often).toEqual([{ tx_id: txId }]);
    expect(read[0]).toMatchObject({ first: 0, last: 29 });
    await expect.poll(() => settlement.chains.rereadHeight(1), often).toBeGreaterThan(300);
  });

  it('is found however often looking it up fails, and a start would read its range again until then', async () => {
    const { txId } = await depositOne();
    start(forgetting(txId, { refusals: 50 }));
    await expect.poll(height, often).toBeGreaterThan(0);
    fake.mine(200);
    await expect.poll(() => read.length, often).toBeGreaterThan(3);
    expect(await settlement.chains.rereadHeight(1)).toBe(0);
    await expect.poll(depositsLater, often).toEqual([{ tx_id: txId }]);
    await expect.poll(() => settlement.chains.rereadHeight(1), often).toBeGreaterThan(100);
  });

  it('is taken in once another process asks, by the one that follows the chain', async () => {
    const { txId } = await depositOne();
    start(forgetting(txId, { everyMs: 0 }));
    await expect.poll(height, often).toBeGreaterThan(0);
    fake.mine(1);
    await expect.poll(height, often).toBeGreaterThan(1);
    // A process of the API follows no chain.
    const other = await openDatabase({ databaseUrl: settlement.url });
    databases.onClose(() => other.close());
    const api = createIndexer({
      chains: createChains([fake.chain]),
      settlement: await createSettlement(other),
      prices: () => undefined,
      clock: systemClock,
      log: () => undefined,
    });
    expect(await api.trace(1, txId)).toBe('found');
    await expect.poll(depositsLater, often).toEqual([{ tx_id: txId }]);
    expect(read).toEqual([]);
  });
});
