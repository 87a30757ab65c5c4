import { createHmac, randomBytes } from 'node:crypto';
import { bytesToHex, systemClock, type Observed, type Price } from '@portage/core';
import { createChains, type Owners } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement } from '@portage/settlement/testing';
import { fakeDepository } from '@portage/testing';
import { withdrawalDigest, type WithdrawalMessage } from '@portage/withdrawals';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWithdrawals, type OwnerWithdrawals } from '../src/index.js';
import {
  alice,
  bob,
  createSettlementHarness,
  usdc,
  type SettlementHarness,
} from './createSettlementHarness.js';

/** Guards that keep a withdrawal apart from everything else that could pay the same money. */
const deposited = 1_000_000n;
const asset = `1:${usdc}`;
const databases = createTestDatabases();
let harness: SettlementHarness;
let withdrawals: OwnerWithdrawals;
let stop: (() => Promise<void>) | undefined;

/** A family's own signatures are tested with the family. */
const signatureOf = (account: string, digest: Uint8Array): string =>
  `0x${createHmac('sha256', account).update(digest).digest('hex')}`;
const owners: Owners = {
  verify: async ({ account, digest, signature }) => signature === signatureOf(account, digest),
};

const price = (usd: bigint): Observed<Price> => ({
  value: { usdE12: usd * 10n ** 12n },
  observedAt: Date.now(),
});

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
  const { origin, destination, settlement } = harness;
  withdrawals = createWithdrawals({
    chains: createChains([{ ...origin.chain, owners }, destination.chain]),
    settlement,
    prices: (id) => ({ eth: price(2_000n), usdc: price(1n) })[id],
    clock: systemClock,
  });
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

afterAll(() => databases.close());

/** Terms as the service takes them, with slugs. */
type Terms = Omit<WithdrawalMessage, 'nonce' | 'additionalData'>;

const terms: Terms = {
  chainId: 'one',
  ownerChainId: 'one',
  currency: usdc,
  amount: deposited.toString(),
  owner: alice,
  recipient: bob,
};

const balance = (): Promise<bigint> =>
  harness.settlement.ledger.balance(`withdrawable:${alice}`, asset);

function depositUnmatched(): string {
  const orderId = bytesToHex(randomBytes(32));
  return harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: deposited });
}

/** Pays in what no order takes, and waits until its owner may withdraw it. */
async function depositFinal(): Promise<void> {
  depositUnmatched();
  const end = harness.start({ part: 'indexer' });
  await harness.until(async () => {
    const prepared = await withdrawals.prepare(terms).catch(() => undefined);
    return prepared !== undefined;
  });
  await end();
}

async function prepare(changes: Partial<Terms> = {}): Promise<WithdrawalMessage> {
  const asked = { ...terms, ...changes };
  const prepared = await withdrawals.prepare(asked);
  return { ...asked, ...prepared, additionalData: { ...prepared.additionalData } };
}

async function execute(message: WithdrawalMessage): Promise<string> {
  const signature = signatureOf(alice, withdrawalDigest(message));
  return withdrawals.execute({ ...message, signature, additionalData: message.additionalData });
}

const stateOf = async (id: string): Promise<readonly (string | undefined)[]> =>
  (await harness.settlement.withdrawals.find(id))?.parts.map(({ state }) => state) ?? [];

const outbox = () =>
  harness.settlement.query<{ tx_id: string; state: string; sequence: bigint }>(
    'select tx_id, state, sequence from outbox order by sequence, stored_at',
  );

const rowsOf = async (): Promise<unknown> =>
  harness.settlement.query(
    `select (select count(*) from withdrawals)::int as withdrawals, (select count(*) from jobs)::int as jobs,
       (select count(*) from ledger_entries)::int as entries, (select count(*) from withdrawal_secrets)::int as secrets`,
  );

/** Balance of the depository by the last comparison; undefined before the first. */
async function comparedBalance(): Promise<bigint | undefined> {
  const [row] = await harness.settlement.query<{ balance: bigint }>(
    `select balance from balance_counts where chain_id = 1 and account = 'depository' and currency = $1`,
    [usdc],
  );
  return row?.balance;
}

describe('an owner that only prepares', () => {
  it('P7: leaves nothing behind, however often it asks, and uses no nonce up', async () => {
    await depositFinal();
    const first = await prepare();
    const before = await rowsOf();
    const amounts = Array.from({ length: 1_000 }, (_, index) =>
      (deposited - BigInt(index)).toString(),
    );
    const prepared = await Promise.all(amounts.map((amount) => prepare({ amount })));
    expect(new Set(prepared.map(({ nonce }) => nonce)).size).toBe(amounts.length);
    expect(await rowsOf()).toEqual(before);
    expect(await balance()).toBe(deposited);
    // And what was answered first is still worth a withdrawal.
    const id = await execute(first);
    stop = harness.start();
    await harness.untilSettled();
    expect(await stateOf(id)).toEqual(['paid']);
    await harness.expectSound();
  });
});

