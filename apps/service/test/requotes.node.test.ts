import { randomBytes } from 'node:crypto';
import { systemClock } from '@portage/core';
import { createChains, type Chain, type DepositAddresses } from '@portage/core/chain';
import { quoteSchema } from '@portage/core/schemas';
import { createIndexer } from '@portage/indexer';
import { createOrderHasher } from '@portage/order/hasher';
import { createFixedPrices } from '@portage/prices';
import { createQuoter, defaultPolicy, type QuoterOptions } from '@portage/quoter';
import { openSettlements } from '@portage/settlement/testing';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createRequoteWorker } from '@portage/solver';
import { createTestDatabases } from '@portage/database/testing';
import { createFakeChain, fakeAddress, type FakeChain } from '@portage/testing';
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

/**
 * Reorg that takes back money from an open deposit address: its order pays once, and nothing else
 * is made.
 */
const box = fakeAddress('box');
const alice = fakeAddress('alice');
const bob = fakeAddress('bob');
const usdc = fakeAddress('usdc');
const asset = `1:${usdc}`;
const amount = 30_000_000n;

const databases = createTestDatabases();
let store: TestSettlement;
let one: FakeChain;
let two: FakeChain;
let stop: () => Promise<void>;
let quote: ReturnType<typeof quoteSchema.parse>;

afterAll(() => databases.close());
afterEach(() => stop());

beforeEach(async () => {
  store = await openTestSettlement(databases);
  const account = privateKeyToAccount(`0x${'59'.repeat(32)}`);
  const solver = account.address.toLowerCase();
  one = createFakeChain({ id: 1, slug: 'one', now: Date.now, solver });
  two = createFakeChain({ id: 2, slug: 'two', now: Date.now, solver });
  one.credit(box, usdc, 10n ** 12n);
  one.credit(box, one.chain.native.address, 10n ** 12n);
  const origin: Chain = {
    ...one.chain,
    deposit: { ...one.chain.deposit!, addresses: nothingToSweep },
  };
  const chains = createChains([origin, two.chain]);
  const prices = createFixedPrices({ eth: '2000', weth: '2000', usdc: '1' }, Date.now);
  const options: QuoterOptions = {
    chains,
    prices,
    store,
    now: Date.now,
    randomBytes,
    hasher: await createOrderHasher(),
    signer: { address: account.address, signHash: (hash) => account.sign({ hash: toHex(hash) }) },
    policy: { ...defaultPolicy, solverChainSlug: 'one' },
  };
  const quoter = createQuoter(options);
  // Its operator wants keys for names of apps by now: what was quoted before is paid all the same.
  const later = createQuoter({ ...options, policy: { ...options.policy, referrerNeedsKey: true } });
  quote = quoteSchema.parse(
    JSON.parse(
      await quoter.quote(
        {
          user: alice,
          recipient: bob,
          originChainId: 1,
          destinationChainId: 2,
          originCurrency: usdc,
          destinationCurrency: usdc,
          amount: '50000000',
          useDepositAddress: true,
          referrer: 'shop.example',
        },
        {},
      ),
    ),
  );
  const abort = new AbortController();
  const shared = {
    chains,
    settlement: store,
    prices: (assetId: string) => prices.price(assetId),
    clock: systemClock,
    log: () => undefined,
  };
  const running = [
    createIndexer(shared).run(abort.signal),
    createRequoteWorker({
      settlement: store,
      quote: (deposit) => later.quoteDeposit(deposit),
      clock: systemClock,
      worker: 'test',
      log: () => undefined,
    }).run(abort.signal),
  ];
  stop = async () => {
    abort.abort();
    await Promise.all(running);
  };
});

const orderId = (): string => quote.protocol.v2?.orderId ?? '';
const rows = (text: string): Promise<unknown[]> => store.query(text);
const openDeposits = (): Promise<unknown[]> =>
  rows('select state, outcome, reorg_count from deposits');
const payments = (): Promise<unknown[]> =>
  rows(`select kind, order_id from jobs where kind in ('fill', 'refund', 'requote')`);
