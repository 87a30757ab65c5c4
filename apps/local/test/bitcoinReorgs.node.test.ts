import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBitcoinSystem, type BitcoinSystem } from './bitcoinSystem.js';

/** Reorgs of Bitcoin against the whole system: what a branch takes back is never paid for. */
let system: BitcoinSystem;

beforeAll(async () => {
  system = await startBitcoinSystem();
});
afterAll(async () => {
  await system.close();
});

/** Worth 30,000 USD: four blocks must stand on it. */
const large = '50000000';

test.each([1, 2, 3])(
  'F1, F10, S3: a reorg of %i blocks takes a deposit back before anything was paid, which then counts anew',
  async (depth) => {
    const account = depth - 1;
    const { requestId, recipient, payment } = await system.quoteOut(account, { amount: large });
    const hex = system.sign(account, payment);
    const txId = await system.send(hex);
    await system.controls.mine(depth);
    await system.reaches(requestId, 'pending');
    await system.controls.reorg(depth, { leaveOut: [txId] });
    await system.caughtUp();
    await system.reaches(requestId, 'waiting');
    expect(await system.etherOf(recipient)).toBe(0n);
    await system.send(hex);
    await system.controls.mine(4);
    const { txHashes } = await system.reaches(requestId, 'success');
    expect(txHashes).toHaveLength(1);
    expect(await system.service.settlement.ledger.audit()).toEqual([]);
  },
);

test.each([4, 5])(
  'F1, F10, S3: a reorg of %i blocks takes a deposit back that waits for six, which then counts anew',
  async (depth) => {
    // Worth 150,000 USD.
    const { requestId, recipient, payment } = await system.quoteOut(depth + 3, {
      amount: '250000000',
    });
    const hex = system.sign(depth + 3, payment);
    const txId = await system.send(hex);
    await system.controls.mine(depth);
    await system.reaches(requestId, 'pending');
    await system.controls.reorg(depth, { leaveOut: [txId] });
    await system.caughtUp();
    await system.reaches(requestId, 'waiting');
    expect(await system.etherOf(recipient)).toBe(0n);
    await system.send(hex);
    await system.controls.mine(6);
    expect((await system.reaches(requestId, 'success')).txHashes).toHaveLength(1);
    expect(await system.service.settlement.ledger.audit()).toEqual([]);
    expect(await system.haltedReason()).toBeUndefined();
  },
);

test('F8: a head that falls back, stays or jumps is followed block by block, and nothing is missed', async () => {
  // Nothing is paid for it at one block, so a reorg of that block takes nothing from anyone.
  const { requestId, payment } = await system.quoteOut(9, { amount: large });
  const txId = await system.send(system.sign(9, payment));
  // Another block of the same height, then ten at once, then a branch from below.
  await system.controls.mine(1);
  await system.controls.reorg(1);
  await system.controls.mine(10);
  await system.caughtUp();
  await system.reaches(requestId, 'success');
  await system.controls.reorg(2);
  await system.controls.mine(1);
  await system.caughtUp();
  expect((await system.status(requestId)).inTxHashes).toEqual([txId]);
  const { blocks } = await system.service.settlement.chains.read(system.bitcoin.id);
  for (const { height, hash } of blocks)
    expect(await system.ask('getblockhash', height)).toBe(hash);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});

test('F2: a reorg that moves a deposit to another block leaves one credit', async () => {
  const { requestId, recipient, payment, quote } = await system.quoteOut(3, { amount: large });
  const txId = await system.send(system.sign(3, payment));
  await system.controls.mine(2);
  await system.caughtUp();
  const { dropped } = await system.controls.reorg(2);
  expect(dropped).not.toContain(txId);
  await system.controls.mine(4);
  await system.reaches(requestId, 'success');
  expect((await system.etherOf(recipient)).toString()).toBe(quote.details.currencyOut.amount);
});

test('F5, F7: a fill that a reorg takes back is sent again with the same bytes, and pays once', async () => {
  const { requestId, recipient, quote } = await system.buy(4);
  const fill = await system.firstPaymentTo(recipient);
  const before = await system.ask('getrawtransaction', fill, 0);
  // It waits for a block while others are taken back, and the new branch takes it up.
  await system.controls.reorg(1);
  await system.reaches(requestId, 'success');
  const depth = await system.depthOf(fill);
  expect(depth).toBeGreaterThan(0);
  await system.controls.reorg(depth, { leaveOut: [fill] });
  await expect
    .poll(() => system.ask('getrawtransaction', fill, 0).catch(() => undefined))
    .toBe(before);
  expect(await system.balanceOf(recipient)).toBe(0n);
  await system.controls.mine(6);
  await system.caughtUp();
  expect((await system.balanceOf(recipient)).toString()).toBe(quote.details.currencyOut.amount);
  const status = await system.status(requestId);
  expect([status.status, status.txHashes]).toEqual(['success', [fill]]);
});

test('F6: a refund that a reorg takes back is sent again with the same bytes, and pays once', async () => {
  const { requestId, refundTo, payment, orderId } = await system.quoteOut(5);
  const outputs = system.depositOutputs(orderId, 400_000n);
  const { coins } = payment;
  await system.send(
    system.sign(5, { coins, outputs: [...outputs, system.change(5, { coins, outputs })] }),
  );
  await system.controls.mine(1);
  const refund = await system.firstPaymentTo(refundTo);
  const before = await system.ask('getrawtransaction', refund, 0);
  await system.controls.mine(1);
  await system.reaches(requestId, 'refund');
  await system.controls.reorg(1, { leaveOut: [refund] });
  await expect
    .poll(() => system.ask('getrawtransaction', refund, 0).catch(() => undefined))
    .toBe(before);
  await system.controls.mine(6);
  await system.caughtUp();
  const got = await system.balanceOf(refundTo);
  expect(got).toBeGreaterThan(390_000n);
  expect(got).toBeLessThan(400_000n);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
});

test('F4: a reorg behind a fill is a booked loss, halts the chain, and pays nobody twice', async () => {
  const { requestId, recipient, payment } = await system.quoteOut(6);
  const hex = system.sign(6, payment);
  const txId = await system.send(hex);
  await system.controls.mine(1);
  await system.reaches(requestId, 'success');
  const paid = await system.etherOf(recipient);
  const { conflicts } = await system.controls.reorg(1, { spendAgain: [txId] });
  expect(conflicts).toHaveLength(1);
  await system.controls.mine(6);
  await system.caughtUp();
  await expect.poll(() => system.haltedReason()).toBeDefined();
  expect(await system.etherOf(recipient)).toBe(paid);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
  const [{ amount } = { amount: 0n }] = await system.service.settlement.query<{ amount: bigint }>(
    `select sum(amount) as amount from ledger_postings where account like 'pnl%'`,
  );
  expect(amount).not.toBe(0n);
});
