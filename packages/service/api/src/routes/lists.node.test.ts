import { serviceBucket, type Quote } from '@portage/core';
import { appFeeBalancesSchema, quoteSchema, requestsResponseSchema } from '@portage/core/schemas';
import { defaultPolicy } from '@portage/quoter';
import { ledgerAsset } from '@portage/settlement';
import { accounts, beginRequests } from '@portage/settlement/testing';
import { hashBytes, openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createQuoting } from '../../test/quoting.js';
import { createServer, type Server } from '../index.js';

const alice = fakeAddress('alice');
const bob = fakeAddress('bob');
/** Account of the app; its case is that of a checksum. */
const appAccount = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const usdc = fakeAddress('usdc');
const inTx = `0x${'1a'.repeat(32)}`;
const outTx = `0x${'2b'.repeat(32)}`;

const databases = createTestDatabases({
  planted: {
    'INV-F2': 'app fees are booked without their fills',
    'INV-O3': 'transactions are written without their deposits',
  },
});
let store: TestSettlement;
let quoting: Awaited<ReturnType<typeof createQuoting>>;
let server: Server;
beforeAll(async () => {
  store = await openTestSettlement(databases);
  quoting = await createQuoting(store);
  const { chains, quoter, prices } = quoting;
  server = await serve({ chains, quoter, prices });
});

function serve(quoted: Pick<typeof quoting, 'chains' | 'quoter' | 'prices'>): Promise<Server> {
  return createServer({
    ...quoted,
    policy: defaultPolicy,
    store,
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    version: '1',
    log: { error: () => undefined },
  });
}

afterAll(async () => {
  await server.close();
  await databases.close();
});

async function quote(changes: object = {}): Promise<Quote> {
  const payload = {
    user: alice,
    originChainId: 1,
    destinationChainId: 2,
    originCurrency: usdc,
    destinationCurrency: usdc,
    amount: '50000000',
    ...changes,
  };
  const answer = await server.inject({ method: 'POST', url: '/quote/v2', payload });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return quoteSchema.parse(answer.json());
}

async function list(query: string): Promise<ReturnType<typeof requestsResponseSchema.parse>> {
  const answer = await server.inject({ url: `/requests/v2${query}` });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return requestsResponseSchema.parse(answer.json());
}

