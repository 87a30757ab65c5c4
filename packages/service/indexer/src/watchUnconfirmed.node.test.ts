import { systemClock } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { createFakeChain } from '@portage/testing';
import { afterAll, expect, it } from 'vitest';
import { placeOrder } from '../test/placeOrder.js';
import { watchUnconfirmed } from './watchUnconfirmed.js';

const databases = createTestDatabases();

afterAll(() => databases.close());

const fast = {
  ...systemClock,
  sleep: (_: number, signal: AbortSignal) => systemClock.sleep(10, signal),
};

/** Chain whose mempool is the list that is answered with it. */
function createChain() {
  const mempool: string[] = [];
  const { chain } = createFakeChain({ id: 1, slug: 'one' });
  const watched: Chain = {
    ...chain,
    observe: {
      ...chain.observe,
      unconfirmed: () => Promise.resolve(mempool.map((orderId) => ({ orderId, txId: orderId }))),
    },
  };
  return { watched, mempool };
}

it('shows a deposit that waits for a block, and takes that back when it is gone', async () => {
  const settlement = await openTestSettlement(databases);
  const { watched, mempool } = createChain();
  const [paid, other] = [await placeOrder(settlement), await placeOrder(settlement)];
  const statusOf = async ({ requestId }: typeof paid): Promise<string | undefined> =>
    (await settlement.getRequest(requestId))?.status;
  const expectStatus = (status: string): Promise<void> =>
    expect.poll(() => statusOf(paid)).toBe(status);
  const abort = new AbortController();
  const options = { settlement, clock: fast, log: () => undefined };
  let watching = watchUnconfirmed(options, watched, abort.signal);
  mempool.push(paid.orderId, `0x${'ab'.repeat(32)}`);
  await expectStatus('depositing');
  expect(await statusOf(other)).toBe('waiting');
  expect(await settlement.unconfirmed.shown(1)).toEqual([paid.orderId]);
  abort.abort();
  await watching;

  // Another process takes back what this one has shown.
  mempool.length = 0;
  const next = new AbortController();
  watching = watchUnconfirmed(options, watched, next.signal);
  await expectStatus('waiting');
  expect(await settlement.unconfirmed.shown(1)).toEqual([]);
  next.abort();
  await watching;
});

it('shows nothing of orders that are paid on another chain', async () => {
  const settlement = await openTestSettlement(databases);
  const { requestId, orderId } = await placeOrder(settlement);
  await settlement.unconfirmed.note(2, { sent: [orderId], gone: [] });
  expect((await settlement.getRequest(requestId))?.status).toBe('waiting');
});
