import { setTimeout as sleep } from 'node:timers/promises';
import { PortageError, systemClock, type Log } from '@portage/core';
import { createChains, type Chain, type ChainUpdate, type Cursor } from '@portage/core/chain';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import {
  createFakeChain,
  fakeAddress,
  fakeNative,
  type FakeChain,
  type FakeChainOptions,
} from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alice, placeOrder, usdc } from '../test/placeOrder.js';
import { createIndexer, type Indexer } from './createIndexer.js';

const databases = createTestDatabases();
let settlement: TestSettlement;
let abort: AbortController;
const running: Promise<void>[] = [];

afterAll(() => databases.close());

beforeEach(async () => {
  settlement = await openTestSettlement(databases);
  abort = new AbortController();
});

afterEach(async () => {
  abort.abort();
  await Promise.all(running.splice(0));
});

function createChain(options: Partial<FakeChainOptions> = {}): FakeChain {
  const fake = createFakeChain({ id: 1, slug: 'one', ...options });
  for (const currency of [usdc, fakeNative]) fake.credit(alice, currency, 10n ** 12n);
  return fake;
}

function start(chain: Chain): Indexer {
  const now = (): number => 1_700_000_000_000;
  const indexer = createIndexer({
    chains: createChains([chain]),
    settlement,
    prices: () => undefined,
    clock: { ...systemClock, now },
    log: () => undefined,
  });
  running.push(indexer.run(abort.signal));
  return indexer;
}

async function* halted(): AsyncGenerator<ChainUpdate> {
  await Promise.resolve();
  throw new PortageError('CHAIN_HALTED', {
    message: 'None of the known blocks is part of this chain.',
  });
}

const deposit = (fake: FakeChain, orderId: string): string =>
  fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });

const statusOf = async (requestId: string): Promise<string | undefined> =>
  (await settlement.getRequest(requestId))?.status;

describe('two workers of one database', () => {
  const run = (chain: Chain, name: string, log: Log, signal: AbortSignal): Promise<void> =>
    createIndexer({
      chains: createChains([chain]),
      settlement,
      prices: () => undefined,
      clock: systemClock,
      follower: { leases: settlement.leases, name },
      log,
    }).run(signal);
  const height = async (): Promise<number | undefined> =>
    (await settlement.chains.progress(1))?.height;

  it('one follows, the other stands by in silence and takes over when it ends', async () => {
    const fake = createChain();
    const told: string[] = [];
    const first = new AbortController();
    const following = run(fake.chain, 'first', (message) => told.push(message), first.signal);
    fake.mine();
    await expect.poll(height).toBe(1);
    const asked = { times: 0 };
    const counted: Chain = {
      ...fake.chain,
      observe: {
        ...fake.chain.observe,
        updates: (...args) => {
          asked.times += 1;
          return fake.chain.observe.updates(...args);
        },
      },
    };
    running.push(run(counted, 'second', (message) => told.push(message), abort.signal));
    for (let block = 2; block <= 30; block += 1) {
      fake.mine();
      await expect.poll(height).toBe(block);
      await sleep(100);
    }
    expect(asked.times).toBe(0);
    first.abort();
    await following;
    fake.mine();
    await expect.poll(height).toBe(31);
    expect(asked.times).toBe(1);
    expect(told).toEqual([]);
  });
});