const made = async (): Promise<string> =>
  (await store.query<{ order_id: string }>('select order_id from requotes'))
    .map((row) => row.order_id)
    .join();
const escrows = async (): Promise<readonly bigint[]> => [
  await store.ledger.balance(`escrow:${orderId()}`, asset),
  await store.ledger.balance(`escrow:${await made()}`, asset),
];
const status = async (): Promise<string | undefined> =>
  (await store.getRequest(quote.requestId))?.status;
/** The tests make the deposit themselves, so nothing ever lies at the address. */
const nothingToSweep: DepositAddresses = {
  addressOf: () => box,
  holdings: (places) => Promise.resolve(places.map(() => 0n)),
  receipts: () => Promise.resolve([]),
  sweep: () => {
    throw new Error('Nothing is swept.');
  },
};
const often = { interval: 20 };

test('one that nothing was paid for yet waits, and is paid for by the same order when it is back', async () => {
  one.mine();
  one.deposit({ orderId: orderId(), payer: box, depositor: alice, currency: usdc, amount });
  one.mine();
  await expect.poll(made, often).not.toBe('');
  const order = await made();
  const fill = [{ kind: 'fill', order_id: order }];
  expect(await payments()).toEqual(fill);
  expect([await escrows(), await status()]).toEqual([[0n, amount], 'pending']);

  one.reorg(1);
  await expect
    .poll(openDeposits, often)
    .toEqual([{ state: 'reorged', outcome: null, reorg_count: 1 }]);
  expect(await payments()).toEqual([]);
  expect([await escrows(), await status()]).toEqual([[0n, 0n], 'waiting']);
  expect(await store.ledger.audit()).toEqual([]);

  one.mine();
  await expect.poll(payments, often).toEqual(fill);
  expect(await openDeposits()).toEqual([{ state: 'final', outcome: 'requote', reorg_count: 1 }]);
  expect([await made(), await escrows(), await status()]).toEqual([order, [0n, amount], 'pending']);
  expect(await rows('select count(*)::int as count from requests')).toEqual([{ count: 2 }]);
  expect(await store.ledger.audit()).toEqual([]);
});

test('one that was paid for is a loss until it is back, and is not paid for again', async () => {
  one.mine();
  const txId = one.deposit({
    orderId: orderId(),
    payer: box,
    depositor: alice,
    currency: usdc,
    amount,
  });
  one.mine();
  await expect.poll(made, often).not.toBe('');
  const order = await made();
  // As the solver does: one transaction opens the settlement and finishes the job.
  await store.transaction(async (tx) => {
    const intent = {
      type: 'fill',
      currency: usdc,
      recipient: bob,
      amount: '29000000',
      credit: { asset, amount: amount.toString() },
      solver: fakeAddress('solver'),
    } as const;
    await openSettlements(tx, [
      {
        orderId: order,
        leg: 'main',
        kind: 'fill',
        chainId: 2,
        intent,
        deposit: { chainId: 1, txId, ordinal: 0 },
        gasReserved: 0n,
      },
    ]);
    await tx.query(`delete from jobs where kind = 'fill'`);
  });

  one.reorg(1);
  await expect
    .poll(openDeposits, often)
    .toEqual([{ state: 'reorged', outcome: null, reorg_count: 1 }]);
  expect(
    await rows('select halted_reason is not null as halted from chain_cursors where chain_id = 1'),
  ).toEqual([{ halted: true }]);
  expect([await store.ledger.balance('pnl', asset), await escrows(), await status()]).toEqual([
    -amount,
    [0n, amount],
    'pending',
  ]);

  one.mine();
  await expect
    .poll(openDeposits, often)
    .toEqual([{ state: 'final', outcome: 'requote', reorg_count: 1 }]);
  await expect.poll(payments, often).toEqual([]);
  expect([await store.ledger.balance('pnl', asset), await escrows(), await made()]).toEqual([
    0n,
    [0n, amount],
    order,
  ]);
  expect(await rows('select count(*)::int as count from requests')).toEqual([{ count: 2 }]);
  expect(await store.ledger.audit()).toEqual([]);
});
