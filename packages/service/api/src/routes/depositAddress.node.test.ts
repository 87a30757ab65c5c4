import { PortageError } from '@portage/core';
import type { DepositEvent } from '@portage/core/chain';
import { defaultPolicy } from '@portage/quoter';
import { beginRequests } from '@portage/settlement/testing';
import { hashBytes, openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { idOf } from '../../test/createTestServer.js';
import { createQuoting } from '../../test/quoting.js';
import { createServer, type Server, type ServerOptions } from '../index.js';

const address = fakeAddress('box');
const usdc = fakeAddress('usdc');
const alice = fakeAddress('alice');
const [request, order, later, laterOrder] = [idOf(1), idOf(2), idOf(3), idOf(4)];

const databases = createTestDatabases();
let store: TestSettlement;
const open: Server[] = [];

async function serve(
  options: Partial<Pick<ServerOptions, 'reindex' | 'limits' | 'now'>> = {},
): Promise<Server> {
  const { chains, quoter, prices } = await createQuoting(store);
  const server = await createServer({
    chains,
    quoter,
    prices,
    policy: defaultPolicy,
    store,
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    version: '1',
    log: { error: () => undefined },
    ...options,
  });
  open.push(server);
  return server;
}

beforeAll(async () => {
  store = await openTestSettlement(databases);
  const kept = {
    originChainId: 1,
    destinationChainId: 2,
    payer: alice,
    recipient: alice,
    quote: '{}',
    createdAt: 1_700_000_000_000,
    fillBy: 4_000_000_000_000,
  };
  const depositAddress = {
    address,
    type: 'open',
    currency: usdc,
    depositor: alice,
    refundTo: alice,
    quoteRequest: '{}',
    expiresAt: 4_000_000_000_000,
  } as const;
  await store.saveRequest({ ...kept, id: request, orderId: order, depositAddress });
  await store.saveRequest({ ...kept, id: later, orderId: laterOrder });
  await store.transaction((tx) => beginRequests(tx, [laterOrder]));
  const {
    txId,
    ordinal,
    height,
    blockHash,
    amount,
  }: Pick<DepositEvent, 'txId' | 'ordinal' | 'height' | 'blockHash' | 'amount'> = {
    txId: idOf(5),
    ordinal: 0,
    height: 3,
    blockHash: '0x03',
    amount: 7n,
  };
  await store.query(
    'insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount) values (1, $1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [txId, ordinal, height, blockHash, hashBytes(order), alice, address, usdc, amount],
  );
  await store.query(
    'insert into requotes (chain_id, tx_id, ordinal, order_id, address_order_id) values (1, $1, 0, $2, $3)',
    [txId, hashBytes(laterOrder), hashBytes(order)],
  );
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});
afterAll(() => databases.close());

describe('GET /deposit-addresses/v1', () => {
  test.each([
    ['itself', `address=${address}`],
    ['itself in other case', `address=${address.toUpperCase()}`],
    ['its request', `requestId=${request}`],
    ['its request in other case', `requestId=0x${request.slice(2).toUpperCase()}`],
    ['a request for what came later', `requestId=${later}`],
    ['its id', `id=${order}`],
  ])('finds an address by %s', async (_, query) => {
    const answer = await (await serve()).inject({ url: `/deposit-addresses/v1?${query}` });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        depositAddress: address,
        type: 'open',
        requestId: request,
        chainId: 1,
        createdAt: '2023-11-14T22:13:20.000Z',
        currency: usdc,
        refundTo: alice,
      },
    ]);
  });

  test.each([
    ['an address that is none of ours', `address=${alice}`, 404, 'UNKNOWN_REQUEST'],
    ['a request that nobody made', `requestId=${idOf(9)}`, 404, 'UNKNOWN_REQUEST'],
    ['an id that nothing has', `id=${request}`, 404, 'UNKNOWN_REQUEST'],
    ['neither', '', 400, 'INVALID_REQUEST'],
    ['two of them', `address=${address}&requestId=${request}`, 400, 'INVALID_REQUEST'],
    ['what is no address', 'address=somewhere', 400, 'INVALID_ADDRESS'],
    ['what is no id', 'requestId=0x12', 400, 'INVALID_REQUEST'],
    ['an address of any length', `address=${'1'.repeat(129)}`, 400, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, query, status, errorCode) => {
    const answer = await (await serve()).inject({ url: `/deposit-addresses/v1?${query}` });
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { errorCode }]);
  });
});