describe('GET /requests/v2', () => {
  let filled: Quote;
  let waiting: Quote;
  let unpaid: Quote;
  beforeAll(async () => {
    filled = await quote({
      recipient: bob,
      referrer: 'app.example',
      referrerAddress: appAccount,
      slippageTolerance: '150',
    });
    waiting = await quote({ user: bob, amount: '60000000' });
    unpaid = await quote({ user: bob, amount: '70000000' });
    const orderId = filled.protocol.v2!.orderId;
    await store.transaction((tx) => beginRequests(tx, [orderId, waiting.protocol.v2!.orderId]));
    await store.query(
      `insert into chain_cursors values (1, 5, '0x05', 5, 0), (2, 9, '0x09', 9, 0)`,
    );
    await store.query(`insert into chain_blocks values (1, 3, '0x03', 1700000003)`);
    await store.query(
      `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount) values (1, $1, 0, 3, '0x03', $2, $3, $3, $4, 50000000)`,
      [inTx, hashBytes(orderId), alice, usdc],
    );
    await store.query(
      `insert into fills values (2, $1, 0, 7, '0x07', $2, 'solver', $3, $4, 49000000, true, 'seen')`,
      [outTx, hashBytes(orderId), bob, usdc],
    );
    await store.query(
      `update request_states set status = 'success', in_tx_ids = array[$1], out_tx_ids = array[$2, 'sent'], amount_out = 49000000, updated_at = now() + interval '1 hour' where hash_text(order_id) = $3`,
      [inTx, outTx, orderId],
    );
  });

  test('leaves out a stored quote that no version reads', async () => {
    const [before] = await store.query<{ quote: unknown }>(
      'select quote from requests where hash_text(id) = $1',
      [filled.requestId],
    );
    const write = (stored: unknown) =>
      store.query('update requests set quote = $2 where hash_text(id) = $1', [
        filled.requestId,
        JSON.stringify(stored),
      ]);
    await write({ version: 2, details: filled.details });
    const { requests: then } = await list(`?id=${filled.requestId}`);
    expect(then[0]).toMatchObject({ id: filled.requestId, status: 'success' });
    for (const member of ['metadata', 'fees', 'feeSponsorship'])
      expect(then[0]!.data).not.toHaveProperty(member);
    await write(before!.quote);
  });

  test('tells what was quoted and what became of it (requests#data-stateChanges)', async () => {
    const { requests } = await list(`?id=${filled.requestId}&includeOrderData=true`);
    const { details, fees, feeSponsorship, protocol } = filled;
    const { depository } = protocol.v2!.paymentDetails;
    const moved = (address: string, balanceDiff: string) => ({
      address,
      change: { kind: 'token', balanceDiff, data: { tokenKind: 'ft', tokenAddress: usdc } },
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      id: filled.requestId,
      status: 'success',
      user: alice,
      recipient: bob,
      referrer: 'app.example',
      referrerAddress: appAccount.toLowerCase(),
      depositAddress: null,
    });
    expect(requests[0]!.data).not.toHaveProperty('refundCurrencyData');
    expect(requests[0]!.data).toMatchObject({
      failReason: 'N/A',
      refundFailReason: 'N/A',
      slippageTolerance: '150',
      subsidizedRequest: false,
      currency: 'usdc',
      currencyObject: details.currencyIn.currency,
      feeCurrencyObject: fees.relayer.currency,
      feeSponsorship,
      expandedPriceImpact: { quoted: details.expandedPriceImpact },
      metadata: {
        sender: alice,
        recipient: bob,
        currencyIn: details.currencyIn,
        currencyOut: details.currencyOut,
        rate: details.rate,
        route: details.route,
      },
      usesExternalLiquidity: false,
      timeEstimate: details.timeEstimate,
      amountOut: '49000000',
      appFees: [],
      paidAppFees: [],
      inTxs: [
        {
          hash: inTx,
          chainId: 1,
          type: 'onchain',
          status: 'success',
          block: 3,
          timestamp: 1_700_000_003,
          stateChanges: [moved(alice, '-50000000'), moved(depository, '50000000')],
        },
      ],
      outTxs: [
        {
          hash: outTx,
          chainId: 2,
          type: 'onchain',
          status: 'success',
          block: 7,
          stateChanges: [moved(bob, '49000000')],
        },
        { hash: 'sent', chainId: 2, type: 'onchain', status: 'pending' },
      ],
    });
    expect(requests[0]!.protocol).toEqual({
      orderId: protocol.v2!.orderId,
      hubType: 'onchain',
      isWithdrawable: false,
      solver: { address: protocol.v2!.orderData.solver, protocolChainId: 'one', chainId: 1 },
      deposit: {
        origin: {
          amount: '50000000',
          chainId: 1,
          currency: usdc,
          depositor: alice,
          depository: protocol.v2!.paymentDetails.depository,
          transactionId: inTx,
        },
      },
      settlement: { destination: { fills: [{ chainId: 2, transactionId: outTx }], refunds: [] } },
      orderData: protocol.v2!.orderData,
    });
    expect((await list(`?id=${filled.requestId}`)).requests[0]!.protocol).not.toHaveProperty(
      'orderData',
    );
  });

  test('tells fees as they were booked, and only then (requests#data-failedTxHash)', async () => {
    const of = async () => (await list(`?id=${filled.requestId}`)).requests[0]!.data;
    const unbooked = await of();
    for (const member of ['fees', 'feesUsd']) expect(unbooked).not.toHaveProperty(member);
    expect(unbooked.feeSponsorship).not.toHaveProperty('actual');
    expect(unbooked.expandedPriceImpact).not.toHaveProperty('actual');
    const orderId = hashBytes(filled.protocol.v2!.orderId);
    await store.query(
      `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal)
         values ($1, 'main', 'fill', '{"topup": "100000000000000"}', 2, 1, $2, 0)`,
      [orderId, inTx],
    );
    await store.query(
      `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state, height, stored_at) values
         (2, 'lost', 'us', 0, $1, 'main', 'fill', '', 'reverted', 6, now() - interval '1 minute'),
         (2, $2, 'us', 1, $1, 'main', 'fill', '', 'mined', 7, now())`,
      [orderId, outTx],
    );
    const { native } = quoting.two.chain;
    const eth = ledgerAsset(2, native.address);
    const [paid, deposit] = [ledgerAsset(2, usdc), ledgerAsset(1, usdc)];
    const gasOf = (amount: bigint) => [
      { account: accounts.inventory('us'), asset: eth, amount: -amount },
      { account: accounts.gas, asset: eth, amount },
    ];
    const both = (from: string, to: string, asset: string, amount: bigint) => [
      { account: from, asset, amount: -amount },
      { account: to, asset, amount },
    ];
    await store.transaction((tx) =>
      store.ledger.book(tx, [
        {
          kind: 'test',
          ref: 'brought',
          postings: [
            ...both(accounts.capital, accounts.inventory('us'), eth, 10n ** 15n),
            ...both(accounts.capital, accounts.inventory('us'), paid, 50_000_000n),
            ...both(accounts.outside, accounts.sponsor('acme'), 'usd', 5n),
            ...both(accounts.sponsor('acme'), accounts.sponsorReserve('order'), 'usd', 5n),
          ],
        },
        {
          kind: 'payout',
          ref: 'lost',
          postings: gasOf(10n ** 13n),
          transaction: { chainId: 2, txId: 'lost', sequence: 0n },
        },
        {
          kind: 'payout',
          ref: 'made',
          transaction: { chainId: 2, txId: outTx, sequence: 1n },
          postings: [
            ...gasOf(2n * 10n ** 13n),
            ...both(accounts.inventory('us'), accounts.outside, eth, 10n ** 14n),
            ...both(accounts.inventory('us'), accounts.outside, paid, 49_000_000n),
            ...both(accounts.outside, accounts.solver('us'), deposit, 49_900_000n),
            ...both(accounts.outside, accounts.appFee('app'), deposit, 100_000n),
            ...both(accounts.sponsorReserve('order'), accounts.solver('us'), 'usd', 5n),
          ],
        },
      ]),
    );
    const booked = await of();
    const { quoted } = filled.feeSponsorship;
    // 0.00013 ETH at 2000 USD: gas of both transactions, and the top-up.
    const gas = 260_000n;
    const [fixed, gateway] = [20_000n, BigInt(quoted.components['the service']!.total.amount)];
    const price = 49_900_000n - 49_000_000n - gas - fixed - gateway;
    expect(booked.fees).toEqual({
      gas: gas.toString(),
      fixed: fixed.toString(),
      price: price.toString(),
      gateway: gateway.toString(),
    });
    expect(booked.feesUsd!.gas).toBe('0.260000');
    const { actual } = booked.feeSponsorship!;
    expect(actual).toMatchObject({
      components: {
        execution: { total: { amount: (gas + fixed).toString() } },
        app: { total: { amount: '100000' } },
        swap: { total: { amount: price.toString() } },
      },
      // All that went in and did not come out.
      userPaysTotal: { amount: '1000000', amountUsd: '1.000000' },
      sponsorPayment: { amount: '5', amountUsd: '0.000005' },
    });
    const impact = booked.expandedPriceImpact!.actual!;
    const parts = [impact.swap, impact.execution, impact[serviceBucket], impact.app];
    expect(parts.reduce((sum, { usd }) => sum + Number(usd), 0)).toBeCloseTo(-1, 6);
    expect(booked).toMatchObject({ failedTxHash: 'lost', failedTxBlockNumber: 6 });
  });

  test.each<[string, ('filled' | 'waiting')[]]>([
    ['', ['waiting', 'filled']],
    ['?sortDirection=asc', ['filled', 'waiting']],
    ['?sortBy=updatedAt', ['filled', 'waiting']],
    [`?user=${alice.toUpperCase()}`, ['filled']],
    [`?user=${bob}`, ['waiting', 'filled']],
    [`?hash=${inTx.toUpperCase().replace('X', 'x')}`, ['filled']],
    [`?hash=${outTx}`, ['filled']],
    [`?hash=0x${'77'.repeat(32)}`, []],
    ['?originChainId=1', ['waiting', 'filled']],
    ['?destinationChainId=1', []],
    ['?chainId=2', ['waiting', 'filled']],
    ['?referrer=app.example', ['filled']],
    [`?referrerAddress=${appAccount}`, ['filled']],
    [`?referrerAddress=${appAccount.toLowerCase()}`, ['filled']],
    [`?referrerAddress=0x${'01'.repeat(20)}`, []],
    ['?status=success', ['filled']],
    ['?status=waiting', ['waiting']],
    ['?status=pending', []],
    [`?depositAddress=${bob}`, []],
    ['?startTimestamp=4102444800', []],
    ['?endTimestamp=4102444800', ['waiting', 'filled']],
    ['?privateChainsToInclude=9&includeChildRequests=true', ['waiting', 'filled']],
  ])('finds by %s', async (query, expected) => {
    const ids = { filled: filled.requestId, waiting: waiting.requestId };
    expect((await list(query)).requests.map(({ id }) => id)).toEqual(
      expected.map((name) => ids[name]),
    );
  });

  test('finds a quote that nobody has paid by its id, as it would a request', async () => {
    const query = `?id=${unpaid.requestId}&includeOrderData=true`;
    const { requests: found } = await list(query);
    expect(found).toMatchObject([{ id: unpaid.requestId, status: 'waiting', user: bob }]);
    expect(found[0]!.protocol).toMatchObject({
      orderId: unpaid.protocol.v2!.orderId,
      orderData: unpaid.protocol.v2!.orderData,
    });
    await store.transaction((tx) => beginRequests(tx, [unpaid.protocol.v2!.orderId]));
    const { requests: begun } = await list(query);
    await store.query('delete from request_states where hash_text(request_id) = $1', [
      unpaid.requestId,
    ]);
    await store.query('delete from requests where hash_text(id) = $1', [unpaid.requestId]);
    expect(begun).toEqual(found);
  });

  test('finds an order by its id in any case, and goes on where a page ended', async () => {
    const orderId = `0x${waiting.protocol.v2!.orderId.slice(2).toUpperCase()}`;
    expect((await list(`?orderId=${orderId}`)).requests.map(({ id }) => id)).toEqual([
      waiting.requestId,
    ]);
    const first = await list('?limit=1');
    const second = await list(`?limit=1&continuation=${first.continuation!}`);
    expect([first.requests[0]!.id, second.requests[0]!.id, second.continuation]).toEqual([
      waiting.requestId,
      filled.requestId,
      undefined,
    ]);
  });

  test.each([
    ['?limit=51', 'INVALID_REQUEST', 'limit'],
    ['?limit=0', 'INVALID_REQUEST', 'limit'],
    ['?continuation=x', 'INVALID_REQUEST', 'continuation'],
    ['?continuation=9999999999999999_0x00', 'INVALID_REQUEST', 'continuation'],
    ['?id=0x12', 'INVALID_REQUEST', 'id'],
    ['?user=0x0000000000000000000000000000000000000000', 'INVALID_ADDRESS', 'user'],
    ['?hash=nothing', 'INVALID_REQUEST', 'hash'],
    ['?status=done', 'INVALID_REQUEST', 'status'],
    ['?status=expired', 'INVALID_REQUEST', 'status'],
    ['?sortBy=status;drop', 'INVALID_REQUEST', 'sortBy'],
    ['?originChainId=1.5', 'INVALID_REQUEST', 'originChainId'],
    ['?endTimestamp=1e300', 'INVALID_REQUEST', 'endTimestamp'],
    ['?startBlock=5', 'UNSUPPORTED_FEATURE', 'startBlock'],
    ['?user=a&user=b', 'INVALID_REQUEST', 'user'],
  ])('refuses %s', async (query, code, path) => {
    const answer = await server.inject({ url: `/requests/v2${query}` });
    const body = answer.json<{ errorCode: string; errors: { path: string }[] }>();
    expect([answer.statusCode, body.errorCode, body.errors[0]!.path]).toEqual([400, code, path]);
  });
});