describe('finality', () => {
  it('shows a deposit at once and decides about it when enough blocks stand on it', async () => {
    const fake = createChain({ finality: { confirmations: () => 3 } });
    const { requestId, orderId } = await placeOrder(settlement);
    start(fake.chain);
    deposit(fake, orderId);
    fake.mine();
    await expect.poll(() => statusOf(requestId)).toBe('pending');
    fake.mine();
    await expect
      .poll(
        async () => (await settlement.query('select 1 from chain_cursors where height = 2')).length,
      )
      .toBe(1);
    expect(await settlement.query('select state from deposits')).toEqual([{ state: 'seen' }]);
    expect(await settlement.query('select 1 from jobs')).toEqual([]);
    fake.mine();
    await expect.poll(async () => (await settlement.query('select 1 from jobs')).length).toBe(1);
    expect(await settlement.query('select state, outcome, leg from deposits')).toEqual([
      { state: 'final', outcome: 'matched', leg: 'main' },
    ]);
    expect(await settlement.ledger.balance(`escrow:${orderId}`, `1:${usdc}`)).toBe(1_000n);
  });

  it('forgets a deposit that a reorg took back before it was final', async () => {
    const fake = createChain({ finality: { confirmations: () => 3 } });
    const { requestId, orderId } = await placeOrder(settlement);
    start(fake.chain);
    fake.mine();
    deposit(fake, orderId);
    fake.mine();
    await expect.poll(() => statusOf(requestId)).toBe('pending');
    fake.reorg(1, 'drop');
    await expect.poll(() => statusOf(requestId)).toBe('waiting');
    expect(await settlement.query('select 1 from ledger_entries')).toEqual([]);
    expect(await settlement.ledger.audit()).toEqual([]);
  });
});

describe('an order that was only quoted', () => {
  it('begins its request with its deposit', async () => {
    const fake = createChain();
    const [paid, unpaid] = [await placeOrder(settlement), await placeOrder(settlement)];
    start(fake.chain);
    deposit(fake, paid.orderId);
    fake.mine();
    await expect.poll(async () => (await settlement.query('select 1 from jobs')).length).toBe(1);
    const { requests } = await settlement.getRequests({ limit: 9 });
    expect(requests.map(({ id, version }) => [id, version])).toEqual([[paid.requestId, 1]]);
    expect(await statusOf(unpaid.requestId)).toBe('waiting');
  });

  it('is forgotten two weeks after its time; what is paid for it then is in suspense under its depositor', async () => {
    const fake = createChain();
    const { requestId, orderId } = await placeOrder(settlement);
    await settlement.query(`select prepare_quotes(now() - interval '16 days')`);
    await settlement.query(
      `update quotes set created_at = now() - interval '16 days', fill_by = now() - interval '15 days'`,
    );
    await settlement.query('select prepare_quotes(now())');
    expect(await settlement.getRequest(requestId)).toBeUndefined();
    start(fake.chain);
    deposit(fake, orderId);
    fake.mine();
    await expect
      .poll(async () => (await settlement.query('select 1 from deposits')).length)
      .toBe(1);
    expect(
      await settlement.query('select order_id, depositor, outcome, reason from deposits'),
    ).toEqual([{ order_id: orderId, depositor: alice, outcome: 'suspense', reason: 'UNKNOWN' }]);
    expect(await settlement.ledger.balance(`withdrawable:${alice}`, `1:${usdc}`)).toBe(1_000n);
    expect(await settlement.query('select 1 from requests union all select 1 from jobs')).toEqual(
      [],
    );
    expect(await settlement.ledger.audit()).toEqual([]);
  });
});

describe('a destination that is not configured any more', () => {
  it('D17: has its deposits paid back, and the chain of the deposit is followed on', async () => {
    const fake = createChain();
    const [{ requestId, orderId }, other] = [
      await placeOrder(settlement, 'gone'),
      await placeOrder(settlement),
    ];
    start(fake.chain);
    deposit(fake, orderId);
    fake.mine();
    await expect.poll(async () => (await settlement.query('select 1 from jobs')).length).toBe(1);
    expect(await settlement.query(`select kind, chain_id, reason, amount from jobs`)).toEqual([
      { kind: 'refund', chain_id: 1, reason: 'SOLVER_CAPACITY_EXCEEDED', amount: 1_000n },
    ]);
    expect(await settlement.getRequest(requestId)).toMatchObject({
      failReason: 'SOLVER_CAPACITY_EXCEEDED',
    });
    deposit(fake, other.orderId);
    fake.mine();
    await expect
      .poll(async () => (await settlement.query(`select 1 from jobs where kind = 'fill'`)).length)
      .toBe(1);
    expect(await settlement.ledger.audit()).toEqual([]);
  });
});

