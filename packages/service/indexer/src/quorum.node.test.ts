import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '@portage/core';
import { createChains, type Chain, type ChainEvent, type ChainUpdate } from '@portage/core/chain';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createFakeChain, fakeAddress, fakeNative, type FakeChain } from '@portage/testing';
import { alice, placeOrder, usdc } from '../test/placeOrder.js';
import { createIndexer, type Indexer } from './createIndexer.js';

const databases = createTestDatabases();
let settlement: TestSettlement;
let abort: AbortController;
let fake: FakeChain;
let running: Promise<void>;

afterAll(() => databases.close());

beforeEach(async () => {
  settlement = await openTestSettlement(databases);
  abort = new AbortController();
  fake = createFakeChain({ id: 1, slug: 'one' });
  for (const currency of [usdc, fakeNative]) fake.credit(alice, currency, 10n ** 12n);
});

afterEach(async () => {
  abort.abort();
  await running;
});

/** Events that one endpoint invents, in the block that it announces. */
type Invent = (place: { readonly height: number; readonly blockHash: string }) => ChainEvent;

/** The chain as its preferred endpoint tells it: one block has an event that is not there. */
function lyingChain(height: number, invent: Invent): Chain {
  const { chain } = fake;
  let liedIn: string | undefined;
  async function* updates(
    known: Parameters<Chain['observe']['updates']>[0],
    signal: AbortSignal,
  ): AsyncGenerator<ChainUpdate> {
    for await (const update of chain.observe.updates(known, signal)) {
      const block =
        update.type === 'advance'
          ? update.blocks.find((candidate) => candidate.height === height)
          : undefined;
      liedIn ??= block?.hash;
      yield update.type === 'advance' && block !== undefined && block.hash === liedIn
        ? { ...update, events: [...update.events, invent({ height, blockHash: block.hash })] }
        : update;
    }
  }
  return { ...chain, observe: { ...chain.observe, updates } };
}

function start(chain: Chain = fake.chain): Indexer {
  const indexer = createIndexer({
    chains: createChains([chain]),
    settlement,
    prices: () => undefined,
    clock: { ...systemClock, now: () => 1_700_000_000_000 },
    log: () => undefined,
  });
  running = indexer.run(abort.signal);
  return indexer;
}

/** The chain as an endpoint tells it that leaves events out. */
function forgetfulChain(): Chain {
  const { chain } = fake;
  async function* updates(
    known: Parameters<Chain['observe']['updates']>[0],
    signal: AbortSignal,
  ): AsyncGenerator<ChainUpdate> {
    for await (const update of chain.observe.updates(known, signal))
      yield update.type === 'advance' ? { ...update, events: [] } : update;
  }
  return { ...chain, observe: { ...chain.observe, updates } };
}

const inventedFill =
  (orderId: string): Invent =>
  (place) => ({
    type: 'fill',
    txId: '0xinvented',
    ordinal: 0,
    ...place,
    orderId,
    solver: fakeAddress('solver'),
    recipient: fakeAddress('bob'),
    currency: usdc,
    amount: 900n,
  });

const heightIs = (height: number): Promise<void> =>
  expect.poll(() => settlement.query('select height from chain_cursors')).toEqual([{ height }]);

const statusOf = async (requestId: string): Promise<string | undefined> =>
  (await settlement.getRequest(requestId))?.status;

