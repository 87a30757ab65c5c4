import { createHmac, randomBytes } from 'node:crypto';
import { bytesToHex, systemClock, type Observed, type Price } from '@portage/core';
import { createChains, type Owners } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { withdrawalDigest, type WithdrawalMessage } from '@portage/withdrawals';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWithdrawals, solverFailpoints, type OwnerWithdrawals } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  mallory,
  usdc,
  type SettlementHarness,
} from './createSettlementHarness.js';

/** Terms as the service takes them, with slugs. */
type Terms = Omit<WithdrawalMessage, 'nonce' | 'additionalData'>;

/**
 * Owners of the fake chain sign with a code over digest and account, as the fake transactions are
 * signed: what a family's own signatures are worth is tested with the family.
 */
const signatureOf = (account: string, digest: Uint8Array): string =>
  `0x${createHmac('sha256', account).update(digest).digest('hex')}`;
/** A signature can be written in capitals, too, as real ones have several encodings. */
const owners: Owners = {
  verify: async ({ account, digest, signature }) =>
    signature.toLowerCase() === signatureOf(account, digest),
};

const deposited = 1_000_000n;
const databases = createTestDatabases();
let harness: SettlementHarness;
let withdrawals: OwnerWithdrawals;
let stop: (() => Promise<void>) | undefined;

const price = (usd: bigint): Observed<Price> => ({
  value: { usdE12: usd * 10n ** 12n },
  observedAt: Date.now(),
});

function createOwnerWithdrawals(): OwnerWithdrawals {
  const { origin, destination, settlement } = harness;
  return createWithdrawals({
    chains: createChains([{ ...origin.chain, owners }, destination.chain]),
    settlement,
    prices: (id) => ({ eth: price(2_000n), usdc: price(1n) })[id],
    clock: systemClock,
  });
}

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
  withdrawals = createOwnerWithdrawals();
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

afterAll(() => databases.close());

const terms: Terms = {
  chainId: 'one',
  ownerChainId: 'one',
  currency: usdc,
  amount: deposited.toString(),
  owner: alice,
  recipient: bob,
};

function deposit(amount = deposited, payer = alice): void {
  const orderId = bytesToHex(randomBytes(32));
  harness.origin.deposit({ orderId, payer, currency: usdc, amount });
}

const balance = (owner = alice): Promise<bigint> =>
  harness.settlement.ledger.balance(`withdrawable:${owner}`, `1:${usdc}`);

async function depositFinal(amount = deposited, payer = alice): Promise<void> {
  const before = await balance(payer);
  deposit(amount, payer);
  const end = harness.start({ part: 'indexer' });
  await harness.until(async () => (await balance(payer)) === before + amount);
  await harness.until(async () => {
    const [row] = await harness.settlement.query<{ final: boolean }>(
      'select bool_and(d.height <= c.finalized_height) as final from deposits d join chain_cursors c using (chain_id)',
    );
    return row?.final === true;
  });
  await end();
}

async function prepare(changes: Partial<Terms> = {}): Promise<WithdrawalMessage> {
  const asked = { ...terms, ...changes };
  const prepared = await withdrawals.prepare(asked);
  return { ...asked, ...prepared, additionalData: { ...prepared.additionalData } };
}

async function execute(message: WithdrawalMessage, signer = alice): Promise<string> {
  const signature = signatureOf(signer, withdrawalDigest(message));
  return withdrawals.execute({ ...message, signature, additionalData: message.additionalData });
}

const stateOf = async (id: string): Promise<readonly (string | undefined)[]> =>
  (await harness.settlement.withdrawals.find(id))?.parts.map(({ state }) => state) ?? [];

/** Nothing left the owner's balance, and nothing is to be paid. */
async function expectNothingMoved(): Promise<void> {
  expect(await balance()).toBe(deposited);
  expect(await harness.settlement.query('select 1 from jobs')).toEqual([]);
  expect(await harness.settlement.query('select 1 from withdrawals')).toEqual([]);
  expect(await harness.settlement.query('select 1 from outbox')).toEqual([]);
}

