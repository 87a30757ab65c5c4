import { systemClock } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { MarkedPayment, PaymentMarkerState } from '@portage/core/plugin';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { canSpend } from '../src/context.js';
import { readFates } from '../src/plan/readFates.js';
import {
  alice,
  createSettlementHarness,
  solverAccount,
  usdc,
  type RunOptions,
} from './createSettlementHarness.js';

/** Markers of refunds on a chain that tells of them. */
const databases = createTestDatabases();
let harness: ReturnType<typeof createSettlementHarness>;
let stop: (() => Promise<void>) | undefined;
let asked: MarkedPayment[];

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases), {
    origin: { authorizedSeconds: 20 },
  });
  asked = [];
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});
afterAll(() => databases.close());

/** The chain with markers that are all in one state. */
const seen =
  (state: PaymentMarkerState, heldSeconds = 0) =>
  (chain: Chain): Chain => {
    if (!canSpend(chain)) throw new Error('It pays refunds.');
    const close = (payments: readonly MarkedPayment[]) => {
      asked.push(...payments);
      return { to: fakeAddress('markers'), data: '0x', gasLimit: 10_000 };
    };
    const read = (payments: readonly MarkedPayment[]) => Promise.resolve(payments.map(() => state));
    const markers = { heldSeconds, closedMax: 16, read, close };
    return { ...chain, spend: { ...chain.spend, markers } };
  };

/** Pays a deposit back that is too small, and stops. */
async function refundOne(): Promise<string> {
  const order = await harness.place();
  harness.origin.deposit({ ...order, payer: alice, currency: usdc, amount: 500n });
  const end = harness.start();
  await harness.untilStatus(order, 'refund');
  await harness.untilSettled();
  await end();
  return order.orderId;
}

const closings = () =>
  harness.settlement.query<{ state: string }>(`select state from outbox where leg = 'markers'`);
const proofs = () =>
  harness.settlement.query<{ nonce: string | null; is_closed: boolean }>(
    'select nonce, closing_id is not null as is_closed from marker_proofs',
  );

const run = (options: RunOptions): void => {
  stop = harness.start({ ...options, policy: { work: { markerMs: 50 } } });
};

it.each(['relay-settlement', 'relay-stored', 'relay-sent'])(
  'G12: a process that dies at "%s" while it closes a marker is followed by one that closes it once',
  async (point) => {
    const orderId = await refundOne();
    let killed = false;
    const end = harness.start({
      see: seen('closable'),
      policy: { work: { markerMs: 50 } },
      failpoint: (name) => {
        if (name !== point) return;
        killed = true;
        throw new Error(`killed at ${name}`);
      },
    });
    await harness.until(() => killed);
    await end();
    run({ see: seen('closable') });
    await harness.until(async () => (await closings()).some(({ state }) => state === 'mined'));
    await harness.untilSettled();
    expect(await closings()).toEqual([{ state: 'mined' }]);
    // What the marker proved is in the books, and counts where the chain says it never was.
    const [proof] = await proofs();
    expect(await proofs()).toMatchObject([{ is_closed: true }]);
    expect(proof?.nonce).toMatch(/./);
    expect(asked).toEqual([expect.objectContaining({ orderId, nonce: proof?.nonce })]);
    const { chain } = harness.origin;
    if (!canSpend(chain)) throw new Error('It pays refunds.');
    const authorizationFates = () => Promise.resolve(['expired'] as const);
    const forgetful = { ...chain, spend: { ...chain.spend, authorizationFates } };
    const nonce = proof?.nonce ?? '';
    const { settlement } = harness;
    await settlement.query(`update releases set state = 'reorged' where nonce = $1`, [nonce]);
    const fates = await readFates({ chain: forgetful, clock: systemClock, settlement }, [
      { nonce, expiry: 0 },
    ]);
    expect(fates.get(nonce)).toBe('used');
    await settlement.query(`update releases set state = 'seen' where nonce = $1`, [nonce]);
    await harness.expectSound();
  },
);

it('keeps markers of payments that are not old enough, or that the chain still holds', async () => {
  await refundOne();
  stop = harness.start({ see: seen('closable', 1_000_000), policy: { work: { markerMs: 50 } } });
  await harness.until(() => harness.origin.tip().height > 40);
  await stop();
  run({ see: seen('held') });
  const height = harness.origin.tip().height;
  await harness.until(() => harness.origin.tip().height > height + 40);
  expect([await closings(), await proofs()]).toEqual([[], []]);
});

it('keeps the proof of a marker that is gone, and closes nothing', async () => {
  await refundOne();
  run({ see: seen('gone') });
  await harness.until(async () => (await proofs()).length > 0);
  await harness.untilSettled();
  expect(await proofs()).toMatchObject([{ is_closed: false }]);
  expect(await closings()).toEqual([]);
  await harness.expectSound();
});

it('goes back no further than to the first marker that is left, and forgets none', async () => {
  const { settlement, origin } = harness;
  const place = { chainId: 1, sender: solverAccount };
  const firstMarked = (from = 0n) => settlement.markers.firstMarked({ ...place, from });
  const sequenceOf = async (orderId: string): Promise<bigint | undefined> => {
    const [row] = await settlement.query<{ sequence: bigint }>(
      `select sequence from outbox where hash_text(order_id) = $1 and state = 'mined'`,
      [orderId],
    );
    return row?.sequence;
  };
  const first = await refundOne();
  expect(await firstMarked()).toBe(await sequenceOf(first));
  run({ see: seen('gone') });
  await harness.until(async () => (await proofs()).length === 1);
  await stop?.();
  expect(await firstMarked()).toBeGreaterThan((await sequenceOf(first)) ?? 0n);
  const second = await refundOne();
  const from = await firstMarked();
  expect(from).toBe(await sequenceOf(second));
  const closable = (start: bigint) =>
    settlement.markers.closable({
      ...place,
      heldSeconds: 0,
      retrySeconds: 3_600,
      limit: 100,
      from: start,
    });
  origin.mine(3);
  run({ part: 'indexer' });
  await harness.until(async () => (await closable(from)).length === 1);
  await stop?.();
  expect((await closable(0n)).map(({ orderId }) => orderId)).toEqual([second]);
  // A closing that is sent, or not final, is not the end of its marker.
  const end = harness.start({ see: seen('closable'), policy: { work: { markerMs: 50 } } });
  await harness.until(async () => (await closings()).some(({ state }) => state === 'sent'), false);
  expect(await firstMarked(from)).toBe(from);
  await harness.until(async () => (await firstMarked(from)) > from);
  await end();
  expect(await closings()).toEqual([{ state: 'mined' }]);
  await harness.expectSound();
});
