import { createHmac, randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes, systemClock, type Observed, type Price } from '@portage/core';
import { createChains, type Owners } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeAddress } from '@portage/testing';
import { claimDigest } from '@portage/withdrawals';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClaims, createFastFills, solverFailpoints, type OwnerClaims } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  solverAccount,
  usdc,
  type RunOptions,
  type SettlementHarness,
} from './createSettlementHarness.js';

/**
 * Owners of the fake chain sign with a code over digest and account: what a family's own signatures
 * are worth is tested with the family.
 */
const signatureOf = (account: string, digest: Uint8Array): string =>
  `0x${createHmac('sha256', account).update(digest).digest('hex')}`;
const owners: Owners = {
  verify: async ({ account, digest, signature }) => signature === signatureOf(account, digest),
};

const app = fakeAddress('app');
const treasury = fakeAddress('treasury');
const earned = 3_000_000n;
const asset = `1:${usdc}`;
const databases = createTestDatabases();
let harness: SettlementHarness;
let claims: OwnerClaims;
let stop: (() => Promise<void>) | undefined;

const price = (usd: bigint): Observed<Price> => ({
  value: { usdE12: usd * 10n ** 12n },
  observedAt: Date.now(),
});

/** Gas of the fake chains is worth more than fees of a test earn; here it is worth little. */
const prices = (id: string): Observed<Price> | undefined =>
  id === 'usdc' ? price(1n) : { value: { usdE12: 1n }, observedAt: Date.now() };

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
  const { origin, destination, settlement } = harness;
  const chains = createChains([{ ...origin.chain, owners }, destination.chain]);
  claims = createClaims({
    chains,
    settlement,
    solverChainSlug: 'one',
    prices,
    clock: systemClock,
    randomBytes,
  });
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

afterAll(() => databases.close());

const balance = (account = `app-fee:${app}`): Promise<bigint> =>
  harness.settlement.ledger.balance(account, asset);

/** Has the app earn fees on a chain, and waits until they cannot be taken back. */
async function earn(fee = earned, chainId = 1): Promise<void> {
  const { settlement, origin, destination } = harness;
  const before = await settlement.ledger.balance(`app-fee:${app}`, `${String(chainId)}:${usdc}`);
  const order = await harness.place({
    amountIn: fee + 1_000_000n,
    executionTerms: { appFees: [{ account: app, amount: fee.toString() }] },
    reverse: chainId !== origin.chain.id,
  });
  const { orderId } = order;
  const chain = chainId === origin.chain.id ? origin : destination;
  chain.deposit({ orderId, payer: alice, currency: usdc, amount: fee + 1_000_000n });
  const end = harness.start();
  await harness.untilStatus(order, 'success');
  const place = { wallet: app, chainId, currency: usdc };
  await harness.until(async () => (await settlement.claims.claimable(place)) === before + fee);
  await end();
}

const terms = { wallet: app, chainId: 1, currency: usdc, recipient: treasury };

const prepare = (changes: object = {}) => claims.prepare({ ...terms, ...changes });

type Prepared = Awaited<ReturnType<typeof prepare>>;

const sign = ({ digest }: Prepared, signer = app): string =>
  signatureOf(signer, hexToBytes(digest));

async function execute(prepared: Prepared, signer = app): Promise<string> {
  await claims.execute({ claimId: prepared.message.claimId, signature: sign(prepared, signer) });
  return prepared.message.claimId;
}

const start = (run: RunOptions = {}): void => {
  stop = harness.start(run);
};

const stateOf = async (id: string): Promise<string | undefined> =>
  (await harness.settlement.claims.find(id))?.state;

/** Has a claim's payment revert on its chain, and waits until it is the wallet's again. */
const revert = (id: string): Promise<void> =>
  harness.until(async () => {
    for (const txId of harness.origin.mempool()) harness.origin.fail(txId);
    harness.origin.mine();
    return (await stateOf(id)) === 'returned';
  }, false);

/** Nothing left the wallet's balance, and nothing is to be paid. */
async function expectNothingMoved(): Promise<void> {
  expect(await balance()).toBe(earned);
  expect(await harness.settlement.query(`select 1 from jobs`)).toEqual([]);
  expect(
    await harness.settlement.query(`select 1 from app_fee_claims where state <> 'prepared'`),
  ).toEqual([]);
}

