import { randomBytes } from 'node:crypto';
import { openTestSettlement } from '@portage/settlement/testing';
import { systemClock } from '@portage/core';
import { createChains, type Chain, type ChainUpdate } from '@portage/core/chain';
import { indexerFailpoints } from '@portage/indexer';
import { readOutbox } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeAddress, fakeDepository, fakeNative } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canSpend, type ChainContext } from '../src/context.js';
import { defaultPolicy } from '../src/index.js';
import { byTransaction } from '../src/outbox/inspectRows.js';
import { replaceTransactions } from '../src/outbox/replaceTransactions.js';
import { watchOutbox } from '../src/outbox/watchOutbox.js';
import {
  alice,
  bob,
  createSettlementHarness,
  paymentPoints,
  solverAccount,
  usdc,
  type SettlementHarness,
  type PlacedOrder,
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

const amount = 1_000_000n;

const pay = (orderId: string): string =>
  harness.origin.deposit({ orderId, payer: alice, currency: usdc, amount });

async function outbox(): Promise<
  readonly { tx_id: string; state: string; purpose: string; sequence: bigint }[]
> {
  return harness.settlement.query<{
    tx_id: string;
    state: string;
    purpose: string;
    sequence: bigint;
  }>('select tx_id, state, purpose, sequence from outbox order by chain_id, sequence, stored_at');
}

/** Waits until a fill was given to the destination chain, of which no block is made meanwhile. */
async function untilFillSent(): Promise<string> {
  await harness.until(async () => {
    harness.origin.mine();
    return (await outbox()).some(({ purpose, state }) => purpose === 'fill' && state === 'sent');
  }, false);
  const fill = (await outbox()).find(({ purpose }) => purpose === 'fill');
  return fill?.tx_id ?? '';
}

/** Of all transactions that were sent for an order, with one sequence, one is mined. */
async function expectOnePaid(order: PlacedOrder): Promise<void> {
  await harness.untilStatus(order, 'success');
  const rows = await outbox();
  expect(new Set(rows.map(({ sequence }) => sequence)).size).toBe(1);
  expect(rows.filter(({ state }) => state === 'mined')).toHaveLength(1);
  expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
  await harness.expectSound();
}

/** A worker of the destination chain that does only what it is told. */
function createOtherWorker(): ChainContext {
  const { chain } = harness.destination;
  if (!canSpend(chain)) throw new Error('a fake chain spends');
  return {
    chain,
    chains: createChains([chain]),
    settlement: harness.settlement,
    leases: harness.settlement.leases,
    prices: () => undefined,
    clock: { ...systemClock, now: () => harness.destination.tip().time * 1000 },
    randomBytes,
    log: () => undefined,
    worker: 'either',
    policy: defaultPolicy,
  };
}

describe('a process that dies', () => {
  it.each([...indexerFailpoints, ...paymentPoints])(
    'G3, G5, G6, G7, G8, G9, G15, G16, G17, G18, G19: at "%s" is followed by one that ends each order once',
    async (point) => {
      const filled = await harness.place();
      const refunded = await harness.place();
      const before = harness.origin.balance(alice, usdc);
      pay(filled.orderId);
      harness.origin.deposit({
        orderId: refunded.orderId,
        payer: alice,
        currency: usdc,
        amount: 500n,
      });
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
      await harness.untilStatus(filled, 'success');
      await harness.untilStatus(refunded, 'refund');
      expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
      expect(before - harness.origin.balance(alice, usdc)).toBe(amount + 1n);
      expect((await outbox()).map(({ state }) => state)).toEqual(['mined', 'mined']);
      await harness.expectSound();
    },
  );

  it('G24: twenty times in a row still ends every order once', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => harness.place()));
    for (const { orderId } of orders) pay(orderId);
    const points = [...indexerFailpoints, ...paymentPoints];
    for (let life = 0; life < 20; life += 1) {
      const point = points[life % points.length];
      const end = harness.start({
        policy: { work: { batchMax: 2 } },
        failpoint: (name) => {
          if (name === point) throw new Error(`killed at ${name}`);
        },
      });
      for (let block = 0; block < 3; block += 1) {
        harness.origin.mine();
        harness.destination.mine();
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
      await end();
    }
    stop = harness.start();
    for (const order of orders) await harness.untilStatus(order, 'success');
    expect(harness.destination.balance(bob, usdc)).toBe(12n * 990_000n);
    await harness.expectSound();
  });
});

describe('the same event told again', () => {
  it('E1: a hundred times in one step and in steps of its own is one credit', async () => {
    const order = await harness.place();
    pay(order.orderId);
    const repeat = (chain: Chain): Chain => ({
      ...chain,
      observe: {
        ...chain.observe,
        updates: async function* (known, signal): AsyncGenerator<ChainUpdate> {
          for await (const update of chain.observe.updates(known, signal)) {
            if (update.type === 'rollback') yield update;
            else
              for (let time = 0; time < 10; time += 1)
                yield { ...update, events: Array.from({ length: 10 }, () => update.events).flat() };
          }
        },
      },
    });
    stop = harness.start({ see: repeat });
    await harness.untilStatus(order, 'success');
    expect(await harness.settlement.query('select 1 from deposits')).toHaveLength(1);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });
});

