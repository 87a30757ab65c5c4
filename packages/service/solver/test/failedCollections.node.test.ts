import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { decodeFakeTransaction, fakeDepository, type FakeAction } from '@portage/testing';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import {
  alice,
  createSettlementHarness,
  mallory,
  solverAccount,
  usdc,
  type SettlementHarness,
} from './createSettlementHarness.js';

/** Seconds for which anybody may carry out what was signed; each block is one second or more. */
const authorizedSeconds = 60;
const amount = 1_000_000n;
const asset = `1:${usdc}`;
const eager = { collections: { microUsdMin: 1n } };

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;
let before: bigint;

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { authorizedSeconds },
  });
  before = harness.origin.balance(solverAccount, usdc);
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});
afterAll(() => databases.close());

/** Fills two orders, whose earnings are in the depository. */
async function earn(): Promise<void> {
  const orders = await Promise.all([harness.place(), harness.place()]);
  for (const { orderId } of orders)
    harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount });
  const end = harness.start();
  for (const order of orders) await harness.untilStatus(order, 'success');
  await end();
}

const collections = () =>
  harness.settlement.query<{ state: string; raw: string }>(
    `select state, raw from outbox where purpose = 'collection' order by sequence, stored_at`,
  );
const states = async () => (await collections()).map(({ state }) => state);
const failed = async () =>
  (await harness.settlement.query('select 1 from failed_collections')).length;

/**
 * Action that the allocator signed for the first collection: anyone who saw it may carry it out.
 */
async function signedCollection(): Promise<FakeAction> {
  const [first] = await collections();
  const [action] = decodeFakeTransaction(Buffer.from(first?.raw.slice(2) ?? '', 'hex')).actions;
  if (action === undefined) throw new Error('A collection was signed.');
  return action;
}

/** Lets the first collection revert, for a reason of its own. */
async function failFirst(): Promise<void> {
  await harness.until(() => harness.origin.mempool().length > 0, false);
  for (const txId of harness.origin.mempool()) harness.origin.fail(txId);
  await harness.until(async () => (await states()).includes('reverted'));
}

async function expectHome(): Promise<void> {
  expect(harness.origin.balance(fakeDepository, usdc)).toBe(0n);
  expect(harness.origin.balance(solverAccount, usdc) - before).toBe(2n * amount);
  expect(await harness.settlement.ledger.balance('collected', asset)).toBe(-2n * amount);
  expect(await harness.halted(harness.origin)).toBeNull();
  expect(await failed()).toBe(0);
  await harness.expectSound();
}

it('P8: earnings of a failed collection are due again only when nobody can carry it out', async () => {
  await earn();
  stop = harness.start({ policy: eager });
  await failFirst();
  const action = await signedCollection();
  const end = harness.origin.tip().time + authorizedSeconds;
  while (harness.origin.tip().time < end - authorizedSeconds / 2) {
    harness.origin.mine();
    harness.destination.mine();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect([await states(), await failed()]).toEqual([['reverted'], 1]);
  }
  await harness.until(async () => (await states()).includes('mined'));
  await harness.untilSettled();
  expect(await states()).toEqual(['reverted', 'mined']);
  // A holder of the bytes comes too late.
  const late = harness.origin.send(mallory, [action]);
  harness.origin.mine();
  expect(harness.origin.transaction(late)?.status).toBe('reverted');
  await expectHome();
});

it('P9: a failed collection that somebody else carries out is booked once', async () => {
  await earn();
  stop = harness.start({ policy: eager });
  await failFirst();
  harness.origin.send(mallory, [await signedCollection()]);
  await harness.until(async () => (await failed()) === 0);
  await harness.untilSettled();
  expect(await states()).toEqual(['reverted']);
  await expectHome();
  for (let block = 0; block < authorizedSeconds; block += 1) harness.origin.mine();
  await harness.untilSettled();
  expect(await states()).toEqual(['reverted']);
  await expectHome();
});

it('P11: a collection that a stranger makes before ours brings the same, and is booked once', async () => {
  await earn();
  stop = harness.start({ policy: eager });
  await harness.until(() => harness.origin.mempool().length > 0, false);
  const [ours] = harness.origin.mempool();
  // The stranger's stands before ours in the block.
  harness.origin.drop(ours!);
  const theirs = harness.origin.send(mallory, [await signedCollection()]);
  await harness.until(async () => (await states()).includes('reverted'));
  await harness.until(async () => (await failed()) === 0);
  await harness.untilSettled();
  expect(harness.origin.transaction(theirs)?.status).toBe('mined');
  await expectHome();
});

it('G12: a process that dies while earnings are held goes on holding them', async () => {
  await earn();
  const end = harness.start({ policy: eager });
  await failFirst();
  await end();
  harness.origin.send(mallory, [await signedCollection()]);
  harness.origin.mine(8);
  stop = harness.start({ policy: eager });
  await harness.until(async () => (await failed()) === 0);
  await harness.untilSettled();
  expect(await states()).toEqual(['reverted']);
  await expectHome();
});

it('a foreign collection that a reorg takes back is not booked, and is collected once', async () => {
  await earn();
  stop = harness.start({ policy: eager });
  await failFirst();
  const theirs = harness.origin.send(mallory, [await signedCollection()]);
  harness.origin.mine();
  const seen = () =>
    harness.settlement.query<{ tx_id: string }>(
      `select tx_id from releases where tx_id = $1 and state = 'seen' and unbooked`,
      [theirs],
    );
  await harness.until(async () => (await seen()).length > 0, false);
  harness.origin.reorg(1);
  harness.origin.drop(theirs);
  await harness.until(async () => (await states()).includes('mined'));
  await harness.untilSettled();
  expect(await states()).toEqual(['reverted', 'mined']);
  await expectHome();
});