describe('an app', () => {
  it('U8: is paid what its owner signed for, in the currency that it earned, and has the rest', async () => {
    await earn();
    const prepared = await prepare({ amount: '1000000' });
    expect(prepared.digest).toBe(bytesToHex(claimDigest(prepared.message)));
    const solver = await balance(`solver:${solverAccount}`);
    const id = await execute(prepared);
    expect(await balance()).toBe(2_000_000n);
    expect(await balance(`app-fee:${app}:${id}`)).toBe(1_000_000n);
    start();
    await harness.untilSettled();
    expect(await stateOf(id)).toBe('paid');
    expect(harness.origin.balance(treasury, usdc)).toBe(1_000_000n);
    expect(await balance(`solver:${solverAccount}`)).toBe(solver + 1_000_000n);
    // The payment belongs to no order, and is no fault.
    const said = harness.logs.map(({ message }) => message);
    expect(said).not.toContain('a payment does not match its order');
    await harness.expectSound();
    // All of the rest, without an amount.
    const rest = await prepare();
    expect(rest.message.amount).toBe('2000000');
    await execute(rest);
    await harness.untilSettled();
    expect([await balance(), harness.origin.balance(treasury, usdc)]).toEqual([0n, earned]);
    await harness.expectSound();
    const page = await harness.settlement.claims.list({ wallets: [app], limit: 1 });
    expect(page.claims).toMatchObject([{ id: rest.message.claimId, state: 'paid' }]);
    const next = await harness.settlement.claims.list({
      wallets: [app],
      limit: 1,
      continuation: page.continuation,
    });
    expect(next).toMatchObject({ claims: [{ id }], continuation: undefined });
  });

  it('U8, INV-F1: claims while fees accrue, and loses none of either', async () => {
    await earn();
    const id = await execute(await prepare());
    await earn(500_000n);
    start();
    await harness.untilSettled();
    expect(await stateOf(id)).toBe('paid');
    expect([await balance(), harness.origin.balance(treasury, usdc)]).toEqual([500_000n, earned]);
    await harness.expectSound();
  });

  it('cannot claim what a reorg of the payout may take back', async () => {
    await earn();
    const order = await harness.place({
      amountIn: 1_500_000n,
      executionTerms: { appFees: [{ account: app, amount: '500000' }] },
    });
    const { orderId } = order;
    harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 1_500_000n });
    start();
    await harness.untilStatus(order, 'success');
    await stop?.();
    await harness.settlement.query(
      'update chain_cursors set finalized_height = 0 where chain_id = 2',
    );
    const place = { wallet: app, chainId: 1, currency: usdc };
    expect(await harness.settlement.claims.claimable(place)).toBe(0n);
    const amount = await balance();
    expect(await harness.settlement.appFees.pending(app)).toEqual([
      { chainId: 1, currency: usdc, amount },
    ]);
    await expect(prepare()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  });
});