describe('an owner', () => {
  it('is paid what it signed for, and has the rest', async () => {
    await depositFinal();
    const message = await prepare({ amount: '400000' });
    const id = await execute(message);
    expect(await balance()).toBe(600_000n);
    stop = harness.start();
    await harness.untilSettled();
    expect(await stateOf(id)).toEqual(['paid']);
    const paid = harness.origin.balance(bob, usdc);
    expect(paid).toBeGreaterThanOrEqual(400_000n - BigInt(String(message.additionalData?.['fee'])));
    expect(paid).toBeLessThanOrEqual(400_000n);
    await execute(await prepare({ amount: '600000' }));
    await harness.untilSettled();
    expect(await balance()).toBe(0n);
    await harness.expectSound();
  });

  it('withdraws more than one deposit at once', async () => {
    await depositFinal(700_000n);
    await depositFinal(500_000n);
    const id = await execute(await prepare({ amount: '1000000' }));
    stop = harness.start();
    await harness.untilSettled();
    expect(await stateOf(id)).toEqual(['paid', 'paid']);
    expect(await balance()).toBe(200_000n);
    await harness.expectSound();
  });

  it('withdraws all but what is not worth its gas, which holds nothing up', async () => {
    await depositFinal();
    await depositFinal(1n);
    await expect(prepare({ amount: (deposited + 1n).toString() })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LOW',
      hint: `Withdraw 1 USDC (${deposited.toString()} smallest units) or less.`,
    });
    const id = await execute(await prepare());
    stop = harness.start();
    await harness.until(async () => (await stateOf(id)).join() === 'paid');
    expect(await balance()).toBe(1n);
  });

  it('O3, O5: withdraws what a refund could not pay back (requests#protocol-isWithdrawable)', async () => {
    const order = await harness.place();
    const isWithdrawable = async (): Promise<boolean | undefined> => {
      const facts = await harness.settlement.requests.facts([await harness.request(order)]);
      return facts[0]?.isWithdrawable;
    };
    expect(await isWithdrawable()).toBe(false);
    const { orderId } = order;
    const paid = harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: 500n });
    harness.origin.mine();
    const end = harness.start();
    await harness.until(async () => {
      await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
      for (const txId of harness.origin.mempool()) if (txId !== paid) harness.origin.fail(txId);
      harness.origin.mine();
      return (await harness.request(order)).status === 'failure';
    }, false);
    await end();
    expect([await balance(), await isWithdrawable()]).toEqual([500n, true]);
    const id = await execute(await prepare({ amount: '500' }));
    expect(await isWithdrawable()).toBe(false);
    stop = harness.start();
    await harness.untilSettled();
    expect(await stateOf(id)).toEqual(['paid']);
    await harness.expectSound();
  });
});