describe('a reorg', () => {
  it('F1: before anything was spent takes the deposit back as if it had not been', async () => {
    const order = await harness.place();
    const end = harness.start({ part: 'indexer' });
    harness.origin.mine();
    pay(order.orderId);
    harness.origin.mine();
    // No block is made meanwhile: the deposit stays in the last one.
    await harness.until(async () => (await harness.request(order)).status === 'pending', false);
    harness.origin.reorg(1, 'drop');
    await harness.until(async () => (await harness.request(order)).status === 'waiting');
    expect(await harness.settlement.query('select 1 from jobs')).toEqual([]);
    expect(await harness.settlement.ledger.balance(`escrow:${order.orderId}`, `1:${usdc}`)).toBe(
      0n,
    );
    await end();
    pay(order.orderId);
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('F2: that moves a deposit to another block leaves one credit', async () => {
    const order = await harness.place();
    const end = harness.start({ part: 'indexer' });
    harness.origin.mine();
    pay(order.orderId);
    harness.origin.mine();
    await harness.until(async () => (await harness.request(order)).status === 'pending', false);
    harness.origin.reorg(1, 'remine');
    await harness.until(
      async () =>
        (
          await harness.settlement.query(
            `select 1 from deposits where reorg_count = 1 and state = 'final'`,
          )
        ).length === 1,
      false,
    );
    await end();
    stop = harness.start();
    await harness.untilStatus(order, 'success');
    expect(await harness.halted(harness.origin)).toBeNull();
    await harness.expectSound();
  });

  it('F4, CB6: after the fill is a loss of the operator and halts the chain, until the deposit comes back', async () => {
    const order = await harness.place();
    stop = harness.start();
    harness.origin.mine();
    pay(order.orderId);
    harness.origin.mine();
    await harness.until(async () => {
      harness.destination.mine();
      return (await harness.request(order)).status === 'success';
    }, false);
    await harness.until(async () => {
      harness.destination.mine();
      return (
        (await harness.settlement.query('select 1 from settlements where settled_at is not null'))
          .length === 1
      );
    }, false);
    harness.origin.reorg(1, 'mempool');
    await harness.until(async () => (await harness.halted(harness.origin)) !== null, false);
    expect(await harness.settlement.ledger.balance('pnl', `1:${usdc}`)).toBe(-amount);
    await harness.expectSound();
    harness.origin.mine();
    await harness.until(
      async () => (await harness.settlement.ledger.balance('pnl', `1:${usdc}`)) === 0n,
      false,
    );
    expect((await harness.request(order)).status).toBe('success');
    expect(await harness.halted(harness.origin)).toMatch(/after it was spent/);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });

  it('F5: of our own fill makes us send the same bytes again', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    harness.origin.mine();
    const txId = await untilFillSent();
    harness.destination.mine();
    await harness.until(async () => (await harness.request(order)).status === 'success', false);
    await harness.until(async () => (await outbox())[0]?.state === 'mined', false);
    harness.destination.reorg(1, 'drop');
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    await harness.until(() => harness.destination.balance(bob, usdc) > 0n);
    await harness.untilSettled();
    expect((await outbox()).map(({ tx_id, state }) => ({ tx_id, state }))).toEqual([
      { tx_id: txId, state: 'mined' },
    ]);
    expect((await harness.request(order)).status).toBe('success');
    await harness.expectSound();
  });
});

describe('a reorg between two lives of the process', () => {
  it('of a fill whose request has succeeded is noticed, booked back and paid again', async () => {
    const order = await harness.place();
    const end = harness.start();
    pay(order.orderId);
    harness.origin.mine();
    const txId = await untilFillSent();
    harness.destination.mine();
    await harness.until(async () => (await outbox())[0]?.state === 'mined', false);
    expect((await harness.request(order)).status).toBe('success');
    await end();
    harness.destination.reorg(1, 'drop');
    stop = harness.start();
    await harness.until(
      async () =>
        (
          await harness.settlement.query(
            `select 1 from ledger_entries where kind = 'payout reversed'`,
          )
        ).length === 1,
      false,
    );
    await harness.untilSettled();
    expect((await outbox()).map(({ tx_id, state }) => ({ tx_id, state }))).toEqual([
      { tx_id: txId, state: 'mined' },
    ]);
    expect(harness.destination.balance(bob, usdc)).toBe(990_000n);
    expect((await harness.request(order)).status).toBe('success');
    await harness.expectSound();
  });
});

describe('a reorg of the failure of a fill', () => {
  const failFill = async (order: { readonly orderId: string }): Promise<string> => {
    pay(order.orderId);
    harness.origin.mine();
    const txId = await untilFillSent();
    harness.destination.fail(txId);
    return txId;
  };

  it('after its refund was decided has the fill outbid, and never sent again', async () => {
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    stop = harness.start();
    const txId = await failFill(order);
    harness.destination.mine();
    await harness.until(async () => {
      harness.origin.mine();
      return (await harness.request(order)).status === 'refund';
    }, false);
    await harness.until(async () => {
      harness.origin.mine();
      return (
        (await harness.settlement.query('select 1 from settlements where settled_at is null'))
          .length === 0
      );
    }, false);
    harness.destination.reorg(1, 'mempool');
    await harness.until(
      async () =>
        (await outbox()).some(({ purpose, state }) => purpose === 'cancel' && state === 'sent'),
      false,
    );
    expect(harness.destination.mempool()).not.toContain(txId);
    await harness.untilSettled();
    expect(await harness.halted(harness.destination)).toMatch(/after its refund was decided/);
    expect(
      (await outbox())
        .filter(({ purpose }) => purpose !== 'refund')
        .map(({ purpose, state }) => `${purpose} ${state}`),
    ).toEqual(['fill replaced', 'cancel mined']);
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    expect(before - harness.origin.balance(alice, usdc)).toBe(1n);
    await harness.expectSound();
  });

  it('before that holds all that the fill may pay, a top-up as well', async () => {
    const order = await harness.place({ topup: 7_000n });
    stop = harness.start();
    await failFill(order);
    await harness.settlement.query(
      `update chain_cursors set halted_reason = 'the refund waits' where chain_id = 1`,
    );
    harness.destination.mine();
    await harness.until(async () => (await outbox())[0]?.state === 'reverted', false);
    harness.destination.reorg(1, 'mempool');
    await harness.until(async () => (await outbox())[0]?.state === 'sent', false);
    const reserved = await harness.settlement.query<{ reserved: bigint }>(
      'select reserved from inventory where chain_id = 2 and currency = $1',
      [usdc],
    );
    expect(reserved).toEqual([{ reserved: 990_000n }]);
    harness.destination.mine();
    await harness.until(async () => (await outbox())[0]?.state === 'reverted', false);
    await harness.settlement.query(
      'update chain_cursors set halted_reason = null where chain_id = 1',
    );
    await harness.untilStatus(order, 'refund');
    await harness.expectSound();
  });
});

describe('a reorg that is applied while our transactions are looked up', () => {
  /**
   * The chain goes back, and the indexer with it, right after the chain has said what became of a
   * payment of ours.
   */
  const reorgAfterLook = (chain: Chain): Chain => {
    const { spend } = chain;
    if (spend === undefined) throw new Error('a fake chain spends');
    let looks = 0;
    const inspect: typeof spend.inspect = async (transactions, signal) => {
      const outcomes = await spend.inspect(transactions, signal);
      const isSeen = async (): Promise<boolean> =>
        (
          await harness.settlement.query(
            `select 1 from fills where chain_id = 1 and state = 'seen' union all select 1 from releases where chain_id = 1 and state = 'seen'`,
          )
        ).length > 0;
      if (looks > 1 || !outcomes.some(({ status }) => status === 'mined') || !(await isSeen()))
        return outcomes;
      looks += 1;
      // The first look may have begun before the event was written; the second one knows it.
      if (looks === 1) return outcomes.map(() => ({ status: 'pending' }));
      harness.origin.reorg(1, 'drop');
      await harness.until(
        async () =>
          (
            await harness.settlement.query(
              'select 1 from chain_cursors where chain_id = 1 and hash = $1',
              [harness.origin.tip().hash],
            )
          ).length === 1,
        false,
      );
      return outcomes;
    };
    return { ...chain, spend: { ...spend, inspect } };
  };

  it('does not make a fill final that the chain no longer has', async () => {
    const order = await harness.place({ reverse: true });
    stop = harness.start({ see: reorgAfterLook });
    harness.destination.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount });
    harness.destination.mine();
    await harness.until(async () => (await outbox()).some(({ state }) => state === 'sent'), false);
    harness.origin.mine();
    await harness.until(
      async () =>
        (await harness.settlement.query(`select 1 from fills where state = 'reorged'`)).length ===
        1,
      false,
    );
    await harness.untilStatus(order, 'success');
    expect(harness.origin.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });

  it('does not make a refund final that the chain no longer has', async () => {
    const order = await harness.place();
    const before = harness.origin.balance(alice, usdc);
    stop = harness.start({ see: reorgAfterLook });
    harness.origin.mine();
    harness.origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount: 500n });
    harness.origin.mine();
    await harness.until(async () => (await outbox()).some(({ state }) => state === 'sent'), false);
    harness.origin.mine();
    await harness.until(
      async () =>
        (await harness.settlement.query(`select 1 from releases where state = 'reorged'`))
          .length === 1,
      false,
    );
    await harness.untilStatus(order, 'refund');
    expect(before - harness.origin.balance(alice, usdc)).toBe(1n);
    await harness.expectSound();
  });

  it.each([
    ['of another fork', {}],
    ['of a height at which this one has no block (F10)', { height: 0, isTentative: true }],
  ])('does not believe an end that was told %s', async (_, told) => {
    const order = await harness.place({ reverse: true });
    let looks = 0;
    const lie = (chain: Chain): Chain => {
      const { spend } = chain;
      if (spend === undefined) throw new Error('a fake chain spends');
      const inspect: typeof spend.inspect = async (transactions, signal) => {
        looks += transactions.length > 0 ? 1 : 0;
        if (looks > 5) return spend.inspect(transactions, signal);
        return transactions.map(() => ({
          status: 'reverted',
          height: harness.origin.tip().height,
          blockHash: `0x${'d'.repeat(64)}`,
          gasCost: 1n,
          ...told,
        }));
      };
      return { ...chain, spend: { ...spend, inspect } };
    };
    stop = harness.start({ see: lie });
    harness.destination.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount });
    await harness.untilStatus(order, 'success');
    expect(looks).toBeGreaterThan(5);
    expect((await outbox()).map(({ state }) => state)).toEqual(['mined']);
    expect(harness.origin.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
  });
});