describe('an attacker', () => {
  it('P2: with a signature of its own gets nothing, whatever the claim is for', async () => {
    await earn();
    const prepared = await prepare();
    for (const signer of [mallory, alice, treasury])
      await expect(execute(prepared, signer)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
    await expectNothingMoved();
  });

  it.each([
    ['another recipient', { recipient: mallory }],
    ['another amount', { amount: '2999999' }],
    ['another chain', { chainId: 2 }],
    ['another currency', { currency: bob }],
    ['another time', { expiresAt: 4_000_000_000 }],
    ['another wallet', { wallet: mallory }],
    ['another claim', { claimId: `0x${'ab'.repeat(32)}` }],
  ])('P3: that has the owner sign %s gets nothing', async (_, changes) => {
    await earn();
    const { message } = await prepare();
    const signature = signatureOf(app, claimDigest({ ...message, ...changes }));
    await expect(claims.execute({ claimId: message.claimId, signature })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    await expectNothingMoved();
  });

  it('P1: that uses the signature of one claim for another gets nothing', async () => {
    await earn();
    const [first, second] = [await prepare(), await prepare()];
    await expect(
      claims.execute({ claimId: second.message.claimId, signature: sign(first) }),
    ).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
    await expect(
      claims.execute({ claimId: `0x${'12'.repeat(32)}`, signature: sign(first) }),
    ).rejects.toMatchObject({ code: 'UNKNOWN_REQUEST' });
    await expectNothingMoved();
  });

  it('P8: whose signature is late gets nothing', async () => {
    await earn();
    const prepared = await prepare();
    await harness.settlement.query(`update app_fee_claims set expires_at = now()`);
    await expect(execute(prepared)).rejects.toMatchObject({ code: 'CLAIM_EXPIRED' });
    await expectNothingMoved();
  });

  it.each([
    ['U8: more than there is', { amount: '3000001' }, 'INSUFFICIENT_FUNDS'],
    ['nothing', { amount: '0' }, 'INVALID_REQUEST'],
    ["another app's fees", { wallet: mallory }, 'INSUFFICIENT_FUNDS'],
    ['where nothing was earned', { chainId: 2 }, 'INSUFFICIENT_FUNDS'],
    ['on a chain that nobody knows', { chainId: 9 }, 'UNSUPPORTED_CHAIN'],
    ['in a currency of no chain', { currency: bob }, 'UNSUPPORTED_CURRENCY'],
  ])('cannot prepare %s', async (_, changes, code) => {
    await earn();
    await expect(prepare(changes)).rejects.toMatchObject({ code });
    await expectNothingMoved();
  });

  it('cannot have the solver pay more gas than a hundredth of the claim', async () => {
    await earn();
    const dear = createClaims({
      chains: createChains([{ ...harness.origin.chain, owners }]),
      settlement: harness.settlement,
      solverChainSlug: 'one',
      clock: systemClock,
      randomBytes,
      prices: (id) =>
        id === 'usdc' ? { value: { usdE12: 1n }, observedAt: Date.now() } : price(2_000n),
    });
    await expect(dear.prepare({ ...terms, amount: '1' })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LOW',
    });
  });

  it('E7, P1: that sends one signature fifty times is paid once', async () => {
    await earn();
    const prepared = await prepare({ amount: '1000000' });
    const sent = await Promise.all(
      Array.from({ length: 50 }, () =>
        claims.execute({ claimId: prepared.message.claimId, signature: sign(prepared) }),
      ),
    );
    expect(sent.filter((outcome) => outcome === 'opened')).toHaveLength(1);
    start();
    await harness.untilSettled();
    await expect(execute(prepared)).rejects.toMatchObject({ code: 'CLAIM_USED' });
    await harness.untilSettled();
    expect([await balance(), harness.origin.balance(treasury, usdc)]).toEqual([
      2_000_000n,
      1_000_000n,
    ]);
    await harness.expectSound();
  });

  it('K6, U8: that signs many claims and fast fills at once never gets below zero', async () => {
    await earn();
    const fastFills = createFastFills({
      settlement: harness.settlement,
      chains: createChains([harness.origin.chain, harness.destination.chain]),
      prices: () => price(1n),
      clock: systemClock,
    });
    const orders = await Promise.all(Array.from({ length: 6 }, () => harness.place()));
    const prepared = await Promise.all(
      Array.from({ length: 6 }, () => prepare({ amount: '1000000' })),
    );
    const [held, claimed] = await Promise.all([
      Promise.allSettled(
        orders.map(({ requestId }) => fastFills.place({ requestId, wallet: app })),
      ),
      Promise.allSettled(prepared.map((one) => execute(one))),
    ]);
    const won = [...held, ...claimed].filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(3);
    expect(await balance()).toBe(0n);
    for (const one of claimed)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(await harness.settlement.ledger.audit()).toEqual([]);
  });
});

describe('a wallet whose claims revert', () => {
  it('has to wait after three within an hour (withdrawals#claim-reverts)', async () => {
    await earn();
    start();
    for (let count = 0; count < 3; count += 1)
      await revert(await execute(await prepare({ amount: '1000' })));
    await expect(prepare()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await harness.untilSettled();
    expect(await balance()).toBe(earned);
    await harness.expectSound();
  });

  it('has to wait as long where it prepared them all before (withdrawals#claim-reverts)', async () => {
    await earn();
    const prepared = [];
    for (let count = 0; count < 5; count += 1) prepared.push(await prepare());
    start();
    for (const one of prepared.slice(0, 3)) await revert(await execute(one));
    for (const one of prepared.slice(3))
      await expect(execute(one)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await harness.untilSettled();
    expect(await balance()).toBe(earned);
    // It is as good as before once the hour is over.
    await harness.settlement.query(
      `update app_fee_claims set updated_at = updated_at - interval '1 hour'`,
    );
    for (const one of prepared.slice(3, 4)) await execute(one);
    await harness.untilSettled();
    expect(harness.origin.balance(treasury, usdc)).toBe(earned);
    await harness.expectSound();
  });

  it.each([
    ['three of one balance before any reverted', 0, 3],
    ['one after two have reverted', 2, 1],
  ])('has %s open at once, however many are signed together', async (_, reverts, opened) => {
    await earn();
    const prepared = [];
    for (let count = 0; count < 8; count += 1) prepared.push(await prepare({ amount: '1000' }));
    start();
    for (const one of prepared.splice(0, reverts)) await revert(await execute(one));
    await stop?.();
    const outcomes = await Promise.allSettled(prepared.map((one) => execute(one)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(opened);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'RATE_LIMITED' });
    start();
    await harness.untilSettled();
    expect(harness.origin.balance(treasury, usdc)).toBe(1_000n * BigInt(opened));
    await harness.expectSound();
  });

  it('has one open at once of all balances after two have reverted', async () => {
    await earn();
    await earn(earned, 2);
    const prepared = [];
    for (let count = 0; count < 3; count += 1) prepared.push(await prepare({ amount: '1000' }));
    const other = await prepare({ chainId: 2 });
    start();
    for (const one of prepared.splice(0, 2)) await revert(await execute(one));
    await stop?.();
    await execute(other);
    for (const one of prepared)
      await expect(execute(one)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    start();
    await harness.untilSettled();
    expect(harness.destination.balance(treasury, usdc)).toBe(earned);
    await harness.expectSound();
  });
});

describe('a process that dies', () => {
  it.each(solverFailpoints.filter((point) => point.startsWith('claim-')))(
    'at "%s" is followed by one that pays a claim once',
    async (point) => {
      await earn();
      const id = await execute(await prepare());
      let killed = false;
      const stopFirst = harness.start({
        failpoint: (name) => {
          if (name !== point) return;
          killed = true;
          throw new Error(`killed at ${name}`);
        },
      });
      await harness.until(() => killed);
      await stopFirst();
      start();
      await harness.untilSettled();
      expect(await stateOf(id)).toBe('paid');
      expect(harness.origin.balance(treasury, usdc)).toBe(earned);
      expect(
        await harness.settlement.query(`select state from outbox where purpose = 'claim'`),
      ).toEqual([{ state: 'mined' }]);
      await harness.expectSound();
    },
  );
});

describe('a claim that is not paid', () => {
  it('P8: is the wallet\u2019s again, once, after its transaction has failed', async () => {
    await earn();
    const id = await execute(await prepare());
    start();
    await revert(id);
    await harness.untilSettled();
    expect(await harness.settlement.claims.find(id)).toMatchObject({
      reason: 'TRANSACTION_REVERTED',
    });
    expect([await balance(), harness.origin.balance(treasury, usdc)]).toEqual([earned, 0n]);
    await harness.expectSound();
    const again = await execute(await prepare());
    await harness.untilSettled();
    expect([await stateOf(again), await stateOf(id)]).toEqual(['paid', 'returned']);
    expect(harness.origin.balance(treasury, usdc)).toBe(earned);
    await harness.expectSound();
  });

  it('is the wallet\u2019s again where the solver could not pay it in time', async () => {
    await earn();
    const id = await execute(await prepare());
    start({
      policy: { claims: { waitMsMax: 0 } },
      see: (chain) => ({ ...chain, gas: { ...chain.gas, pausedReason: () => 'it is too dear' } }),
    });
    await harness.until(async () => (await stateOf(id)) === 'returned');
    expect(await harness.settlement.claims.find(id)).toMatchObject({
      reason: 'SOLVER_CAPACITY_EXCEEDED',
      txId: undefined,
    });
    expect(await balance()).toBe(earned);
    await harness.expectSound();
  });

  it('waits while gas is too dear, and is paid then', async () => {
    await earn();
    const id = await execute(await prepare());
    let reason: string | undefined = 'it is too dear';
    start({ see: (chain) => ({ ...chain, gas: { ...chain.gas, pausedReason: () => reason } }) });
    await harness.until(async () => {
      const rows = await harness.settlement.query<{ last_error: string | null }>(
        'select last_error from jobs',
      );
      return rows.some(({ last_error: error }) => error === reason);
    });
    expect(await stateOf(id)).toBe('open');
    reason = undefined;
    await harness.settlement.query('update jobs set run_at = now()');
    await harness.untilSettled();
    expect(await stateOf(id)).toBe('paid');
    await harness.expectSound();
  });
});