describe('an attacker', () => {
  it.each([
    ['P1: without a nonce that was answered', { nonce: `0x${'ab'.repeat(32)}` }],
    ['P3: with another recipient', { recipient: mallory }],
    ['P3: with one unit more', { amount: '1000001' }],
    ['P3: with one unit less', { amount: '999999' }],
    ['P3: as another owner', { owner: mallory }],
    ['P3: with the slug in capitals', { chainId: 'ONE', ownerChainId: 'ONE' }],
    ['P12: with a slug that has a line end', { chainId: 'one\r\n', ownerChainId: 'one\r\n' }],
    ['with another fee', { additionalData: { fee: '0', expiresAt: 4_000_000_000 } }],
    ['with more members than were answered', { additionalData: { fee: '1', expiresAt: 1, x: 1 } }],
    ['without what was answered', { additionalData: undefined }],
  ])('%s gets nothing', async (_, changes) => {
    await depositFinal();
    const prepared = await prepare();
    const signature = signatureOf(alice, withdrawalDigest(prepared));
    const sent = { ...prepared, ...changes };
    // Neither with the signature of before nor with one over the altered terms.
    for (const signer of [undefined, alice, mallory]) {
      const tried = signer === undefined ? signature : signatureOf(signer, withdrawalDigest(sent));
      await expect(
        withdrawals.execute({ ...sent, signature: tried, additionalData: sent.additionalData }),
      ).rejects.toMatchObject({ name: 'PortageError' });
    }
    await expectNothingMoved();
  });

  it('P2: with a signature of its own gets nothing', async () => {
    await depositFinal();
    await expect(execute(await prepare(), mallory)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    await expectNothingMoved();
  });

  it.each([
    ['P6: more than there is', { amount: '1000001' }, 'INSUFFICIENT_FUNDS'],
    ['P6: nothing', { amount: '0' }, 'INVALID_REQUEST'],
    ['P6: less than its gas', { amount: '1' }, 'AMOUNT_TOO_LOW'],
    ["another owner's", { owner: mallory }, 'INSUFFICIENT_FUNDS'],
    ['P2: by an owner of another chain', { ownerChainId: 'two' }, 'INVALID_REQUEST'],
    ['in a currency of no chain', { currency: bob }, 'UNSUPPORTED_CURRENCY'],
  ])('cannot prepare %s', async (_, changes, code) => {
    await depositFinal();
    await expect(prepare(changes)).rejects.toMatchObject({ code });
    await expectNothingMoved();
  });

  it('E7: that sends one signature fifty times starts one job', async () => {
    await depositFinal();
    const message = await prepare({ amount: '500000' });
    const ids = await Promise.all(Array.from({ length: 50 }, () => execute(message)));
    expect(new Set(ids)).toEqual(new Set([message.nonce]));
    const second = await prepare({ amount: '400000' });
    await expect(execute(second)).rejects.toMatchObject({
      code: 'WITHDRAWAL_IN_PROGRESS',
      context: { existingJobId: message.nonce },
    });
    stop = harness.start();
    await harness.untilSettled();
    // Replayed after it was paid, it pays nothing more.
    expect(await execute(message)).toBe(message.nonce);
    const paid = harness.origin.balance(bob, usdc);
    await harness.untilSettled();
    expect(harness.origin.balance(bob, usdc)).toBe(paid);
    expect(await balance()).toBe(500_000n);
    await harness.expectSound();
  });
});

describe('a withdrawal', () => {
  it('is one, however its signature is written', async () => {
    await depositFinal();
    const message = await prepare({ amount: '400000' });
    expect(await execute(message)).toBe(message.nonce);
    stop = harness.start();
    await harness.untilSettled();
    const signature = signatureOf(alice, withdrawalDigest(message)).toUpperCase();
    const again = { ...message, signature, additionalData: message.additionalData };
    expect(await withdrawals.execute(again)).toBe(message.nonce);
    await harness.untilSettled();
    expect(await balance()).toBe(600_000n);
    await harness.expectSound();
  });
});

describe('a process that dies', () => {
  it.each(solverFailpoints.filter((point) => point.startsWith('refund-')))(
    'at "%s" is followed by one that pays a withdrawal once',
    async (point) => {
      await depositFinal();
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
      stop = harness.start();
      await harness.untilSettled();
      expect(await stateOf(id)).toEqual(['paid']);
      const [part] = (await harness.settlement.withdrawals.find(id))!.parts;
      expect(harness.origin.balance(bob, usdc)).toBe(part!.paid);
      expect(await harness.settlement.query('select state from outbox')).toEqual([
        { state: 'mined' },
      ]);
      expect(await balance()).toBe(0n);
      await harness.expectSound();
    },
  );
});

describe('a withdrawal that is not paid', () => {
  it('P8: is the owner\u2019s again, once, after its transactions have failed', async () => {
    await depositFinal();
    const id = await execute(await prepare());
    const end = harness.start();
    await harness.until(async () => {
      await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
      for (const txId of harness.origin.mempool()) harness.origin.fail(txId);
      harness.origin.mine();
      return (await stateOf(id))[0] === 'returned';
      // A block that is made elsewhere could have a payment that was not made to fail.
    }, false);
    await end();
    expect(await balance()).toBe(deposited);
    expect(harness.origin.balance(bob, usdc)).toBe(0n);
    await harness.expectSound();
    const again = await execute(await prepare());
    stop = harness.start();
    await harness.untilSettled();
    expect(await stateOf(again)).toEqual(['paid']);
    expect(await stateOf(id)).toEqual(['returned']);
    await harness.expectSound();
  });

  it('P8: is the owner\u2019s again when its time is over before it was signed', async () => {
    await depositFinal();
    const id = await execute(await prepare());
    await harness.settlement.query(
      `update withdrawals set expires_at = now() - interval '1 second'`,
    );
    stop = harness.start();
    await harness.untilSettled();
    expect(await harness.settlement.withdrawals.find(id)).toMatchObject({
      parts: [{ state: 'returned', reason: 'EXPIRED' }],
    });
    expect(await balance()).toBe(deposited);
    expect(await harness.settlement.query('select 1 from outbox')).toEqual([]);
    await harness.expectSound();
  });

  it('P6: waits while withdrawals from the depository are limited, and is paid then', async () => {
    await depositFinal();
    const id = await execute(await prepare());
    let available = 0n;
    stop = harness.start({
      see: (chain) => ({
        ...chain,
        ...(chain.vault === undefined
          ? {}
          : { vault: { ...chain.vault, available: async () => available } }),
      }),
    });
    await harness.until(async () => {
      const rows = await harness.settlement.query<{ due_since: number | null }>(
        'select due_since from jobs',
      );
      return rows.some(({ due_since: since }) => since !== null);
    });
    expect(await stateOf(id)).toEqual(['waiting']);
    available = deposited;
    await harness.settlement.query('update jobs set run_at = now()');
    await harness.untilSettled();
    expect(await stateOf(id)).toEqual(['paid']);
    await harness.expectSound();
  });
});
