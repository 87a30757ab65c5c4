import type { Chain, SignedTransaction } from '@portage/core/chain';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  createSettlementHarness,
  usdc,
  type OrderChanges,
  type PlacedOrder,
  type SettlementHarness,
} from './createSettlementHarness.js';

const databases = createTestDatabases();
let harness: SettlementHarness;
let stop: (() => Promise<void>) | undefined;

afterAll(() => databases.close());

beforeEach(async () => {
  harness = createSettlementHarness(await openTestSettlement(databases));
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  await databases.closeOpen();
});

/** Gas in calm times, and what two dollars buy: far beyond what is covered. */
const [calm, dear] = [1_000n, 10n ** 15n];

interface Version {
  readonly purpose: string;
  readonly state: string;
}

const versions = (): Promise<readonly Version[]> =>
  harness.settlement.query<Version & Record<string, unknown>>(
    'select purpose, state from outbox order by sequence, stored_at',
  );

const isKept = (): boolean =>
  harness.logs.some(({ message }) => message === 'a transaction keeps its fee');

const keptLogs = () => harness.logs.filter(({ message }) => message.endsWith('keeps its fee'));

/** Answers about open work as they are for a while: older than the transaction that is kept. */
function withOldWork(settlement: TestSettlement): TestSettlement {
  let oldAnswers = 3;
  const openWork: typeof settlement.chains.openWork = async () => {
    const { has } = await settlement.chains.openWork();
    return {
      has: (id, kind) => {
        if (kind !== 'transactions' || !isKept() || oldAnswers === 0) return has(id, kind);
        oldAnswers -= 1;
        return false;
      },
    };
  };
  return { ...settlement, chains: { ...settlement.chains, openWork } };
}

async function placeQuoted(changes: OrderChanges = {}): Promise<PlacedOrder> {
  const quoted = { gas: calm.toString(), minimum: '1' };
  return harness.place({ executionTerms: { appFees: [], quoted }, ...changes });
}

/** Blocks without what waits, until the condition holds. */
const passOver = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  harness.until(async () => {
    for (const chain of [harness.origin, harness.destination]) {
      for (const txId of chain.mempool()) chain.drop(txId);
      chain.mine();
    }
    return condition();
  }, false);

/** Signs what a deposit calls for at calm gas, of which no block is made. */
async function untilSigned(order: PlacedOrder, amount: bigint): Promise<void> {
  harness.origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount });
  harness.origin.mine();
  await harness.until(async () => {
    // Ours, where a payment goes back: it has to wait.
    for (const txId of harness.origin.mempool()) harness.origin.drop(txId);
    harness.origin.mine();
    return (await versions()).some(({ state }) => state === 'sent');
  }, false);
}

function setGas(fee: bigint): void {
  for (const chain of [harness.origin, harness.destination]) chain.setFee(fee);
}

/** Chains whose nodes refuse transactions for their fee, each time with gas that is dear then. */
function refusingWhile(
  isRefusing: () => boolean,
  onSend?: (transaction: SignedTransaction) => void,
): (chain: Chain) => Chain {
  return (chain) => ({
    ...chain,
    spend: {
      ...chain.spend!,
      broadcast: async (transactions, signal) => {
        for (const each of transactions) onSend?.(each);
        if (!isRefusing()) return chain.spend!.broadcast(transactions, signal);
        harness.origin.setFee(dear);
        return transactions.map(() => ({
          status: 'rejected',
          reason: 'gas price below minimum',
          isUnderpriced: true,
        }));
      },
    },
  });
}

const open = { policy: { transactions: { bumpAfterBlocks: 2 } } };

describe('a higher fee of what is signed', () => {
  it.each([
    ['fill', 1_000_000n, 'success', 2],
    // Too little for the order: it goes back.
    ['refund', 500n, 'refund', 1],
  ] as const)(
    'L12: of a %s is not signed while gas is dear, and is once it is cheap',
    async (purpose, amount, end, bumped) => {
      const order = await placeQuoted();
      const standing: number[] = [];
      stop = harness.start({
        ...open,
        onStanding: (chainId, count) => void (chainId === bumped && standing.push(count)),
      });
      await untilSigned(order, amount);
      setGas(dear);
      await passOver(isKept);
      await passOver(async () => standing.filter((count) => count === 1).length >= 5);
      expect(await versions()).toEqual([{ purpose, state: 'sent' }]);
      expect(keptLogs()).toMatchObject([{ context: { purpose, orderId: order.orderId } }]);
      setGas(calm);
      await passOver(async () => (await versions()).length === 2);
      await harness.untilStatus(order, end);
      expect((await versions()).filter(({ state }) => state === 'mined')).toHaveLength(1);
      await harness.until(() => standing.at(-1) === 0);
      await harness.expectSound();
    },
  );

  it('L12: of a fill that gas keeps out of blocks until its end is none: its deposit goes back', async () => {
    const deadline = Math.floor(Date.now() / 1000) + 60;
    const order = await placeQuoted({ deadline });
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 2 }, fills: { deadlineMarginSeconds: 1 } },
    });
    await untilSigned(order, 1_000_000n);
    setGas(dear);
    await passOver(isKept);
    await harness.until(async () => {
      for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
      harness.destination.mine(8);
      return (await versions()).some(({ purpose }) => purpose === 'cancel');
    }, false);
    setGas(calm);
    await harness.untilStatus(order, 'refund');
    expect((await versions()).map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(['fill', 'cancel', 'refund']),
    );
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    await harness.expectSound();
  });

  it('L12: of a fill that no node takes at a fee that is covered is none: its deposit goes back at once', async () => {
    harness = createSettlementHarness(withOldWork(await openTestSettlement(databases)));
    const order = await placeQuoted({ reverse: true });
    let isRefusing = true;
    stop = harness.start({
      policy: {
        transactions: { bumpAfterBlocks: 1_000, rebroadcastMs: 50 },
        fills: { gasWaitMs: 200 },
      },
      see: refusingWhile(() => isRefusing),
    });
    const { orderId } = order;
    harness.destination.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.until(async () => {
      harness.destination.mine();
      return (await versions()).some(({ purpose }) => purpose === 'cancel');
    }, false);
    expect(keptLogs()).toHaveLength(1);
    [isRefusing] = [false];
    harness.origin.setFee(calm);
    await harness.untilStatus(order, 'refund');
    expect(harness.origin.balance(bob, usdc)).toBe(0n);
    expect((await versions()).filter(({ state }) => state === 'mined')).toHaveLength(2);
    await harness.expectSound();
  });

  it('L12: that nodes ask for at once is not signed either where it is not covered', async () => {
    const order = await placeQuoted({ reverse: true });
    let isRefusing = true;
    const sent = new Set<string>();
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 1_000, rebroadcastMs: 1_000_000 } },
      see: refusingWhile(
        () => isRefusing,
        ({ txId }) => sent.add(txId),
      ),
    });
    const { orderId } = order;
    harness.destination.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.until(async () => {
      harness.destination.mine();
      return isKept();
    }, false);
    expect(sent.size).toBe(1);
    [isRefusing] = [false];
    harness.origin.setFee(calm);
    await stop();
    stop = harness.start(open);
    await harness.untilStatus(order, 'success');
    expect(harness.origin.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });
});