describe('GET /requests/v2', () => {
  test('finds the requests of an address as those of a user (requests#user)', async () => {
    const server = await serve();
    const idsBy = async (query: string): Promise<readonly string[]> => {
      const answer = await server.inject({ url: `/requests/v2?${query}` });
      return answer.json<{ requests: { id: string }[] }>().requests.map(({ id }) => id);
    };
    const byAddress = await idsBy(`depositAddress=${address}&includeChildRequests=true`);
    expect(byAddress.length).toBeGreaterThan(0);
    expect(await idsBy(`user=${address}&includeChildRequests=true`)).toEqual(byAddress);
    expect(await idsBy(`user=${address}`)).toEqual(await idsBy(`depositAddress=${address}`));
  });
});

describe('POST /transactions/deposit-address/reindex', () => {
  const named = { chainId: 1, depositAddress: address };
  const post = (
    server: Server,
    payload: object = named,
    remoteAddress = '203.0.113.7',
  ): ReturnType<Server['inject']> =>
    server.inject({
      method: 'POST',
      url: '/transactions/deposit-address/reindex',
      payload,
      remoteAddress,
    });

  test('says what is swept now', async () => {
    const asked: unknown[] = [];
    const server = await serve({
      reindex: async (body) => ({
        triggered: asked.push(body) === 1 ? [usdc] : [],
        checked: 3,
        failed: 1,
      }),
    });
    const [first, second] = [
      await post(server, { ...named, targetChainId: 2, currency: usdc, referrer: 'app.example' }),
      await post(server),
    ];
    expect(asked).toEqual([{ ...named, targetChainId: 2, currency: usdc }, named]);
    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      { triggeredCurrencies: [usdc], checkedCurrencies: 3, failedCurrencies: 1 },
    ]);
    expect([second.statusCode, second.json()]).toMatchObject([
      200,
      { triggeredCurrencies: [], message: expect.stringContaining('Nothing') as string },
    ]);
  });

  test.each([
    ['no chain', { depositAddress: address }],
    ['a chain that is no number', { chainId: 'one', depositAddress: address }],
    ['no address', { chainId: 1 }],
    ['an address of any length', { chainId: 1, depositAddress: '1'.repeat(129) }],
  ])('refuses %s', async (_, payload) => {
    const answer = await post(
      await serve({ reindex: () => Promise.reject(new Error('nobody looks')) }),
      payload,
    );
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { errorCode: 'INVALID_REQUEST' },
    ]);
  });

  test('answers 400 where no addresses are offered, and 404 for one that is not ours', async () => {
    const none = await post(await serve());
    expect([none.statusCode, none.json()]).toMatchObject([
      400,
      { errorCode: 'UNSUPPORTED_FEATURE' },
    ]);
    const unknown = await post(
      await serve({
        reindex: () =>
          Promise.reject(
            new PortageError('UNKNOWN_REQUEST', { message: 'It is no deposit address.' }),
          ),
      }),
    );
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      404,
      { errorCode: 'UNKNOWN_REQUEST' },
    ]);
  });

  test('answers 503 when the chain said nothing, or when too many look at the same time', async () => {
    const silent = await post(
      await serve({ reindex: async () => ({ triggered: [], checked: 2, failed: 2 }) }),
    );
    expect([silent.statusCode, silent.json()]).toMatchObject([
      503,
      { errorCode: 'SERVICE_UNAVAILABLE' },
    ]);
    const waiting: (() => void)[] = [];
    const busy = await serve({
      limits: { reindexesMax: 2 },
      reindex: () =>
        new Promise(
          (resolve) =>
            void waiting.push(() => {
              resolve({ triggered: [], checked: 1, failed: 0 });
            }),
        ),
    });
    const looks = ['203.0.113.1', '203.0.113.2'].map((caller) => post(busy, named, caller));
    await expect.poll(() => waiting.length).toBe(2);
    expect((await post(busy, named, '203.0.113.3')).statusCode).toBe(503);
    for (const release of waiting.splice(0)) release();
    expect((await Promise.all(looks)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const after = post(busy);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    expect((await after).statusCode).toBe(200);
  });

  test('limits the looks of a caller, and says when to come back', async () => {
    let time = 1_700_000_000_000;
    const server = await serve({
      limits: { reindexesPerMinuteMax: 2 },
      now: () => time,
      reindex: async () => ({ triggered: [], checked: 1, failed: 0 }),
    });
    expect([(await post(server)).statusCode, (await post(server)).statusCode]).toEqual([200, 200]);
    const refused = await post(server);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toMatchObject([
      429,
      '30',
      { errorCode: 'RATE_LIMITED' },
    ]);
    expect((await post(server, named, '203.0.113.8')).statusCode).toBe(200);
    time += 30_000;
    expect((await post(server)).statusCode).toBe(200);
  });
});
