import type { Chain, Simulation } from '@portage/core/chain';
import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeSignedDeposit } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { solverFailpoints } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  usdc,
  type SettlementHarness,
  type PlacedOrder,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: () => Promise<void>;

afterAll(() => databases.close());

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
  stop = harness.start({ policy: { transactions: { bumpAfterBlocks: 3 } } });
});

afterEach(async () => {
  await stop();
  await databases.closeOpen();
});

const amount = 1_000_000n;

const signed = ({ orderId }: PlacedOrder, payer = alice): string =>
  fakeSignedDeposit({ payer, orderId, currency: usdc, amount });

const calls = () =>
  harness.settlement.query<{ state: string }>(
    `select state from outbox where purpose = 'relay' order by sequence, stored_at`,
  );

/** Submits a signed deposit as an observer of it. */
const submit = (order: PlacedOrder): string =>
  harness.origin.send(mallory, [
    { type: 'call', currency: usdc, amount: 0n, recipient: mallory, data: signed(order) },
  ]);

describe('a process that dies', () => {
  it.each(solverFailpoints.filter((point) => point.startsWith('relay-')))(
    'at "%s" is followed by one that makes the call once',
    async (point) => {
      await stop();
      const order = await harness.place();
      const before = harness.origin.balance(alice, usdc);
      let killed = false;
      const end = harness.start({
        failpoint: (name) => {
          if (name !== point) return;
          killed = true;
          throw new Error(`killed at ${name}`);
        },
      });
      await harness.call(order, signed(order));
      await harness.until(() => killed);
      await end();
      stop = harness.start();
      await harness.untilStatus(order, 'success');
      expect(before - harness.origin.balance(alice, usdc)).toBe(amount);
      expect(await calls()).toEqual([{ state: 'mined' }]);
      await harness.expectSound();
    },
  );
});

/** The chain, with calls that a simulation tells this about. */
const telling =
  (answer: () => Simulation) =>
  (chain: Chain): Chain =>
    chain.spend === undefined
      ? chain
      : {
          ...chain,
          spend: {
            ...chain.spend,
            simulate: (intents) => Promise.resolve(intents.map(() => answer())),
          },
        };

describe('a simulation of a call', () => {
  const jobs = () =>
    harness.settlement.query<{ attempts: number; last_error: string | null }>(
      `select attempts, last_error from jobs where kind = 'relay'`,
    );

  it('that nobody can tell counts for nothing: the call waits, and is made once it passes (status#depositing)', async () => {
    await stop();
    let answer: Simulation = { status: 'unknown', reason: 'busy' };
    stop = harness.start({ see: telling(() => answer) });
    const order = await harness.place();
    await harness.call(order, signed(order));
    await harness.until(async () => (await jobs())[0]?.last_error !== null);
    expect(await jobs()).toEqual([{ attempts: 0, last_error: 'it could not be simulated: busy' }]);
    expect((await harness.request(order)).status).toBe('depositing');
    answer = { status: 'passes' };
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });

  it('that reverts is repeated, and ends the request without gas', async () => {
    await stop();
    stop = harness.start({ see: telling(() => ({ status: 'reverts', reason: 'no' })) });
    const order = await harness.place();
    await harness.call(order, signed(order));
    await harness.untilStatus(order, 'failure');
    expect((await harness.request(order)).failReason).toBe('TRANSFER_FAILED');
    expect(await calls()).toEqual([]);
    await harness.expectSound();
  });
});

describe('a call', () => {
  it('brings in a deposit that its payer signed for, and the order is filled', async () => {
    const order = await harness.place();
    await harness.call(order, signed(order));
    expect((await harness.request(order)).status).toBe('depositing');
    await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    expect(
      await harness.settlement.ledger.balance('gas', `1:${harness.origin.chain.native.address}`),
    ).toBeGreaterThan(0n);
    await harness.expectSound();
  });

  it('is made once, however often it is asked for', async () => {
    const order = await harness.place();
    await Promise.all([harness.call(order, signed(order)), harness.call(order, signed(order))]);
    await harness.untilStatus(order, 'success');
    await harness.call(order, signed(order));
    await harness.untilSettled();
    expect(await calls()).toEqual([{ state: 'mined' }]);
    await harness.expectSound();
  });

  it('that somebody else was faster with comes to nothing, and the order is filled', async () => {
    const order = await harness.place();
    submit(order);
    await harness.call(order, signed(order));
    await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    // Where the deposit was seen in time, it is not even tried.
    expect((await calls()).filter(({ state }) => state !== 'reverted')).toEqual([]);
    await harness.expectSound();
  });

  it('that reverts is sent once more, and the request fails', async () => {
    const order = await harness.place();
    await harness.call(order, signed(order, bob));
    await harness.untilStatus(order, 'failure');
    expect((await harness.request(order)).failReason).toBe('TRANSACTION_REVERTED');
    expect(await calls()).toEqual([{ state: 'reverted' }, { state: 'reverted' }]);
    await harness.expectSound();
  });

  it('is not made after its time, and a deposit of the failed request goes back', async () => {
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    // Long before: the newest block, whose time decides, may be old on a busy machine.
    const until = Math.floor(Date.now() / 1000) - 3_600;
    await harness.call(order, signed(order), { until });
    await harness.untilStatus(order, 'failure');
    expect((await harness.request(order)).failReason).toBe('SIGNATURE_EXPIRED');
    expect(await calls()).toEqual([]);
    submit(order);
    await harness.until(() => harness.origin.balance(alice, usdc) === before - 1n);
    await harness.untilSettled();
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    expect((await harness.request(order)).status).toBe('failure');
    await harness.expectSound();
  });

  it('that blocks pass over is outbid with the same sequence', async () => {
    const order = await harness.place();
    harness.origin.setFee(1_000n);
    harness.origin.faultBroadcasts('lost', 'lost');
    await harness.call(order, signed(order));
    await harness.untilStatus(order, 'success');
    const rows = await harness.settlement.query<{ sequences: number; mined: number }>(
      `select count(distinct sequence)::int as sequences, count(*) filter (where state = 'mined')::int as mined from outbox where purpose = 'relay'`,
    );
    expect(rows).toEqual([{ sequences: 1, mined: 1 }]);
    await harness.expectSound();
  });

  it('that a reorg takes back is sent again', async () => {
    const order = await harness.place();
    await harness.call(order, signed(order));
    const isOnce = (state: string) => async (): Promise<boolean> =>
      (await calls()).map((call) => call.state).join() === state;
    // Blocks are made by hand until the reorg is known, so that the block that falls is the call's.
    await harness.until(isOnce('sent'), false);
    harness.origin.mine();
    await harness.until(isOnce('mined'), false);
    harness.origin.reorg(1, 'drop');
    await harness.until(isOnce('sent'), false);
    await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });
});
