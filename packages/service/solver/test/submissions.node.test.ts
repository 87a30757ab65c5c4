import type { ExecutionTerms, StoredRequest } from '@portage/settlement';
import { openTestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeAddress, fakeNative, fakeSignedDeposit } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  usdc,
  type OrderChanges,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

/** The cost of a payer's call counts against its budgets, whatever deposits come beside it. */
const databases = createTestDatabases();
/** Blocks that must stand on a deposit. */
const depth = 3;
const amount = 1_000_000n;
const gasLimit = 2_300_000;
const credit = 10_000_000n;
const minute = 60_000;

let harness: SettlementHarness;
let stop: () => Promise<void>;

afterAll(() => databases.close());

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { finality: { confirmations: () => depth } },
  });
  stop = harness.start();
  await harness.sponsor('acme', credit);
});

afterEach(async () => {
  await stop();
  await databases.closeOpen();
});

const terms: ExecutionTerms = {
  appFees: [],
  gasless: {
    payer: alice,
    gasLimit,
    expiresAt: Math.floor(Date.now() / 1000) + 7_200,
    deposits: { currency: usdc, minimum: amount.toString() },
  },
  gaslessSponsor: { account: 'acme', usdE12: (2_000n * 10n ** 12n).toString(), decimals: 18 },
};

const place = (changes: OrderChanges = {}): Promise<PlacedOrder> =>
  harness.place({ executionTerms: terms, ...changes });

/** Submits a batch of a payer; one of bob, who has no money, passes no block. */
async function submit({ orderId }: PlacedOrder, payer: string): Promise<void> {
  await harness.settlement.relays.accept({
    orderId,
    leg: 'gasless',
    budget: { kind: 'gasless', payer: alice, refuse: () => undefined },
    call: () => ({
      chainId: harness.origin.chain.id,
      to: alice,
      data: fakeSignedDeposit({ payer, orderId, currency: usdc, amount }),
      gasLimit,
    }),
  });
}

/** Submits a batch and waits until its transaction is sent, in no block yet. */
async function send(order: PlacedOrder, payer = bob): Promise<void> {
  await submit(order, payer);
  await harness.until(async () => (await states(order)).includes('sent'), false);
}

/** States of the transactions of an order's call. */
const states = async ({ orderId }: PlacedOrder): Promise<readonly string[]> =>
  (
    await harness.settlement.query<{ state: string }>(
      `select state from outbox where leg = 'gasless' and hash_text(order_id) = $1 order by sequence`,
      [orderId],
    )
  ).map(({ state }) => state);

const pay = ({ orderId }: PlacedOrder, payer: string, currency: string, value: bigint): string =>
  harness.origin.deposit({ orderId, payer, currency, amount: value });

/** Usage that another submission of the payer is judged by. */
async function usage(): Promise<{ readonly calls: number; readonly gas: number }> {
  const other = `0x${'0e'.repeat(32)}`;
  const submitter = { orderId: other, payer: alice, kind: 'gasless', sponsor: 'acme' } as const;
  const { payer, sponsor, gas } = await harness.settlement.relays.usage(submitter);
  expect([sponsor.gas, gas]).toEqual([payer.gas, payer.gas]);
  return payer;
}

/** Orders whose gas the sponsor was charged for, once for each time. */
async function charged(): Promise<readonly string[]> {
  await harness.settlement.relays.chargeFailedGasless(harness.origin.chain.id);
  const entries = await harness.settlement.query<{ ref: string }>(
    `select ref from ledger_entries where kind = 'gasless charge' order by id`,
  );
  return entries.map(({ ref }) => ref);
}

/** Makes quotes, or the transactions of calls, older than they are. */
const age = async (ms: number, what: 'quote' | 'calls'): Promise<void> => {
  const interval = `${String(ms)} milliseconds`;
  if (what === 'calls')
    await harness.settlement.query('update outbox set stored_at = stored_at - $1::interval', [
      interval,
    ]);
  else
    for (const table of ['requests', 'request_states'])
      await harness.settlement.query(`update ${table} set created_at = created_at - $1::interval`, [
        interval,
      ]);
};

/** Calls that reverted count, and the sponsor pays for them, once. */
async function expectCounted(order: PlacedOrder): Promise<void> {
  const reverted = (await states(order)).filter((state) => state === 'reverted').length;
  expect(reverted).toBeGreaterThan(0);
  expect(await usage()).toEqual({ calls: 1, gas: reverted * gasLimit });
  expect(await charged()).toEqual([order.orderId]);
  expect(await charged()).toEqual([order.orderId]);
  const left = (await harness.settlement.sponsors.balances(['acme'])).get('acme');
  expect(left).toBeLessThan(credit);
}

