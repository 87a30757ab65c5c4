import { createTestDatabases } from '@portage/database/testing';
import { readOutbox } from '@portage/settlement/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  paymentPoints,
  solverAccount,
  usdc,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;

const open = async (coins: number): Promise<void> => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { coins: 4 },
    destination: { coins },
  });
};

afterAll(() => databases.close());

beforeEach(() => open(4));

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

const amount = 1_000_000n;

const pay = ({ orderId }: PlacedOrder): string =>
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount });

interface Row {
  tx_id: string;
  state: string;
  purpose: string;
}

const outbox = (): Promise<Row[]> =>
  harness.settlement.query<Row>(
    'select tx_id, state, purpose from outbox order by chain_id, sequence, stored_at',
  );

/** Waits until a fill was given to the destination chain, of which no block is made meanwhile. */
async function untilFillSent(): Promise<string> {
  await harness.until(async () => {
    harness.origin.mine();
    return (await outbox()).some(({ purpose, state }) => purpose === 'fill' && state === 'sent');
  }, false);
  return (await outbox()).find(({ purpose }) => purpose === 'fill')?.tx_id ?? '';
}

/** Coins that a transaction in the outbox spends. */
async function coinsOf(txId: string): Promise<readonly string[]> {
  const rows = await readOutbox(harness.settlement, harness.destination.chain.id, solverAccount, 9);
  const { raw } = rows.find((row) => row.txId === txId) ?? {};
  const body = JSON.parse(new TextDecoder().decode(raw)) as { readonly coins: readonly string[] };
  return body.coins;
}

/** Spends the coins of a transaction of ours by one that is not. */
async function rival(txId: string): Promise<string> {
  const coins = await coinsOf(txId);
  harness.destination.drop(txId);
  return harness.destination.send(mallory, [], { coins, fee: 1_000_000n });
}

describe('a sender that holds coins', () => {
  it.each(paymentPoints)('ends each order once after it died at "%s"', async (point) => {
    const [filled, refunded] = [await harness.place(), await harness.place()];
    pay(filled);
    harness.origin.deposit({
      orderId: refunded.orderId,
      payer: alice,
      currency: usdc,
      amount: 500n,
    });
    let isKilled = false;
    const stopFirst = harness.start({
      failpoint: (name) => {
        if (name !== point) return;
        isKilled = true;
        throw new Error(`killed at ${name}`);
      },
    });
    await harness.until(() => isKilled);
    await stopFirst();
    // Another worker takes over: what the first one stored keeps its coins.
    stop = harness.start({ worker: 'another' });
    await harness.untilStatus(filled, 'success');
    await harness.untilStatus(refunded, 'refund');
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    expect((await outbox()).map(({ state }) => state)).toEqual(['mined', 'mined']);
    await harness.expectSound();
  });

  it('pays what it has coins for, and the others wait for a block', async () => {
    await open(1);
    const orders = await Promise.all([0, 1, 2].map(() => harness.place()));
    orders.forEach(pay);
    stop = harness.start();
    await untilFillSent();
    await harness.until(async () => {
      const jobs = await harness.settlement.query(`select 1 from jobs where kind = 'fill'`);
      return jobs.length === 2 && (await outbox()).length === 1;
    }, false);
    for (const order of orders) await harness.untilStatus(order, 'success');
    expect((await outbox()).map(({ state }) => state)).toEqual(['mined', 'mined', 'mined']);
    expect(harness.destination.balance(bob, usdc)).toBe(3n * 990_000n);
    await harness.expectSound();
  });

  it('spends other coins than those that wait for a block', async () => {
    const [early, late] = [await harness.place(), await harness.place()];
    stop = harness.start();
    pay(early);
    const first = await untilFillSent();
    pay(late);
    await harness.until(async () => {
      harness.origin.mine();
      return (await outbox()).length === 2;
    }, false);
    const second = (await outbox())[1]?.tx_id ?? '';
    expect(await coinsOf(second)).not.toEqual(await coinsOf(first));
    for (const order of [early, late]) await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });

  it('raises the fee with the same coins, so that one of both is paid', async () => {
    const order = await harness.place();
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 2, rebroadcastMs: 100_000 } },
    });
    pay(order);
    const first = await untilFillSent();
    const coins = await coinsOf(first);
    await harness.until(async () => {
      for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
      harness.destination.mine();
      return (await outbox()).length > 1;
    }, false);
    const second = (await outbox())[1]?.tx_id ?? '';
    expect(await coinsOf(second)).toEqual(coins);
    await harness.untilStatus(order, 'success');
    expect((await outbox()).filter(({ state }) => state === 'mined')).toHaveLength(1);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });

  it('gives the deposit back, once, when a coin of the fill was spent elsewhere', async () => {
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    stop = harness.start();
    pay(order);
    await rival(await untilFillSent());
    await harness.untilStatus(order, 'refund');
    expect((await outbox()).map(({ purpose, state }) => `${purpose} ${state}`).sort()).toEqual([
      'fill replaced',
      'refund mined',
    ]);
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    // All but the gas of the refund.
    expect(before - harness.origin.balance(alice, usdc)).toBe(1n);
    // No sequence of the chain was used by a stranger: it counts none.
    expect(await harness.halted(harness.destination)).toBeNull();
    await harness.expectSound();
  });

  it('decides nothing while a reorg may give the coin back, and pays with the same bytes', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order);
    const fill = await untilFillSent();
    await rival(fill);
    harness.destination.mine(4);
    await harness.until(
      async () => (await outbox()).some(({ tx_id: id, state }) => id === fill && state === 'sent'),
      false,
    );
    harness.destination.reorg(4, 'drop');
    await harness.untilStatus(order, 'success');
    expect((await outbox()).map(({ tx_id: id, state }) => [id, state])).toEqual([[fill, 'mined']]);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });

  it('sends the same bytes again when a reorg takes the fill back', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order);
    const fill = await untilFillSent();
    harness.destination.mine();
    await harness.until(
      async () => (await outbox()).some(({ tx_id: id, state }) => id === fill && state === 'mined'),
      false,
    );
    harness.destination.reorg(1, 'drop');
    await harness.until(() => harness.destination.balance(bob, usdc) > 0n);
    await harness.untilStatus(order, 'success');
    expect((await outbox()).map(({ tx_id: id, state }) => [id, state])).toEqual([[fill, 'mined']]);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });

  it('tells one worker what another has stored before it may sign', async () => {
    const { settlement, destination } = harness;
    const { id } = destination.chain;
    const [signed] = await destination.chain.spend!.prepare(
      [
        {
          type: 'fill',
          orderId: `0x${'11'.repeat(32)}`,
          currency: usdc,
          recipient: bob,
          amount: 1n,
          calls: [],
        },
      ],
      0n,
      [],
    );
    let isSecondTold = false;
    let hold: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (hold = resolve));
    const second = held.then(() =>
      settlement.transaction(async (other) => {
        const told = await settlement.outbox.lockOpen(other, id, solverAccount);
        isSecondTold = true;
        return told.length;
      }),
    );
    await settlement.transaction(async (tx) => {
      await settlement.outbox.lockOpen(tx, id, solverAccount);
      hold();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isSecondTold).toBe(false);
      await tx.query(
        `insert into outbox (chain_id, tx_id, sender, sequence, purpose, raw) values ($1, $2, $3, 0, 'cancel', $4)`,
        [id, signed?.txId, solverAccount, Buffer.from(signed?.raw ?? [])],
      );
    });
    expect(await second).toBe(1);
  });
});
