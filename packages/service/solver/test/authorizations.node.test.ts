import { createHmac, randomBytes } from 'node:crypto';
import { bytesToHex, systemClock, type Observed, type Price } from '@portage/core';
import { createChains, type Owners } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { decodeFakeTransaction, type FakeAction } from '@portage/testing';
import { withdrawalDigest } from '@portage/withdrawals';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWithdrawals, type PolicyChanges } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  usdc,
  type SettlementHarness,
} from './createSettlementHarness.js';

/** Seconds for which anybody may carry out what was signed; each block is one second or more. */
const authorizedSeconds = 40;
const deposited = 1_000_000n;

const signatureOf = (account: string, digest: Uint8Array): string =>
  `0x${createHmac('sha256', account).update(digest).digest('hex')}`;
const owners: Owners = {
  verify: async ({ account, digest, signature }) => signature === signatureOf(account, digest),
};
const price = (usd: bigint): Observed<Price> => ({
  value: { usdE12: usd * 10n ** 12n },
  observedAt: Date.now(),
});

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;
let policy: PolicyChanges = {};

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { authorizedSeconds },
  });
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});
afterAll(() => databases.close());

const balance = (): Promise<bigint> =>
  harness.settlement.ledger.balance(`withdrawable:${alice}`, `1:${usdc}`);

const newId = (): string => bytesToHex(randomBytes(32));

async function depositFinal(count = 1, orderId = newId()): Promise<void> {
  const before = await balance();
  for (let made = 0; made < count; made += 1)
    harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: deposited });
  const end = harness.start({ part: 'indexer', policy });
  await harness.until(async () => (await balance()) === before + BigInt(count) * deposited);
  await harness.until(async () => {
    const [row] = await harness.settlement.query<{ final: boolean }>(
      'select bool_and(d.height <= c.finalized_height) as final from deposits d join chain_cursors c using (chain_id)',
    );
    return row?.final === true;
  });
  await end();
}

async function withdraw(amount = deposited, recipient = bob): Promise<string> {
  const { origin, destination, settlement } = harness;
  const withdrawals = createWithdrawals({
    chains: createChains([{ ...origin.chain, owners }, destination.chain]),
    settlement,
    prices: (id) => ({ eth: price(2_000n), usdc: price(1n) })[id],
    clock: systemClock,
  });
  const terms = {
    chainId: 'one',
    ownerChainId: 'one',
    currency: usdc,
    amount: amount.toString(),
    owner: alice,
    recipient,
  };
  const prepared = await withdrawals.prepare(terms);
  const message = { ...terms, ...prepared, additionalData: { ...prepared.additionalData } };
  const signature = signatureOf(alice, withdrawalDigest(message));
  return withdrawals.execute({ ...message, signature });
}

const statesOf = async (id: string): Promise<readonly string[]> =>
  (await harness.settlement.withdrawals.find(id))?.parts.map(({ state }) => state) ?? [];

/** Every refund that was ever signed, as an observer of the bytes may carry it out. */
async function signedRefunds(): Promise<readonly FakeAction[]> {
  const rows = await harness.settlement.query<{ raw: string }>(
    `select raw from outbox where purpose = 'refund' order by stored_at`,
  );
  return rows.flatMap(({ raw }) => [
    ...decodeFakeTransaction(Buffer.from(raw.slice(2), 'hex')).actions,
  ]);
}

/** Lets the solver's own payments fail until it has given up on them. */
async function failPayments(count: number): Promise<void> {
  await harness.until(async () => {
    await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
    for (const txId of harness.origin.mempool()) harness.origin.fail(txId);
    harness.origin.mine();
    const rows = await harness.settlement.query(`select 1 from outbox where state = 'reverted'`);
    return rows.length >= count;
  }, false);
}