describe('what one endpoint tells alone', () => {
  it('H6: never ends a request: an invented payment is held, and the next blocks go on', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    start(lyingChain(2, inventedFill(orderId)));
    fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine(3);
    await heightIs(3);
    expect(await statusOf(requestId)).toBe('pending');
    expect(await settlement.query('select 1 from fills')).toEqual([]);
    expect(await settlement.query('select tx_id from unconfirmed_events')).toEqual([
      { tx_id: '0xinvented' },
    ]);
    expect(await settlement.query('select kind from jobs')).toEqual([{ kind: 'fill' }]);
  });

  it('ends it once a quorum tells it, though no block comes and the process began anew', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    let agrees = false;
    const lying = lyingChain(2, inventedFill(orderId));
    const chain: Chain = {
      ...lying,
      observe: {
        ...lying.observe,
        confirm: (events) => Promise.resolve(events.map(({ type }) => type !== 'fill' || agrees)),
      },
    };
    start(chain);
    fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine(2);
    await heightIs(2);
    abort.abort();
    await running;
    abort = new AbortController();
    start(chain);
    fake.mine();
    await heightIs(3);
    expect(await statusOf(requestId)).toBe('pending');
    agrees = true;
    await expect.poll(() => statusOf(requestId)).toBe('success');
    expect(await settlement.query('select 1 from unconfirmed_events')).toEqual([]);
    expect(await settlement.query('select tx_id, matched from fills')).toEqual([
      { tx_id: '0xinvented', matched: true },
    ]);
  });

  it('is forgotten with its block', async () => {
    const { orderId } = await placeOrder(settlement);
    start(lyingChain(2, inventedFill(orderId)));
    fake.mine(2);
    await heightIs(2);
    fake.reorg(1, 'drop');
    await expect.poll(() => settlement.query('select 1 from unconfirmed_events')).toEqual([]);
  });

  it('H6: takes no order: an invented deposit is shown, and the real one is matched', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    const invented: Invent = (place) => ({
      type: 'deposit',
      txId: '0xinvented',
      ordinal: 0,
      ...place,
      orderId,
      depositor: alice,
      payer: alice,
      currency: usdc,
      amount: 1_000n,
    });
    start(lyingChain(1, invented));
    fake.mine(2);
    await heightIs(2);
    expect(await settlement.query('select state, outcome from deposits')).toEqual([
      { state: 'seen', outcome: null },
    ]);
    expect(await settlement.query('select 1 from jobs')).toEqual([]);
    const txId = fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine();
    await heightIs(3);
    expect(await settlement.query('select tx_id, outcome from deposits order by height')).toEqual([
      { tx_id: '0xinvented', outcome: null },
      { tx_id: txId, outcome: 'matched' },
    ]);
    expect(await statusOf(requestId)).toBe('pending');
    expect(await settlement.ledger.audit()).toEqual([]);
  });

  it('is final as soon as a quorum tells it, though no block comes', async () => {
    const { orderId } = await placeOrder(settlement);
    fake.setAgreement(() => false);
    start();
    fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine();
    await heightIs(1);
    expect(await settlement.query('select state from deposits')).toEqual([{ state: 'seen' }]);
    fake.setAgreement(() => true);
    await expect
      .poll(() => settlement.query('select state, outcome from deposits'))
      .toEqual([{ state: 'final', outcome: 'matched' }]);
  });
});

describe('a transaction whose events were left out', () => {
  it('H7: is taken in once somebody names it and a quorum tells it, and once only', async () => {
    const { requestId, orderId } = await placeOrder(settlement);
    const indexer = start(forgetfulChain());
    const txId = fake.deposit({ orderId, payer: alice, currency: usdc, amount: 1_000n });
    fake.mine(2);
    await heightIs(2);
    expect(await settlement.query('select 1 from deposits')).toEqual([]);
    fake.setAgreement(() => false);
    expect(await indexer.trace(1, txId)).toBe('found');
    fake.mine();
    await heightIs(3);
    expect(await settlement.query('select 1 from deposits'), 'no quorum tells it').toEqual([]);
    fake.setAgreement(() => true);
    expect(await indexer.trace(1, txId)).toBe('found');
    fake.mine();
    await expect
      .poll(() => settlement.query('select tx_id, state, outcome from deposits'))
      .toEqual([{ tx_id: txId, state: 'final', outcome: 'matched' }]);
    expect(await statusOf(requestId)).toBe('pending');
    expect(await settlement.query('select kind from jobs')).toEqual([{ kind: 'fill' }]);
    abort.abort();
    await running;
    abort = new AbortController();
    const next = start();
    fake.mine();
    await heightIs(5);
    expect(await next.trace(1, txId)).toBe('found');
    fake.mine();
    await heightIs(6);
    expect(await settlement.query('select tx_id, outcome from deposits')).toEqual([
      { tx_id: txId, outcome: 'matched' },
    ]);
    expect(await settlement.query('select kind from jobs')).toEqual([{ kind: 'fill' }]);
    expect(await settlement.ledger.audit()).toEqual([]);
  });
});