describe('a transaction of ours', () => {
  it('L6: that reverts gives the deposit back', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    const txId = await untilFillSent();
    harness.destination.fail(txId);
    await harness.untilStatus(order, 'refund');
    expect(await harness.request(order)).toMatchObject({ failReason: 'TRANSACTION_REVERTED' });
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    expect(await harness.settlement.query('select reason from settlement_changes')).toEqual([
      { reason: 'TRANSACTION_REVERTED' },
    ]);
    await harness.expectSound();
  });

  it('H4: that was lost is sent again with the same bytes', async () => {
    const order = await harness.place();
    harness.destination.faultBroadcasts('lost');
    stop = harness.start();
    pay(order.orderId);
    await harness.untilStatus(order, 'success');
    expect(await outbox()).toHaveLength(1);
    await harness.expectSound();
  });

  it.each(['timedOut', 'unreachable', 'rejected'] as const)(
    'H3, H5: about which the node answered "%s" keeps its sequence and is paid once',
    async (fault) => {
      const order = await harness.place();
      harness.destination.faultBroadcasts(fault);
      stop = harness.start();
      pay(order.orderId);
      await harness.untilStatus(order, 'success');
      expect(await outbox()).toHaveLength(1);
      await harness.expectSound();
    },
  );

  it('L3, L4: that blocks pass over gets a higher fee with the same sequence', async () => {
    const order = await harness.place();
    stop = harness.start({ policy: { transactions: { bumpAfterBlocks: 3 } } });
    pay(order.orderId);
    await untilFillSent();
    await harness.until(async () => {
      for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
      harness.destination.mine();
      return (await outbox()).length >= 2;
    }, false);
    await expectOnePaid(order);
  });

  it('L4: of which nobody knew the block when it was sent gets a higher fee as well', async () => {
    const order = await harness.place();
    stop = harness.start({ policy: { transactions: { bumpAfterBlocks: 3 } } });
    pay(order.orderId);
    await untilFillSent();
    await harness.settlement.query('update outbox set sent_height = null');
    await harness.until(async () => {
      for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
      harness.destination.mine();
      return (await outbox()).length >= 2;
    }, false);
    await expectOnePaid(order);
  });

  it('G11: that is outbid by a process that then dies is paid once, whichever version lands', async () => {
    const order = await harness.place();
    let isKilled = false;
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 3 } },
      failpoint: (name) => {
        if (name !== 'bump-stored') return;
        isKilled = true;
        throw new Error(`killed at ${name}`);
      },
    });
    pay(order.orderId);
    await untilFillSent();
    await harness.until(() => {
      for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
      harness.destination.mine();
      return isKilled;
    }, false);
    await stop();
    const [first, ...bumps] = await outbox();
    expect(bumps.map(({ state }) => state)).toEqual(['stored']);
    expect(first?.state).toBe('sent');
    stop = harness.start();
    await expectOnePaid(order);
  });

  it('that the chain keeps refusing gets a higher fee with the same sequence, too', async () => {
    const order = await harness.place();
    stop = harness.start({ policy: { transactions: { bumpAfterBlocks: 3 } } });
    pay(order.orderId);
    await harness.until(async () => {
      harness.destination.faultBroadcasts('rejected');
      for (const chain of [harness.origin, harness.destination]) chain.mine();
      return (await outbox()).length >= 2;
    }, false);
    await expectOnePaid(order);
  });

  it('is outbid once by two workers that both believe that it is theirs', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    await untilFillSent();
    await stop();
    const context = createOtherWorker();
    const { chain } = context;
    const rows = byTransaction(
      await readOutbox(harness.settlement, chain.id, chain.spend.sender, 10),
    );
    const reserved = async () =>
      harness.settlement.query(
        'select coalesce(sum(gas_reserved), 0)::text as reserved from settlements',
      );
    const before = await reserved();
    const outbid = await Promise.all([
      replaceTransactions(context, rows, 'bump'),
      replaceTransactions(context, rows, 'cancel'),
    ]);
    expect(outbid.flat()).toHaveLength(1);
    expect(await outbox()).toHaveLength(2);
    // And a worker that read it before that does nothing any more.
    expect(await replaceTransactions(context, rows, 'bump')).toEqual([]);
    expect(await outbox()).toHaveLength(2);
    if ((await outbox()).some(({ purpose }) => purpose === 'cancel'))
      expect(await reserved()).toEqual(before);
    stop = harness.start({ policy: { transactions: { bumpAfterBlocks: 3 } } });
    await harness.untilSettled();
    await harness.expectSound();
  });

  it('that was outbid while another worker looked at it gives back all that is held for it', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    await untilFillSent();
    await stop();
    const context = createOtherWorker();
    const { spend } = context.chain;
    const rows = byTransaction(await readOutbox(harness.settlement, 2, spend.sender, 10));
    stop = harness.start({ part: 'indexer' });
    await harness.until(async () => (await harness.request(order)).status === 'success');
    const inspect: typeof spend.inspect = async (transactions, signal) => {
      await replaceTransactions(context, rows, 'bump');
      return spend.inspect(transactions, signal);
    };
    await watchOutbox(
      { ...context, chain: { ...context.chain, spend: { ...spend, inspect } } },
      true,
    );
    expect((await outbox()).map(({ state }) => state)).toEqual(['mined', 'replaced']);
    await stop();
    stop = harness.start();
    await harness.untilSettled();
    await harness.expectSound();
  });

  it('that nodes refuse for its fee alone is signed with a higher one at once, before any block', async () => {
    const order = await harness.place({ reverse: true });
    const refused: string[] = [];
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 1_000, rebroadcastMs: 1_000_000 } },
      see: (chain) => ({
        ...chain,
        spend: {
          ...chain.spend!,
          // Nodes take the third version.
          broadcast: async (transactions, signal) => {
            const ids = transactions.map(({ txId }) => txId);
            if (refused.length >= 2) return chain.spend!.broadcast(transactions, signal);
            refused.push(...ids);
            return ids.map(() => ({
              status: 'rejected',
              reason: 'gas price below minimum',
              isUnderpriced: true,
            }));
          },
        },
      }),
    });
    const { orderId } = order;
    harness.destination.deposit({ orderId, payer: alice, currency: usdc, amount });
    await harness.until(async () => {
      harness.destination.mine();
      return harness.origin.mempool().length > 0;
    }, false);
    expect(new Set(refused).size).toBe(2);
    await harness.untilStatus(order, 'success');
    expect(harness.origin.balance(bob, usdc)).toBe(990_000n);
    await harness.expectSound();
    expect((await outbox()).map(({ state }) => state)).toEqual(['replaced', 'replaced', 'mined']);
  });

  it('O6: that is too late is outbid by one that pays nobody, and the deposit goes back', async () => {
    const order = await harness.place({ deadline: Math.floor(Date.now() / 1000) + 60 });
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 2 }, fills: { deadlineMarginSeconds: 1 } },
    });
    pay(order.orderId);
    await untilFillSent();
    await harness.until(async () => {
      for (const txId of harness.destination.mempool()) harness.destination.drop(txId);
      harness.destination.mine(8);
      return (await outbox()).some(({ purpose }) => purpose === 'cancel');
    }, false);
    await harness.untilStatus(order, 'refund');
    expect(
      (await outbox()).filter(({ purpose, state }) => purpose === 'cancel' && state === 'mined'),
    ).toHaveLength(1);
    expect(harness.destination.balance(bob, usdc)).toBe(0n);
    await harness.expectSound();
  });

  it('O6: that is too late is outbid by one at the highest fee, which is sent again where nodes forget it', async () => {
    const deadline = Math.floor(Date.now() / 1000) + 60;
    const order = await harness.place({ deadline, reverse: true });
    let cancellations = 0;
    stop = harness.start({
      policy: { transactions: { bumpAfterBlocks: 2 }, fills: { deadlineMarginSeconds: 1 } },
      see: (chain) => ({
        ...chain,
        spend: {
          ...chain.spend!,
          cancel: async (...args) => {
            cancellations += 1;
            if (cancellations > 1) throw new Error('it offers the highest fee already');
            return chain.spend!.cancel(...args);
          },
        },
      }),
    });
    const { orderId } = order;
    harness.destination.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000_000n });
    await harness.until(async () => {
      harness.destination.mine();
      return (await outbox()).some(({ purpose, state }) => purpose === 'fill' && state === 'sent');
    }, false);
    await harness.until(async () => {
      // Nodes forget all that is sent, until the cancellation itself should have been outbid.
      if (cancellations < 3) for (const txId of harness.origin.mempool()) harness.origin.drop(txId);
      harness.origin.mine(8);
      const rows = await outbox();
      return rows.some(({ purpose, state }) => purpose === 'cancel' && state === 'mined');
    }, false);
    await harness.untilStatus(order, 'refund');
    expect(harness.origin.balance(bob, usdc)).toBe(0n);
    await harness.expectSound();
  });

  it('M6: that reverts again as a refund leaves the request to an operator', async () => {
    const order = await harness.place();
    stop = harness.start();
    const deposit = harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 500n,
    });
    harness.origin.mine();
    await harness.until(async () => {
      await harness.settlement.query(`update jobs set run_at = now() where kind = 'refund'`);
      for (const txId of harness.origin.mempool()) if (txId !== deposit) harness.origin.fail(txId);
      harness.origin.mine();
      return (await harness.request(order)).status === 'failure';
    }, false);
    expect(await harness.request(order)).toMatchObject({
      refundFailReason: 'MANUAL_REFUND_REQUIRED',
    });
    expect((await outbox()).filter(({ state }) => state === 'reverted')).toHaveLength(2);
    expect(await harness.settlement.ledger.balance(`withdrawable:${alice}`, `1:${usdc}`)).toBe(
      500n,
    );
    await harness.expectSound();
  });
});