describe('N14: a call that burns its gas counts, and its sponsor pays', () => {
  const worthless = fakeAddress('worthless');

  it.each<[string, string, string, bigint, StoredRequest['status']]>([
    ['a worthless token of a stranger', mallory, worthless, amount, 'failure'],
    ['dust of a stranger', mallory, usdc, 1n, 'failure'],
    ['another token of the payer', alice, fakeNative, 10n ** 18n, 'refund'],
    ['less than the order asks, of the payer', alice, usdc, amount - 1n, 'refund'],
  ])('whatever is paid in beside it: %s', async (_, payer, currency, value, status) => {
    harness.origin.credit(mallory, worthless, amount);
    const order = await place();
    await send(order);
    pay(order, payer, currency, value);
    await harness.untilStatus(order, status);
    await expectCounted(order);
  });

  it('while it may still land, with dust of the payer before it', async () => {
    const order = await place();
    pay(order, alice, fakeNative, 10n ** 18n);
    harness.origin.mine();
    await harness.until(async () => (await harness.request(order)).status === 'pending', false);
    expect(await usage()).toEqual({ calls: 0, gas: 0 });
    const next = await place();
    await send(next);
    pay(next, alice, usdc, amount / 2n);
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    harness.origin.mine();
    await harness.until(async () => (await harness.request(next)).status === 'pending', false);
    const { calls, gas } = await usage();
    expect(calls).toBe(1);
    expect(gas).toBeGreaterThanOrEqual(gasLimit);
    await harness.untilStatus(next, 'refund');
    await expectCounted(next);
  });

  it('also where all of the money comes too late, and goes back', async () => {
    const order = await place({ fillBy: Date.now() - 60_000 });
    await send(order);
    pay(order, alice, usdc, amount);
    await harness.untilStatus(order, 'refund');
    await expectCounted(order);
  });

  it('also where all of the money comes once the request has failed, and goes back', async () => {
    const order = await place();
    await send(order);
    await harness.untilStatus(order, 'failure');
    const before = harness.origin.balance(alice, usdc);
    pay(order, alice, usdc, amount);
    await harness.until(async () => (await harness.request(order)).inTxIds.length > 0);
    await harness.untilSettled();
    expect(harness.origin.balance(alice, usdc)).toBe(before - 1n);
    await expectCounted(order);
  });

  it('also where the batch pays in what an earlier deposit of the payer has made worthless', async () => {
    const order = await place();
    await send(order, alice);
    // The dust is in an earlier block than the call.
    const [call = ''] = harness.origin.mempool();
    harness.origin.drop(call);
    pay(order, alice, fakeNative, 10n ** 18n);
    harness.origin.mine();
    await harness.until(async () => (await states(order)).includes('mined'));
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    await harness.untilStatus(order, 'refund');
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    expect(await charged()).toEqual([order.orderId]);
  });
});

describe('a call costs nothing', () => {
  it('once its deposit is there, final or not', async () => {
    const order = await place();
    await send(order, alice);
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    harness.origin.mine();
    await harness.until(async () => (await harness.request(order)).status === 'pending', false);
    const seen = await harness.settlement.query<{ state: string }>('select state from deposits');
    expect(seen).toEqual([{ state: 'seen' }]);
    expect(await usage()).toEqual({ calls: 0, gas: 0 });
    await harness.untilStatus(order, 'success');
    expect(await usage()).toEqual({ calls: 0, gas: 0 });
    expect(await charged()).toEqual([]);
    await harness.expectSound();
  });

  it('where the payer, or somebody in its name, has paid for the order otherwise', async () => {
    const orders = [await place(), await place()];
    for (const order of orders) await send(order);
    const [own, named] = orders;
    pay(own!, alice, usdc, amount);
    // As permits and plans do, whose router is the payer.
    harness.origin.deposit({
      orderId: named!.orderId,
      payer: mallory,
      depositor: alice,
      currency: usdc,
      amount,
    });
    for (const order of orders) await harness.untilStatus(order, 'success');
    for (const order of orders) expect(await states(order)).toContain('reverted');
    expect(await usage()).toEqual({ calls: 0, gas: 0 });
    expect(await charged()).toEqual([]);
    await harness.expectSound();
  });

  it('until a reorg takes its deposit back', async () => {
    const order = await place();
    await send(order, alice);
    harness.origin.mine();
    await harness.until(async () => (await harness.request(order)).status === 'pending', false);
    harness.origin.reorg(1, 'drop');
    await harness.until(async () => (await harness.request(order)).status === 'waiting', false);
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    await harness.untilStatus(order, 'success');
    expect(await usage()).toEqual({ calls: 0, gas: 0 });
  });
});

describe('the hour of a submission', () => {
  it('begins with its call, however old the quote was', async () => {
    const order = await place();
    await send(order);
    await age(61 * minute, 'quote');
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    await harness.untilStatus(order, 'failure');
    expect(await usage()).toEqual({ calls: 1, gas: 2 * gasLimit });
    await age(58 * minute, 'calls');
    expect((await usage()).calls).toBe(1);
    await age(3 * minute, 'calls');
    await harness.settlement.query(
      `update request_states set updated_at = updated_at - interval '61 minutes'`,
    );
    expect(await usage()).toEqual({ calls: 0, gas: 0 });
  });

  it('does not end before the call has', async () => {
    const order = await place();
    await send(order);
    await age(61 * minute, 'quote');
    await age(61 * minute, 'calls');
    expect(await usage()).toEqual({ calls: 1, gas: gasLimit });
    await harness.untilStatus(order, 'failure');
  });
});
