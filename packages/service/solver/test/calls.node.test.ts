import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeSignedDeposit } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { solverFailpoints } from '../src/index.js';
import {
  alice,
  bob,
  createHouse,
  mallory,
  usdc,
  type House,
  type PlacedOrder,
} from './createHouse.js';

const databases = createTestDatabases();
let house: House;
let stop: () => Promise<void>;

afterAll(() => databases.close());

beforeEach(async () => {
  house = createHouse(await openTestSettlement(databases));
  stop = house.start({ policy: { bumpAfterBlocks: 3 } });
});

afterEach(() => stop());

const amount = 1_000_000n;

const signed = ({ orderId }: PlacedOrder, payer = alice): string =>
  fakeSignedDeposit({ payer, orderId, currency: usdc, amount });

const calls = () =>
  house.settlement.query<{ state: string }>(
    `select state from outbox where purpose = 'call' order by sequence, stored_at`,
  );

/** Submits a signed deposit as somebody who saw it. */
const submit = (order: PlacedOrder): string =>
  house.origin.send(mallory, [
    { type: 'call', currency: usdc, amount: 0n, recipient: mallory, data: signed(order) },
  ]);

describe('a process that dies', () => {
  it.each(solverFailpoints.filter((point) => point.startsWith('call-')))(
    'at "%s" is followed by one that makes the call once',
    async (point) => {
      await stop();
      const order = await house.place();
      const before = house.origin.balance(alice, usdc);
      let killed = false;
      const end = house.start({
        failpoint: (name) => {
          if (name !== point) return;
          killed = true;
          throw new Error(`killed at ${name}`);
        },
      });
      await house.call(order, signed(order));
      await house.until(() => killed);
      await end();
      stop = house.start();
      await house.untilStatus(order, 'success');
      expect(before - house.origin.balance(alice, usdc)).toBe(amount);
      expect(await calls()).toEqual([{ state: 'mined' }]);
      await house.expectSound();
    },
  );
});

describe('a call', () => {
  it('brings in a deposit that its payer signed for, and the order is filled', async () => {
    const order = await house.place();
    await house.call(order, signed(order));
    expect((await house.request(order)).status).toBe('depositing');
    await house.untilStatus(order, 'success');
    expect(house.destination.balance(bob, usdc)).toBe(990_000n);
    expect(
      await house.settlement.ledger.balance('gas', `1:${house.origin.chain.native.address}`),
    ).toBeGreaterThan(0n);
    await house.expectSound();
  });

  it('is made once, however often it is asked for', async () => {
    const order = await house.place();
    await Promise.all([house.call(order, signed(order)), house.call(order, signed(order))]);
    await house.untilStatus(order, 'success');
    await house.call(order, signed(order));
    await house.untilSettled();
    expect(await calls()).toEqual([{ state: 'mined' }]);
    await house.expectSound();
  });

  it('that somebody else was faster with comes to nothing, and the order is filled', async () => {
    const order = await house.place();
    submit(order);
    await house.call(order, signed(order));
    await house.untilStatus(order, 'success');
    expect(house.destination.balance(bob, usdc)).toBe(990_000n);
    // Where the deposit was seen in time, it is not even tried.
    expect((await calls()).filter(({ state }) => state !== 'reverted')).toEqual([]);
    await house.expectSound();
  });

  it('that keeps reverting is given up, and the request fails', async () => {
    const order = await house.place();
    await house.call(order, signed(order, bob));
    await house.untilStatus(order, 'failure');
    expect((await house.request(order)).failReason).toBe('TRANSACTION_REVERTED');
    expect(await calls()).toEqual([
      { state: 'reverted' },
      { state: 'reverted' },
      { state: 'reverted' },
    ]);
    await house.expectSound();
  });

  it('is not made after its time, and a deposit of the failed request goes back', async () => {
    const order = await house.place();
    const before = house.origin.balance(alice, usdc);
    await house.call(order, signed(order), { until: Math.floor(Date.now() / 1000) - 10 });
    await house.untilStatus(order, 'failure');
    expect((await house.request(order)).failReason).toBe('SIGNATURE_EXPIRED');
    expect(await calls()).toEqual([]);
    submit(order);
    await house.until(() => house.origin.balance(alice, usdc) === before - 1n);
    await house.untilSettled();
    expect(house.destination.balance(bob, usdc)).toBe(0n);
    expect((await house.request(order)).status).toBe('failure');
    await house.expectSound();
  });

  it('that blocks pass over is outbid with the same sequence', async () => {
    const order = await house.place();
    house.origin.setFee(1_000n);
    house.origin.faultBroadcasts('lost', 'lost');
    await house.call(order, signed(order));
    await house.untilStatus(order, 'success');
    const rows = await house.settlement.query<{ sequences: number; mined: number }>(
      `select count(distinct sequence)::int as sequences, count(*) filter (where state = 'mined')::int as mined from outbox where purpose = 'call'`,
    );
    expect(rows).toEqual([{ sequences: 1, mined: 1 }]);
    await house.expectSound();
  });

  it('that a reorg takes back is sent again', async () => {
    const order = await house.place();
    await house.call(order, signed(order));
    const isOnce = (state: string) => async (): Promise<boolean> =>
      (await calls()).map((call) => call.state).join() === state;
    // Blocks are made by hand until the reorg is known, so that the block that falls is the call's.
    await house.until(isOnce('sent'), false);
    house.origin.mine();
    await house.until(isOnce('mined'), false);
    house.origin.reorg(1, 'drop');
    await house.until(isOnce('sent'), false);
    await house.untilStatus(order, 'success');
    expect(house.destination.balance(bob, usdc)).toBe(990_000n);
    await house.expectSound();
  });
});