describe('an event of our own payment', () => {
  it('that the first reading left out is asked for by the payer and taken in by the follower', async () => {
    const withoutReleases = (chain: Chain): Chain => ({
      ...chain,
      observe: {
        ...chain.observe,
        updates: async function* (known, signal) {
          for await (const update of chain.observe.updates(known, signal))
            yield update.type === 'advance'
              ? { ...update, events: update.events.filter(({ type }) => type !== 'release') }
              : update;
        },
      },
    });
    const order = await harness.place();
    const stopFollower = harness.start({ part: 'indexer', see: withoutReleases });
    const stopPayer = harness.start({ part: 'solver' });
    stop = async () => {
      await Promise.all([stopFollower(), stopPayer()]);
    };
    harness.origin.deposit({ orderId: order.orderId, payer: alice, currency: usdc, amount: 500n });
    await harness.untilStatus(order, 'refund');
    expect(await outbox()).toHaveLength(1);
    await harness.expectSound();
  });
});

describe('a clock of the process', () => {
  it.each([
    ['five minutes ahead', 300_000],
    ['ten minutes behind', -600_000],
  ])('J1: that is %s neither puts a refund that reverted off nor hurries it', async (_, shift) => {
    const order = await harness.place();
    stop = harness.start({ clockShiftMs: shift, policy: { work: { readingAgeMsMax: 3_600_000 } } });
    const deposit = harness.origin.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 500n,
    });
    harness.origin.mine();
    await harness.until(async () => {
      for (const txId of harness.origin.mempool()) if (txId !== deposit) harness.origin.fail(txId);
      harness.origin.mine();
      return (await outbox()).some(({ state }) => state === 'reverted');
    }, false);
    const [job] = await harness.settlement.query<{ waits: number }>(
      `select extract(epoch from run_at - clock_timestamp())::float8 as waits from jobs where kind = 'refund'`,
    );
    // A refund is tried again after five seconds.
    expect(job?.waits).toBeGreaterThan(3);
    expect(job?.waits).toBeLessThan(5);
    await harness.untilStatus(order, 'refund');
    await harness.expectSound();
  });
});