/** Asks the job again as often as `blocks` are made. */
async function passBlocks(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
    harness.origin.mine();
    harness.destination.mine();
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

async function untilState(id: string, state: string): Promise<void> {
  await harness.until(async () => {
    await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
    return (await statesOf(id)).every((one) => one === state);
  });
}

it('P8: a payment that failed is its owner\u2019s again only when nobody can carry it out any more', async () => {
  // More lies under the same id, so that the depository could pay twice.
  await depositFinal(2);
  const id = await withdraw();
  stop = harness.start();
  await failPayments(2);
  await passBlocks(10);
  const [first, last] = await signedRefunds();
  expect(await statesOf(id)).not.toContain('returned');
  expect(await balance()).toBe(deposited);
  await expect(withdraw(deposited, mallory)).rejects.toMatchObject({
    code: 'WITHDRAWAL_IN_PROGRESS',
    context: { existingJobId: id },
  });
  await untilState(id, 'returned');
  expect(await balance()).toBe(2n * deposited);
  // A holder of the bytes comes too late.
  const late = [first, last].map((action) => harness.origin.send(mallory, [action!]));
  harness.origin.mine();
  expect(late.map((txId) => harness.origin.transaction(txId)?.status)).toEqual([
    'reverted',
    'reverted',
  ]);
  expect(harness.origin.balance(bob, usdc)).toBe(0n);
  const again = await withdraw(2n * deposited, bob);
  await untilState(again, 'paid');
  await harness.untilSettled();
  expect(await balance()).toBe(0n);
  expect(await harness.halted(harness.origin)).toBeNull();
  await harness.expectSound();
});

it('P8: a payment that somebody else carries out after it failed is booked, and not paid again', async () => {
  await depositFinal(2);
  const id = await withdraw();
  stop = harness.start();
  await failPayments(2);
  const [old] = await signedRefunds();
  const txId = harness.origin.send(mallory, [old!]);
  await untilState(id, 'paid');
  await harness.untilSettled();
  expect((await harness.settlement.withdrawals.find(id))?.parts).toMatchObject([
    { state: 'paid', txId, paid: old!.amount },
  ]);
  expect(harness.origin.balance(bob, usdc)).toBe(old!.amount);
  expect(await balance()).toBe(deposited);
  await passBlocks(authorizedSeconds + 10);
  expect(await balance()).toBe(deposited);
  expect(await harness.halted(harness.origin)).toBeNull();
  await harness.expectSound();
});

it('P9: a payment that somebody else carries out before ours is booked once', async () => {
  await depositFinal();
  const id = await withdraw();
  stop = harness.start();
  await harness.until(async () => (await signedRefunds()).length > 0, false);
  const [action] = await signedRefunds();
  await harness.until(() => harness.origin.mempool().length > 0, false);
  const [ours] = harness.origin.mempool();
  // The stranger's stands before ours in the block.
  harness.origin.drop(ours!);
  const theirs = harness.origin.send(mallory, [action!]);
  await untilState(id, 'paid');
  await harness.untilSettled();
  expect(harness.origin.transaction(theirs)?.status).toBe('mined');
  expect(harness.origin.balance(bob, usdc)).toBe(action!.amount);
  expect(await harness.settlement.query(`select 1 from outbox where state = 'mined'`)).toEqual([]);
  expect(await balance()).toBe(0n);
  expect(await harness.halted(harness.origin)).toBeNull();
  await harness.expectSound();
});

it('P9: payments of one foreign transaction are each booked once', async () => {
  await depositFinal(2);
  const id = await withdraw(2n * deposited);
  stop = harness.start();
  await failPayments(4);
  const actions = await signedRefunds();
  const keys = new Map(
    actions.flatMap((action) => (action.type === 'refund' ? [[action.key, action]] : [])),
  );
  expect(keys.size).toBe(2);
  harness.origin.send(mallory, [...keys.values()]);
  await untilState(id, 'paid');
  await harness.untilSettled();
  const paid = [...keys.values()].reduce((sum, { amount }) => sum + amount, 0n);
  expect(harness.origin.balance(bob, usdc)).toBe(paid);
  expect(await balance()).toBe(0n);
  await harness.expectSound();
});

it('O3: a refund of an order that somebody else carries out is a refund', async () => {
  const order = await harness.place();
  const before = harness.origin.balance(alice, usdc);
  stop = harness.start();
  const paid = harness.origin.deposit({
    orderId: order.orderId,
    payer: alice,
    currency: usdc,
    amount: 500n,
  });
  harness.origin.mine();
  await harness.until(async () => {
    for (const txId of harness.origin.mempool()) if (txId !== paid) harness.origin.fail(txId);
    harness.origin.mine();
    return (await signedRefunds()).length > 0;
  }, false);
  await failPayments(1);
  const [action] = await signedRefunds();
  harness.origin.send(mallory, [action!]);
  await harness.until(async () => {
    await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
    return (await harness.request(order)).status === 'refund';
  });
  await harness.untilSettled();
  expect(before - harness.origin.balance(alice, usdc)).toBe(500n - action!.amount);
  expect(await balance()).toBe(0n);
  await harness.expectSound();
});

describe('a depositor that asks the depository itself for what it may withdraw', () => {
  beforeEach(async () => {
    harness = createSettlementHarness(await openTestSettlement(databases), {
      origin: { authorizedSeconds, reclaimDelay: 60 },
    });
    policy = { collections: { ageMsMax: 20_000 } };
  });
  afterEach(() => {
    policy = {};
  });

  const ask = (orderId: string): void => {
    harness.origin.send(alice, [{ type: 'requestReclaim', orderId, currency: usdc, amount: 0n }]);
    harness.origin.mine();
  };

  /** Takes what was asked for once its time has come, until it has as much as `least` of it. */
  async function collect(orderId: string, least: bigint): Promise<void> {
    const before = harness.origin.balance(alice, usdc);
    await harness.until(() => {
      if (harness.origin.mempool().length === 0)
        harness.origin.send(alice, [{ type: 'reclaim', orderId, currency: usdc, amount: 0n }]);
      return harness.origin.balance(alice, usdc) - before >= least;
    });
  }

  /** Takes it, and waits until that is booked. */
  async function take(orderId: string): Promise<void> {
    await collect(orderId, 1n);
    await harness.until(async () => {
      const rows = await harness.settlement.query(`select 1 from reclaims where kind = 'taken'`);
      return rows.length > 0;
    });
  }

  async function expectLeft(amount: bigint): Promise<void> {
    expect(await balance()).toBe(amount);
    expect(await harness.halted(harness.origin)).toBeNull();
    // It may take what the gas of a payment has left, too.
    expect(await harness.settlement.ledger.balance('pnl', `1:${usdc}`)).toBeGreaterThan(-100n);
    await harness.expectSound();
  }

  it('has all that a withdrawal has left of it, which is no loss of anybody', async () => {
    const orderId = newId();
    await depositFinal(1, orderId);
    const id = await withdraw(10n);
    stop = harness.start({ policy });
    await untilState(id, 'paid');
    await harness.untilSettled();
    expect(await balance()).toBe(deposited - 10n);
    ask(orderId);
    await take(orderId);
    await expectLeft(0n);
  });

  it('leaves what came in later, which it may withdraw', async () => {
    const orderId = newId();
    await depositFinal(1, orderId);
    ask(orderId);
    await depositFinal(1, orderId);
    stop = harness.start({ policy });
    await take(orderId);
    await expectLeft(deposited);
    await untilState(await withdraw(), 'paid');
    await harness.untilSettled();
    await expectLeft(0n);
  });

  it('takes a part where a withdrawal has lowered what it asked for', async () => {
    const orderId = newId();
    await depositFinal(1, orderId);
    ask(orderId);
    await depositFinal(1, orderId);
    stop = harness.start({ policy });
    const id = await withdraw();
    await untilState(id, 'paid');
    await harness.untilSettled();
    const paid = (await harness.settlement.withdrawals.find(id))?.parts[0]?.paid ?? 0n;
    expect(paid).toBeGreaterThan(0n);
    const before = harness.origin.balance(alice, usdc);
    await take(orderId);
    expect(harness.origin.balance(alice, usdc) - before).toBe(deposited - paid);
    await expectLeft(paid);
    // The rest can be asked for, and taken, like all of it.
    ask(orderId);
    await collect(orderId, paid);
    await harness.until(async () => (await balance()) === 0n);
    await expectLeft(0n);
  });
});
