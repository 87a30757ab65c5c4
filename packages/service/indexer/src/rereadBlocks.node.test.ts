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

const within = { timeout: 20_000, interval: 20 };
const deposits = (): Promise<unknown[]> => settlement.query('select tx_id from deposits');
/** Deposits after one more block: with it is taken in what was found. */
const depositsLater = (): Promise<unknown[]> => {
  fake.mine();
  return deposits();
};

/** A chain whose first reading forgets a transaction. */
function forgetting(txId: string, { everyMs = 20 }: { readonly everyMs?: number } = {}): Chain {
  const { observe } = fake.chain;
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
      reread: {
        ...{ everyMs, blocksMax: 30 },
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

function start(chain: Chain) {
  const indexer = createIndexer({
    chains: createChains([chain]),
    settlement,
    prices: () => undefined,
    clock: systemClock,
    log: () => undefined,
  });
  running.push(indexer.run(abort.signal));
  return indexer;
}

const height = async (): Promise<number> => (await settlement.chains.progress(1))?.height ?? -1;

describe('a transaction that the first reading left out', () => {
  it('is found by a second one, in ranges that follow one another, and is taken in', async () => {
    const { orderId, requestId } = await placeOrder(settlement);
    const txId = fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine(1);
    start(forgetting(txId));
    await expect.poll(height, within).toBeGreaterThan(0);
    expect(await deposits()).toEqual([]);
    fake.mine(100);
    await expect.poll(depositsLater, within).toEqual([{ tx_id: txId }]);
    await expect
      .poll(async () => (await settlement.getRequest(requestId))?.status, within)
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

  it('is taken in once another process asks, by the one that follows the chain', async () => {
    const { orderId } = await placeOrder(settlement);
    const txId = fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine(1);
    start(forgetting(txId, { everyMs: 0 }));
    await expect.poll(height, within).toBeGreaterThan(0);
    fake.mine(1);
    await expect.poll(height, within).toBeGreaterThan(1);
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
    await expect.poll(depositsLater, within).toEqual([{ tx_id: txId }]);
    expect(read).toEqual([]);
  });
});