describe('the books', () => {
  it('W7, CB1: halt all chains before the next signature where a balance fell without a transaction of ours', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    await harness.untilStatus(order, 'success');
    harness.destination.send(solverAccount, [
      { type: 'transfer', currency: usdc, recipient: bob, amount: 1n },
    ]);
    harness.destination.mine();
    for (const chain of [harness.destination, harness.origin])
      await harness.until(async () => (await harness.halted(chain)) !== null);
    const late = await harness.place();
    pay(late.orderId);
    await harness.until(async () => (await harness.request(late)).status === 'pending');
    expect(await outbox()).toHaveLength(1);
    expect(await harness.halted(harness.destination)).toMatch(/without a transaction of ours/);
    expect(await harness.halted(harness.origin)).toMatch(
      new RegExp(`^All chains stop: on two .* lost .*\\b1 of ${usdc}`),
    );
    const back = await harness.place({ reverse: true });
    harness.destination.deposit({ orderId: back.orderId, payer: alice, currency: usdc, amount });
    await harness.until(async () => (await harness.request(back)).status === 'pending');
    expect(await outbox()).toHaveLength(1);
    for (const { chain } of [harness.origin, harness.destination])
      await harness.settlement.chains.clearHalt(chain.id, 'an operator took it out');
    expect(await harness.settlement.chains.halts()).toEqual([]);
  });

  /** Pays orders both ways without a pause, until the returned function is called. */
  function payWithoutRest(): () => Promise<void> {
    let isLoaded = true;
    const load = async (): Promise<void> => {
      while (isLoaded) {
        const order = await harness.place({ reverse: true });
        harness.destination.deposit({
          orderId: order.orderId,
          payer: alice,
          currency: usdc,
          amount: 1_000_000n,
        });
        pay((await harness.place()).orderId);
      }
    };
    const loading = load();
    return async () => {
      isLoaded = false;
      await loading;
    };
  }

  it.each<[string, string, bigint, RegExp]>([
    ['CB1: halt all chains where money of the sender', solverAccount, 7n, /^All chains stop/],
    ['CB2: halt a chain where money of the depository', fakeDepository, 9n, /^null$/],
  ])('%s goes missing while payments never rest', async (_, account, amount, other) => {
    // What the chain holds now hides the loss: it tells nothing while payments are on their way.
    let lost = 0n;
    stop = harness.start({
      see: (chain) => ({
        ...chain,
        balances: {
          ...chain.balances,
          read: async (...asked) =>
            (await chain.balances.read(...asked)) + (asked[1] === fakeNative ? lost : 0n),
        },
      }),
    });
    const end = payWithoutRest();
    try {
      await harness.until(async () => (await outbox()).length > 20);
      expect(await harness.halted(harness.origin)).toBeNull();
      expect(await harness.halted(harness.destination)).toBeNull();
      lost = amount;
      harness.origin.credit(account, fakeNative, -lost);
      await harness.until(async () => (await harness.halted(harness.origin)) !== null);
    } finally {
      await end();
    }
    expect(await harness.halted(harness.origin)).toContain(`${amount.toString()} of ${fakeNative}`);
    expect(String(await harness.halted(harness.destination))).toMatch(other);
  });

  it('halt a chain that tells no older balances, because its sender rests for it now and then', async () => {
    stop = harness.start({
      policy: { balances: { restAfterMs: 1_000, restMsMax: 30_000 } },
      see: (chain) => ({
        ...chain,
        balances: {
          read: (...asked) => chain.balances.read(...asked),
          spendable: (currency) => chain.balances.spendable(currency),
        },
      }),
    });
    const end = payWithoutRest();
    try {
      await harness.until(async () => (await outbox()).length > 20);
      harness.origin.credit(solverAccount, fakeNative, -7n);
      // Balances are compared between two blocks: one must stand for as long as that takes.
      let mineAt = 0;
      await harness.until(async () => {
        if (Date.now() >= mineAt) {
          for (const chain of [harness.origin, harness.destination]) chain.mine();
          mineAt = Date.now() + 500;
        }
        return (await harness.halted(harness.origin)) !== null;
      }, false);
    } finally {
      await end();
    }
    expect(await harness.halted(harness.origin)).toContain(`lost 7 of ${fakeNative}`);
  });

  it('halt a token alone that shrank while nothing was sent, until it is whole again', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    await harness.untilStatus(order, 'success');
    harness.destination.credit(solverAccount, usdc, -5n);
    const faults = async (): Promise<readonly string[]> =>
      (await harness.settlement.chains.assetFaults()).map(
        ({ chainId, currency, kind, reason }) => `${String(chainId)} ${currency} ${kind} ${reason}`,
      );
    await harness.until(async () => (await faults()).length > 0);
    expect(await faults()).toEqual([
      `2 ${usdc} missing 5 less than the books, without a transaction of ours`,
    ]);
    expect(await harness.halted(harness.destination)).toBeNull();
    const late = await harness.place();
    const native = await harness.place({ currencyOut: fakeNative, amountOut: 400n });
    pay(late.orderId);
    pay(native.orderId);
    await harness.until(async () => (await harness.request(native)).status === 'success');
    expect((await harness.request(late)).status).toBe('pending');
    harness.destination.credit(solverAccount, usdc, 5n);
    await harness.untilStatus(late, 'success');
    expect(await faults()).toEqual([]);
    await harness.expectSound();
  });

  it('go on with the others where the balance of one token cannot be read', async () => {
    const weth = fakeAddress('weth');
    const order = await harness.place({ reverse: true });
    stop = harness.start({
      see: (chain) => ({
        ...chain,
        balances: {
          ...chain.balances,
          unreadable: (currency) => (currency === weth ? 'execution reverted' : undefined),
          read: (account, currency, signal) =>
            currency === weth
              ? Promise.reject(new Error('execution reverted'))
              : chain.balances.read(account, currency, signal),
          readAt: async (...place) => {
            const { balances, sequence } = await chain.balances.readAt!(...place);
            return {
              balances: new Map([...balances].filter(([currency]) => currency !== weth)),
              sequence,
            };
          },
        },
      }),
    });
    harness.destination.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.untilStatus(order, 'success');
    expect(
      (
        await harness.settlement.query<{ currency: string }>(
          'select currency from inventory where chain_id = 1 order by currency',
        )
      ).map(({ currency }) => currency),
    ).toEqual([fakeNative, usdc].toSorted());
    expect(await harness.halted(harness.origin)).toBeNull();
  });

  it('L1, CB9: halt a chain that counts transactions which are neither mined nor ours, and sign nothing behind them', async () => {
    const order = await harness.place({ reverse: true });
    let isLying = true;
    stop = harness.start({
      see: (chain) => {
        const { spend } = chain;
        if (spend === undefined) throw new Error('a fake chain spends');
        return {
          ...chain,
          spend: {
            ...spend,
            minedSequence: () => spend.nextSequence(),
            nextSequence: async () => (isLying ? 1_000_000n : spend.nextSequence()),
          },
        };
      },
    });
    harness.destination.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.until(async () => (await harness.halted(harness.origin)) !== null);
    expect(await harness.halted(harness.origin)).toMatch(
      /has 1000000 sequences in use that are neither mined nor ours/,
    );
    expect(await outbox()).toEqual([]);
    isLying = false;
    await harness.settlement.chains.clearHalt(1, 'the endpoints count again');
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });

  /** A chain whose endpoints count too far until the test says that they tell the truth. */
  const miscounted = (tooFar: bigint, isLying: () => boolean) => (chain: Chain) => {
    const { spend } = chain;
    if (spend === undefined) throw new Error('a fake chain spends');
    const count = async (): Promise<bigint> =>
      (await spend.nextSequence()) + (isLying() ? tooFar : 0n);
    return { ...chain, spend: { ...spend, minedSequence: count, nextSequence: count } };
  };
  const strandOne = async (tooFar: bigint, failpoint?: (name: string) => void) => {
    const order = await harness.place({ reverse: true });
    let isLying = true;
    const see = miscounted(tooFar, () => isLying);
    stop = harness.start({ see, ...(failpoint === undefined ? {} : { failpoint }) });
    harness.destination.deposit({
      orderId: order.orderId,
      payer: alice,
      currency: usdc,
      amount: 1_000_000n,
    });
    await harness.until(async () => (await outbox()).length === 1);
    isLying = false;
    return { order, see };
  };

  it('L2: fill sequences that a wrong count passed over with transactions that pay nobody', async () => {
    const { order } = await strandOne(5n);
    await harness.untilStatus(order, 'success');
    expect((await outbox()).map(({ purpose, state }) => `${purpose} ${state}`).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'cancel mined'),
      'fill mined',
    ]);
    await harness.expectSound();
  });

  it('fill them once where the process dies between storing and sending', async () => {
    let kills = 0;
    const { order, see } = await strandOne(5n, (name) => {
      if (name !== 'cancel-stored') return;
      kills += 1;
      throw new Error('killed');
    });
    await harness.until(() => kills > 0);
    await stop?.();
    expect(harness.origin.mempool()).toHaveLength(1);
    stop = harness.start({ see });
    await harness.untilStatus(order, 'success');
    expect(await outbox()).toHaveLength(6);
    await harness.expectSound();
  });

  it('CB9: halt a chain whose sequences were passed over by too many, and give none back', async () => {
    const { order, see } = await strandOne(17n);
    await harness.until(async () => (await harness.halted(harness.origin)) !== null);
    expect(await harness.halted(harness.origin)).toMatch(/17 sequences that nobody used/);
    expect(await outbox()).toHaveLength(1);
    await stop?.();
    stop = harness.start({ see, policy: { transactions: { sequenceGapMax: 17 } } });
    await harness.until(async () => (await outbox()).length === 18);
    await harness.settlement.chains.clearHalt(1, 'the sequences are filled');
    await harness.untilStatus(order, 'success');
    await harness.expectSound();
  });

  it('take money that came in for capital', async () => {
    stop = harness.start();
    await harness.until(
      async () => (await harness.settlement.query('select 1 from inventory')).length === 6,
    );
    harness.destination.credit(solverAccount, usdc, 77n);
    await harness.until(
      async () =>
        (
          await harness.settlement.query(
            `select 1 from ledger_entries where kind = 'capital received'`,
          )
        ).length === 1,
    );
    await harness.expectSound();
  });

  it('H8: take no gain for capital before it has been told for a while', async () => {
    stop = harness.start({ policy: { balances: { capitalWaitMs: 60_000 } } });
    await harness.until(
      async () => (await harness.settlement.query('select 1 from inventory')).length === 6,
    );
    const gains = (): Promise<readonly unknown[]> =>
      harness.settlement.query(`select 1 from ledger_entries where kind = 'capital received'`);
    harness.destination.credit(solverAccount, usdc, 77n);
    const end = Date.now() + 1_000;
    await harness.until(() => Date.now() > end);
    expect(await gains()).toEqual([]);
    await stop();
    stop = harness.start({ policy: { balances: { capitalWaitMs: 100 } } });
    await harness.until(async () => (await gains()).length === 1);
  });

  it('refuse in the database to turn a fill into a refund while its bytes may land', async () => {
    const order = await harness.place();
    stop = harness.start();
    pay(order.orderId);
    await untilFillSent();
    await expect(
      harness.settlement.query(
        `update settlements set kind = 'refund' where hash_text(order_id) = $1`,
        [order.orderId],
      ),
    ).rejects.toMatchObject({ code: 'P0004' });
    await harness.untilStatus(order, 'success');
  });
});