describe('a chain that cannot be what it was', () => {
  it('is halted for an operator, and goes on when it is cleared and is itself again', async () => {
    const fake = createChain();
    fake.mine();
    let broken = false;
    const observe = {
      ...fake.chain.observe,
      updates: (known: readonly Cursor[], signal: AbortSignal) =>
        broken ? halted() : fake.chain.observe.updates(known, signal),
    };
    start({ ...fake.chain, observe });
    await expect
      .poll(
        async () =>
          (await settlement.query('select 1 from chain_cursors where height >= 1')).length,
      )
      .toBe(1);
    abort.abort();
    await Promise.all(running.splice(0));
    abort = new AbortController();
    broken = true;
    start({ ...fake.chain, observe });
    await expect.poll(async () => (await settlement.chains.halts()).length).toBe(1);
    expect(await settlement.chains.halts()).toEqual([
      { chainId: 1, reason: 'None of the known blocks is part of this chain.' },
    ]);
    broken = false;
    const { requestId, orderId } = await placeOrder(settlement);
    deposit(fake, orderId);
    fake.mine();
    await expect.poll(() => statusOf(requestId)).not.toBe('waiting');
    expect((await settlement.chains.halts()).length).toBe(1);
    expect(await settlement.chains.clearHalt(1, 'the endpoints were mended')).toBe(
      'None of the known blocks is part of this chain.',
    );
    expect(await settlement.chains.halts()).toEqual([]);
  });
});

describe('payments', () => {
  it('E3: of somebody else under our order id change nothing', async () => {
    const fake = createChain();
    const { requestId, orderId } = await placeOrder(settlement);
    start(fake.chain);
    deposit(fake, orderId);
    fake.send(alice, [
      {
        type: 'fill',
        orderId,
        currency: usdc,
        recipient: fakeAddress('bob'),
        amount: 900n,
        calls: [],
      },
    ]);
    fake.mine();
    await expect.poll(async () => (await settlement.query('select 1 from fills')).length).toBe(1);
    expect(await settlement.query('select matched from fills')).toEqual([{ matched: false }]);
    expect(await statusOf(requestId)).toBe('pending');
  });
});

describe('two processes', () => {
  it('E2: on one chain write each step once', async () => {
    const fake = createChain();
    const orders = await Promise.all(Array.from({ length: 20 }, () => placeOrder(settlement)));
    start(fake.chain);
    start(fake.chain);
    for (const { orderId } of orders) {
      deposit(fake, orderId);
      fake.mine();
      await sleep(5);
    }
    await expect.poll(async () => (await settlement.query('select 1 from jobs')).length).toBe(20);
    expect(await settlement.ledger.balance('outside', `1:${usdc}`)).toBe(-20_000n);
    expect(await settlement.ledger.audit()).toEqual([]);
  });
});

describe('trace', () => {
  it('finds a transaction, credits nothing, and looks for an unknown one once', async () => {
    const fake = createChain();
    let looked = 0;
    const empty = `0x${'8'.repeat(64)}`;
    const counted: Chain = {
      ...fake.chain,
      observe: {
        ...fake.chain.observe,
        trace: (txId, signal) => {
          looked += 1;
          return txId === empty ? Promise.resolve([]) : fake.chain.observe.trace(txId, signal);
        },
      },
    };
    const indexer = createIndexer({
      chains: createChains([counted]),
      settlement,
      prices: () => undefined,
      clock: { ...systemClock, now: () => 0 },
      log: () => undefined,
    });
    const { orderId } = await placeOrder(settlement);
    const txId = deposit(fake, orderId);
    fake.mine();
    expect(await indexer.trace(1, txId)).toBe('found');
    expect(await settlement.query('select 1 from deposits')).toEqual([]);
    const unknown = `0x${'7'.repeat(64)}`;
    for (let time = 0; time < 50; time += 1)
      expect(await indexer.trace(1, unknown)).toBe('unknown');
    expect(looked).toBe(2);
    for (let time = 0; time < 2; time += 1) expect(await indexer.trace(1, empty)).toBe('nothing');
    expect(looked).toBe(3);
    await expect(indexer.trace(9, txId)).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' });
    await expect(indexer.trace(1, 'nonsense')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
