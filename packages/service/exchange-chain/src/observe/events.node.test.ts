import { randomBytes } from 'node:crypto';
import { isPortageError } from '@portage/core';
import type { Chain, ChainEvent } from '@portage/core/chain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendTransfer } from '../../test/sendTransfer.js';
import {
  openExchange,
  startChain,
  type TestAccount,
  type TestChain,
} from '../../test/startChain.js';

/** Blocks until a transfer is executed, and one in which that is read. */
const blocksToRead = 4;
let node: TestChain;
let user: TestAccount;
let closing: AbortController;
let chain: Chain;

beforeAll(async () => {
  node = await startChain();
  user = node.user(1);
});
afterAll(() => node.stop());
beforeEach(async () => {
  closing = new AbortController();
  chain = await openExchange(node, closing.signal);
});
afterEach(async () => {
  closing.abort();
  await node.controls.setFaults();
});

const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;

/** Events that a reader of the whole chain has been told, and how its reading ended. */
function follow(): { readonly events: ChainEvent[]; readonly end: Promise<unknown> } {
  const events: ChainEvent[] = [];
  const read = async (): Promise<void> => {
    for await (const update of chain.observe.updates([], closing.signal))
      if (update.type === 'advance') events.push(...update.events);
  };
  return { events, end: read().catch((error: unknown) => error) };
}

/** Events of one transaction that the chain tells once it is executed. */
async function eventsOf(txId: string): Promise<readonly ChainEvent[]> {
  const { events } = follow();
  await node.mine(blocksToRead);
  return events.filter((event) => event.txId === txId);
}

test('Q1: a transfer with the memo of somebody else is told as what arrived', async () => {
  const orderId = randomId();
  const others = await sendTransfer(node, node.user(2), { memo: orderId, amount: 1n });
  expect(await eventsOf(others)).toEqual([
    expect.objectContaining({
      type: 'deposit',
      orderId,
      amount: 1n,
      currency: '0',
      payer: String(node.user(2).accountIndex),
    }),
  ]);
});

test('Q3: a memo of an address with zeros behind it is no id', async () => {
  const memo = `0x${'5a'.repeat(20)}${'00'.repeat(12)}`;
  const txId = await sendTransfer(node, user, { memo });
  expect(await eventsOf(txId)).toEqual([
    expect.objectContaining({
      type: 'deposit',
      currency: '0',
      amount: 5_000_000n,
      depositor: String(user.accountIndex),
      orderId: `0x${txId.slice(0, 64)}`,
    }),
  ]);
});

test('Q4: the currency is the asset on the route where it arrives', async () => {
  const spot = { fromRouteType: 1, toRouteType: 1 } as const;
  const crossed = { fromRouteType: 0, toRouteType: 1 } as const;
  const ids = [
    await sendTransfer(node, user, spot),
    await sendTransfer(node, user, crossed),
    await sendTransfer(node, user, { ...spot, assetIndex: 1, amount: 7n }),
  ];
  const { events } = follow();
  await node.mine(blocksToRead);
  const currencies = ids.map((id) =>
    events.flatMap((event) =>
      event.type === 'deposit' && event.txId === id ? event.currency : [],
    ),
  );
  expect(currencies).toEqual([['3'], ['3'], ['1']]);
});

test('Q5: a transfer waits until it is executed; one that fails after that halts', async () => {
  const { events, end } = follow();
  const txId = await sendTransfer(node, user, { memo: randomId() });
  await node.mine(2);
  expect(events.some((event) => event.txId === txId)).toBe(false);
  await node.mine(2);
  expect(events.filter((event) => event.txId === txId)).toHaveLength(1);
  await node.controls.failTransaction(txId);
  await node.mine(1);
  expect(await end).toSatisfy((error) => isPortageError(error, 'CHAIN_HALTED'));
});

test('Q7: an amount above 2^53 keeps every digit', async () => {
  const amount = 9_007_199_254_740_993n;
  await node.controls.faucet(String(user.accountIndex), { usdc: 2n * amount });
  const [deposit] = await eventsOf(await sendTransfer(node, user, { amount, memo: randomId() }));
  expect(deposit).toMatchObject({ type: 'deposit', amount });
});

test('Q8: transfers between our own accounts and routes are no deposits', async () => {
  const { accountIndex } = node.depository;
  await sendTransfer(node, user, { amount: 50_000_000n });
  await node.mine(blocksToRead);
  const own = [
    await sendTransfer(node, node.solver),
    await sendTransfer(node, node.depository, {
      toAccountIndex: accountIndex,
      toRouteType: 1,
      usdcFee: 0n,
    }),
  ];
  for (const txId of own) expect(await eventsOf(txId)).toEqual([]);
});

test('Q10: rows that are listed twice or in another order are told once', async () => {
  await node.controls.setFaults({ pages: 'duplicate', order: 'mixed' });
  const found = await eventsOf(await sendTransfer(node, user, { memo: randomId() }));
  expect(found).toHaveLength(1);
});
