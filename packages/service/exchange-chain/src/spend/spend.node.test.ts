import { randomBytes } from 'node:crypto';
import { isPortageError } from '@portage/core';
import type { Chain, FillIntent, SignedTransaction, Spend } from '@portage/core/chain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openExchange, startChain, type TestChain } from '../../test/startChain.js';
import { readStored } from './storedTransaction.js';

/** Seconds after which nothing lands that was signed before. */
const expirySeconds = 90;
const closing = new AbortController();
let node: TestChain;
let chain: Chain;
let spend: Spend;

beforeAll(async () => {
  node = await startChain();
  chain = await openExchange(node, closing.signal);
  if (chain.spend === undefined) throw new Error('The chain does not spend.');
  spend = chain.spend;
});
beforeEach(() => node.controls.setFaults());
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const fillOf = (): FillIntent => ({
  type: 'fill',
  currency: '0',
  amount: 1_000_000n,
  calls: [],
  orderId: `0x${randomBytes(32).toString('hex')}`,
  recipient: String(node.user(3).accountIndex),
});
const nonceOf = (transaction: SignedTransaction): number => readStored(transaction).nonce;

async function sign(open: readonly SignedTransaction[] = []): Promise<SignedTransaction> {
  const [signed] = await spend.prepare([fillOf()], await spend.nextSequence(), open);
  if (signed === undefined) throw new Error('One payment gives one transaction.');
  return signed;
}

test('Q9: a nonce that was signed and never used is used next', async () => {
  const lost = await sign();
  const waiting = await sign([lost]);
  expect(nonceOf(waiting)).toBe(nonceOf(lost) + 1);
  await node.controls.setFaults({ dropped: 1 });
  await spend.broadcast([lost]);
  // It waits for the nonce before it.
  expect(await spend.broadcast([waiting])).toEqual([
    expect.objectContaining({ status: 'unknown' }),
  ]);
  expect(nonceOf(await sign([waiting]))).toBe(nonceOf(lost));
  expect(await spend.broadcast([lost, waiting])).toEqual([
    { status: 'accepted' },
    { status: 'accepted' },
  ]);
  await node.mine(4);
  const found = await spend.inspect([lost, waiting]);
  expect(found.map(({ status }) => status)).toEqual(['mined', 'mined']);
});

test('J4, Q9: what was taken without an answer is not signed again after its end', async () => {
  const fill = fillOf();
  const [taken] = await spend.prepare([fill], await spend.nextSequence());
  if (taken === undefined) throw new Error('One payment gives one transaction.');
  await node.controls.setFaults({ unanswered: 1 });
  expect(await spend.broadcast([taken])).toEqual([expect.objectContaining({ status: 'unknown' })]);
  await node.pass(expirySeconds);
  // Even where the host does not show it: its nonce was used.
  await node.controls.setFaults({ lies: ['missing'] });
  expect(await spend.bump(fill, taken)).toEqual(taken);
  expect(await spend.cancel(taken.sequence, taken)).toEqual(taken);
  await node.controls.setFaults();
  await node.mine(4);
  expect(await spend.inspect([taken])).toEqual([expect.objectContaining({ status: 'mined' })]);
});

test('Q9: a payment that failed with its nonce is reverted, and costs nothing', async () => {
  const failing = await sign();
  await spend.broadcast([failing]);
  await node.controls.failNext(1);
  await node.mine(4);
  expect(await spend.inspect([failing])).toEqual([
    expect.objectContaining({ status: 'reverted', gasCost: 0n }),
  ]);
});

test('Q12: an account that the exchange lacks is no recipient, and no payer', async () => {
  const payment = { currency: '0', recipient: '42' };
  const [state] = (await chain.recipients?.confirm([payment])) ?? [];
  expect(state?.refusal).toSatisfy((error) => isPortageError(error, 'INVALID_RECIPIENT'));
  const payer = { payer: '42', currency: '0', amount: 1n };
  await expect(chain.deposit?.forPayer?.(payer, closing.signal)).rejects.toSatisfy((error) =>
    isPortageError(error, 'INVALID_REQUEST'),
  );
});