describe('money that somebody else may be paid', () => {
  it('O1: is nobody\u2019s to withdraw before a quorum has told of it', async () => {
    harness.origin.setAgreement(() => false);
    const txId = depositUnmatched();
    stop = harness.start();
    const isSeen = async (): Promise<boolean> =>
      (await harness.settlement.query(`select 1 from deposits where state = 'seen'`)).length > 0;
    await harness.until(isSeen);
    harness.origin.mine(10);
    await expect(prepare()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    harness.origin.setAgreement(() => true);
    await harness.until(async () => (await prepare().catch(() => undefined)) !== undefined);
    expect(harness.origin.transaction(txId)).toBeDefined();
  });

  it('P10: of an order is not its depositor\u2019s to withdraw, before, during or after its fill', async () => {
    const order = await harness.place();
    const { orderId } = order;
    harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount: deposited });
    stop = harness.start();
    const refused = { code: 'INSUFFICIENT_FUNDS' };
    await expect(prepare()).rejects.toMatchObject(refused);
    await harness.until(() => {
      harness.origin.mine();
      return harness.destination.mempool().length === 1;
    }, false);
    await expect(prepare()).rejects.toMatchObject(refused);
    await harness.untilStatus(order, 'success');
    await expect(prepare()).rejects.toMatchObject(refused);
    expect(await balance()).toBe(0n);
    await harness.expectSound();
  });

  it('P10: is taken by one of several withdrawals that are signed at once', async () => {
    await depositFinal();
    const amounts = Array.from({ length: 20 }, (_, index) =>
      (deposited - BigInt(index)).toString(),
    );
    const messages = await Promise.all(amounts.map((amount) => prepare({ amount })));
    const results = await Promise.allSettled(messages.map((message) => execute(message)));
    const opened = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(opened).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'WITHDRAWAL_IN_PROGRESS',
          context: { existingJobId: opened[0] },
        });
    stop = harness.start();
    await harness.untilSettled();
    expect(await outbox()).toMatchObject([{ state: 'mined' }]);
    await harness.expectSound();
  });

  it('O9: is taken by its owner or by an operator, whoever comes first', async () => {
    await depositFinal();
    const { reconciliations } = harness.settlement;
    const [{ txId, ordinal } = { txId: '', ordinal: 0 }] = await reconciliations.suspense();
    const taken = { chainId: 1, txId, ordinal, reason: 'our own' };
    const message = await prepare();
    const [byOwner, byOperator] = await Promise.allSettled([
      execute(message),
      reconciliations.take(taken),
    ]);
    const isOwners = byOwner.status === 'fulfilled';
    const isOperators = byOperator.status === 'fulfilled' && byOperator.value !== undefined;
    expect([isOwners, isOperators].filter(Boolean)).toHaveLength(1);
    expect(await balance()).toBe(0n);
    expect(await reconciliations.take(taken)).toBeUndefined();
    await expect(prepare()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    stop = harness.start();
    await harness.untilSettled();
    expect(await harness.settlement.ledger.audit()).toEqual([]);
    expect(harness.origin.balance(bob, usdc) > 0n).toBe(isOwners);
  });
});

describe('a payment of a withdrawal', () => {
  it('P9: that is signed again for a higher fee has the same sequence, and lands once', async () => {
    await depositFinal();
    const id = await execute(await prepare());
    stop = harness.start({ policy: { transactions: { bumpAfterBlocks: 3 } } });
    await harness.until(async () => {
      for (const txId of harness.origin.mempool()) harness.origin.drop(txId);
      harness.origin.mine();
      return (await outbox()).length >= 2;
    }, false);
    await harness.untilSettled();
    const rows = await outbox();
    expect(new Set(rows.map(({ sequence }) => sequence)).size).toBe(1);
    expect(rows.filter(({ state }) => state === 'mined')).toHaveLength(1);
    const [part] = (await harness.settlement.withdrawals.find(id))!.parts;
    expect(part?.state).toBe('paid');
    expect(harness.origin.balance(bob, usdc)).toBe(part?.paid);
    await harness.expectSound();
  });

  it('P6, INV-C5: is not signed while the chain is halted because the depository holds less than the books', async () => {
    await depositFinal();
    const message = await prepare();
    harness.origin.credit(fakeDepository, usdc, -1n);
    stop = harness.start();
    await harness.until(async () => (await harness.halted(harness.origin)) !== null);
    await expect(execute(message)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    await expect(prepare()).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(await balance()).toBe(deposited);
    expect(await outbox()).toEqual([]);
    // What is missing comes back, and an operator lets the chain go on.
    harness.origin.credit(fakeDepository, usdc, 1n);
    harness.origin.mine(10);
    // A comparison that began before would halt the chain once more.
    await harness.until(async () => (await comparedBalance()) === deposited);
    await harness.settlement.chains.clearHalt(1, 'the missing unit is back');
    await harness.until(async () => {
      const again = await prepare().catch(() => undefined);
      return again !== undefined && (await execute(again).catch(() => undefined)) !== undefined;
    });
    await harness.untilSettled();
    expect(await outbox()).toMatchObject([{ state: 'mined' }]);
    await harness.expectSound();
  });

  it('CB2, INV-C5: waits from the first comparison on that finds less than the books', async () => {
    await depositFinal();
    const compare = harness.start();
    await harness.until(async () => (await comparedBalance()) === deposited);
    await compare();
    const id = await execute(await prepare());
    // A worker compares before it signs anything. It takes a second comparison to halt the chain.
    harness.origin.credit(fakeDepository, usdc, -1n);
    harness.origin.mine();
    stop = harness.start({ policy: { balances: { intervalMs: 500 }, work: { pollMs: 500 } } });
    await harness.until(async () => (await harness.halted(harness.origin)) !== null);
    expect(await stateOf(id)).toEqual(['waiting']);
    expect(await outbox()).toEqual([]);
    harness.origin.credit(fakeDepository, usdc, 1n);
    harness.origin.mine();
    await harness.until(async () => (await comparedBalance()) === deposited);
    await harness.settlement.chains.clearHalt(1, 'the missing unit is back');
    await harness.untilSettled();
    expect(await stateOf(id)).toEqual(['paid']);
    await harness.expectSound();
  });
});