describe('GET /app-fees/{wallet}/balances', () => {
  test('values what is due at the present prices', async () => {
    const wallet = fakeAddress('app');
    const book = (ref: string, asset: string, amount: bigint) =>
      store.transaction((tx) =>
        store.ledger.book(tx, [
          {
            kind: 'test',
            ref,
            postings: [
              { account: accounts.appFee(wallet), asset, amount },
              { account: accounts.outside, asset, amount: -amount },
            ],
          },
        ]),
      );
    await book('1', ledgerAsset(1, usdc), 1_234_567n);
    await book('2', ledgerAsset(2, quoting.two.chain.native.address), 10n ** 15n);
    const answer = await server.inject({ url: `/app-fees/${wallet.toUpperCase()}/balances` });
    const balances = appFeeBalancesSchema.parse(answer.json());
    expect(balances).toMatchObject({
      totalBalanceUsd: 3.234567,
      outstandingFastFillBalanceUsd: 0,
      pendingBalanceUsd: 0,
      availableBalanceUsd: 3.234567,
    });
    expect(balances.balances).toMatchObject([
      {
        currency: { chainId: 1, address: usdc, symbol: 'USDC' },
        amount: '1234567',
        amountFormatted: '1.234567',
        amountUsd: '1.234567',
        minimumAmount: '1234567',
      },
      {
        currency: { chainId: 2, symbol: 'ETH' },
        amount: '1000000000000000',
        amountFormatted: '0.001',
        amountUsd: '2.000000',
      },
    ]);
  });

  test('lets each balance stand for itself', async () => {
    const wallet = fakeAddress('apps');
    const delisted = {
      chainId: 1,
      address: fakeAddress('old'),
      symbol: 'OLD',
      name: 'Old',
      decimals: 8,
      metadata: { logoURI: '', verified: true },
    };
    const content = JSON.stringify(delisted);
    await store.query(
      `insert into currencies (id, content) values ("left"(encode(sha256(convert_to($1, 'UTF8')), 'hex'), 32), $1)`,
      [content],
    );
    await store.transaction((tx) =>
      store.ledger.book(
        tx,
        [
          ledgerAsset(1, usdc),
          ledgerAsset(2, quoting.two.chain.native.address),
          ledgerAsset(1, delisted.address),
        ].map((asset, index) => ({
          kind: 'test',
          ref: `itself-${String(index)}`,
          postings: [
            { account: accounts.appFee(wallet), asset, amount: 1_000_000n },
            { account: accounts.outside, asset, amount: -1_000_000n },
          ],
        })),
      ),
    );
    const { chains, quoter } = quoting;
    const prices = {
      price: (id: string) => (id === 'usdc' ? quoting.prices.price(id) : undefined),
    };
    const unpriced = await serve({ chains, quoter, prices });
    const answer = await unpriced.inject({ url: `/app-fees/${wallet}/balances` });
    await unpriced.close();
    const shown = appFeeBalancesSchema.parse(answer.json());
    expect(shown.totalBalanceUsd).toBe(1);
    expect(
      shown.balances.map(({ currency, amountFormatted, amountUsd }) => [
        currency.symbol,
        amountFormatted,
        amountUsd,
      ]),
    ).toEqual([
      ['OLD', '0.01', undefined],
      ['USDC', '1', '1.000000'],
      ['ETH', '0.000000000001', undefined],
    ]);
  });

  test('B6: is empty for a wallet without fees, and refuses what is no wallet', async () => {
    const answer = await server.inject({ url: `/app-fees/${bob}/balances` });
    expect(answer.json()).toEqual({
      balances: [],
      totalBalanceUsd: 0,
      outstandingFastFillBalanceUsd: 0,
      pendingBalanceUsd: 0,
      availableBalanceUsd: 0,
    });
    for (const name of ['somebody', '..%2f..%2fkeys', '%00', `${bob}%20`, bob.slice(0, -1)]) {
      const refusal = await server.inject({ url: `/app-fees/${name}/balances` });
      expect([name, refusal.statusCode, refusal.json()]).toMatchObject([
        name,
        400,
        { errorCode: expect.stringMatching(/^INVALID_(ADDRESS|REQUEST)$/) as string },
      ]);
    }
  });
});
