import { bytesToHex } from '@portage/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginAll } from '../../../test/beginAll.js';
import { newRequest, testId } from '../../../test/newRequest.js';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import {
  byteaArray,
  float8Array,
  int4Array,
  int8Array,
  numericArray,
  textArray,
} from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { currencyId, readCurrencies } from './currencies.js';
import { readRequestTransactions, readStoredOrders } from './readRequestFacts.js';
import { requestsPageStatement } from './requestsPageStatement.js';
import type { RequestsQuery } from './requestsQuery.js';
import { openSettlement } from '../../../test/openSettlement.js';

/**
 * Request 2 was paid and filled, request 1 paid back, request 3 has bytes on their way, and a reorg
 * took a deposit of it back.
 */
async function writeTransactions(store: TestSettlement): Promise<void> {
  const [first, second, third] = [1, 2, 3].map((number) => hashBytes(testId('order', number)));
  const deposit = `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount, state) values`;
  await store.query(
    `${deposit} (10, '0xin', 0, 3, '0x03', $1, 'carol', 'carol', '0xcc', 5, 'seen'), (10, '0xlost', 0, 3, '0x03', $2, 'carol', 'carol', '0xcc', 5, 'reorged')`,
    [second, third],
  );
  await store.query(
    `insert into fills values (8453, '0xout', 0, 7, '0x07', $1, 'solver', 'alice', '0xcc', 5, true, 'seen')`,
    [second],
  );
  await store.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal)
       values ($1, 'main', 'refund', '{}', 8453, 10, '0xin', 0), ($2, 'main', 'fill', '{}', 8453, 10, '0xin', 0), ($3, 'main', 'fill', '{}', 10, 10, '0xin', 0)`,
    [first, second, third],
  );
  await store.query(
    `insert into releases values (8453, '0xpaidback', 0, 8, '0x08', $1, 'alice', 'alice', '0xcc', 5, 'seen'), (8453, '0xother', 0, 8, '0x08', $1, 'alice', 'alice', '0xcc', 5, 'seen')`,
    [first],
  );
  const outbox = `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state, gas_cost) values`;
  await store.query(
    `${outbox} (8453, '0xpaidback', 's', 1, $1, 'main', 'refund', '', 'mined', 88), (8453, '0xout', 's', 2, $2, 'main', 'fill', '', 'mined', 77), (10, '0xsent', 's', 1, $3, 'main', 'fill', '', 'sent', null)`,
    [first, second, third],
  );
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The nodes of a plan that read a table. */
function scans(plan: Plan): readonly Plan[] {
  const own =
    plan['Node Type'].endsWith('Scan') &&
    plan['Node Type'] !== 'Subquery Scan' &&
    plan['Node Type'] !== 'CTE Scan'
      ? [plan]
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scans)];
}

describe.each(testServerKinds)('requests on the %s server', (kind) => {
  const databases = createTestDatabases({
    kind,
    planted: {
      'INV-O3': 'fills are written without their deposits',
      'INV-O7': 'states are written without their fills',
    },
  });
  let store: TestSettlement;

  afterAll(() => databases.close());

  it('gives back what was saved', async () => {
    store = await openTestSettlement(databases);
    await store.saveRequest(newRequest(1, { referrer: 'app', orderSignature: '0x01' }));
    expect(await store.getRequest(testId('request', 1))).toEqual({
      id: testId('request', 1),
      orderId: testId('order', 1),
      status: 'waiting',
      version: 0,
      originChainId: 8453,
      destinationChainId: 10,
      payer: '0x00000000000000000000000000000000000000aa',
      recipient: '0x00000000000000000000000000000000000000bb',
      referrer: 'app',
      quote: { number: 1, text: 'quotes " and \\ and {braces}, commas and ünïcode' },
      inTxIds: [],
      outTxIds: [],
      amountOut: undefined,
      failReason: 'N/A',
      refundFailReason: 'N/A',
      createdAt: 1_795_000_000_001,
      updatedAt: 1_795_000_000_001,
      fillBy: 1_795_000_060_001,
    });
    expect(await readStoredOrders(store, [testId('order', 1)])).toEqual(
      new Map([
        [testId('order', 1), { data: { salt: '1' }, signature: '0x01', executionTerms: undefined }],
      ]),
    );
    expect(await store.getRequest(testId('request', 2))).toBeUndefined();
  });

  it('keeps each currency once, under the hash of its text, and before the quote that names it', async () => {
    store = await openTestSettlement(databases);
    const [one, two] = ['\u0000é', 'b']
      .map((symbol) => JSON.stringify({ symbol }))
      .map((content) => ({ id: currencyId(content), content }));
    await Promise.all([
      store.saveRequest(newRequest(1, { currencies: [two!, one!] })),
      store.saveRequest(newRequest(2, { currencies: [one!] })),
    ]);
    await store.saveRequest(newRequest(3, { currencies: [one!, two!] }));
    const again = await openSettlement({ databaseUrl: store.url });
    await again.saveRequest(newRequest(4, { currencies: [two!] }));
    await again.close();
    expect(await readCurrencies(store, [one!.id, two!.id, one!.id, 'none'])).toEqual(
      new Map([
        [one!.id, { symbol: '\u0000é' }],
        [two!.id, { symbol: 'b' }],
      ]),
    );
    const wrong = { id: one!.id.replace(/^./, 'x'), content: one!.content };
    await expect(store.saveRequest(newRequest(5, { currencies: [wrong] }))).rejects.toMatchObject({
      code: '23514',
    });
    expect(await store.getRequest(testId('request', 5))).toBeUndefined();
  });

  it('saves five thousand at once in far fewer commits', async () => {
    store = await openTestSettlement(databases);
    await Promise.all(
      Array.from({ length: 5_000 }, (_, number) => store.saveRequest(newRequest(number))),
    );
    const rows = await store.query<{ quotes: number; orders: number }>(
      'select count(*)::int as quotes, count(order_data)::int as orders from quotes',
    );
    expect(rows).toEqual([{ quotes: 5_000, orders: 5_000 }]);
    const written = await store.query<{ transactions: number }>(
      'select count(distinct xmin::text)::int as transactions from quotes',
    );
    expect(written[0]?.transactions).toBeLessThan(100);
  });

  it('lets one bad row fail alone', async () => {
    store = await openTestSettlement(databases);
    const results = await Promise.allSettled([
      store.saveRequest(newRequest(1)),
      store.saveRequest(newRequest(2, { id: 'not a hash' })),
      store.saveRequest(newRequest(3, { quote: '{' })),
      store.saveRequest(newRequest(4, { id: testId('request', 1) })),
      store.saveRequest(newRequest(5)),
    ]);
    expect(
      results.map((result) =>
        result.status === 'rejected' ? (result.reason as { code: string }).code : 'saved',
      ),
    ).toEqual(['saved', '23514', '22P02', '23505', 'saved']);
    // Neither half of a refused request is there.
    expect(await store.query('select order_id as id from quotes order by id')).toEqual([
      { id: testId('order', 1) },
      { id: testId('order', 5) },
    ]);
  });

  it('writes what waits before it closes', async () => {
    const url = await databases.createDatabase();
    store = await openSettlement({ databaseUrl: url });
    const saves = Promise.all(
      Array.from({ length: 600 }, (_, number) => store.saveRequest(newRequest(number))),
    );
    await store.close();
    await saves;
    await expect(store.saveRequest(newRequest(601))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    store = await openSettlement({ databaseUrl: url });
    expect(await store.query('select count(*)::int as count from quotes')).toEqual([
      { count: 600 },
    ]);
    await store.close();
  });

  it('I4: refuses when twenty thousand are waiting', async () => {
    store = await openTestSettlement(databases);
    const saves = Array.from({ length: 20_500 }, (_, number) =>
      store.saveRequest(newRequest(number)),
    );
    const results = await Promise.allSettled(saves);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBe(500);
    expect(refused[0]?.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await store.query('select count(*)::int as count from quotes')).toEqual([
      { count: 20_000 },
    ]);
  });

  it('pages through requests without gaps or repeats, also when times are equal', async () => {
    store = await openTestSettlement(databases);
    const times = [5, 5, 5, 4, 3, 3, 2, 1].map((second) => 1_795_000_000_000 + second * 1000);
    await beginAll(
      store,
      times.map((createdAt, number) =>
        newRequest(number, { createdAt, payer: number === 7 ? 'other' : 'payer' }),
      ),
    );
    for (const order of ['newest first', 'oldest first'] as const) {
      const seen: string[] = [];
      let continuation: string | undefined;
      do {
        const page = await store.getRequests({ users: ['payer'], limit: 2, continuation, order });
        seen.push(...page.requests.map(({ id }) => id));
        continuation = page.continuation;
      } while (continuation !== undefined);
      const expected = [2, 1, 0, 3, 5, 4, 6].map((number) => testId('request', number));
      expect(seen).toEqual(order === 'newest first' ? expected : expected.reverse());
    }
    await expect(
      store.getRequests({ limit: 2, continuation: "1'; drop table requests" }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('pages by the time of the last change, to the microsecond', async () => {
    store = await openTestSettlement(databases);
    await beginAll(
      store,
      Array.from({ length: 5 }, (_, number) => newRequest(number)),
    );
    // Two within one millisecond, and two at the very same time.
    const micros = [700_001, 700_002, 900_000, 900_000, 100_000];
    for (const [number, fraction] of micros.entries()) {
      await store.query(
        `update request_states set updated_at = '2027-01-01T00:00:00Z'::timestamptz + $2 * interval '1 microsecond' where hash_text(request_id) = $1`,
        [testId('request', number), fraction],
      );
    }
    for (const order of ['newest first', 'oldest first'] as const) {
      const seen: number[] = [];
      let continuation: string | undefined;
      do {
        const page = await store.getRequests({ sortBy: 'updated', limit: 1, continuation, order });
        seen.push(...page.requests.map(({ id }) => Number(`0x${id.slice(-4)}`)));
        continuation = page.continuation;
      } while (continuation !== undefined);
      expect(seen).toEqual(order === 'newest first' ? [3, 2, 1, 0, 4] : [4, 0, 1, 2, 3]);
    }
    const since = Date.parse('2027-01-01T00:00:00.700Z');
    expect((await store.getRequests({ sortBy: 'updated', since, limit: 9 })).requests).toHaveLength(
      4,
    );
    expect((await store.getRequests({ since, limit: 9 })).requests).toHaveLength(0);
  });

  it('filters requests', async () => {
    store = await openTestSettlement(databases);
    await beginAll(store, [
      newRequest(1, { payer: 'alice', recipient: 'bob', referrer: 'app' }),
      newRequest(2, {
        payer: 'carol',
        recipient: 'alice',
        originChainId: 10,
        destinationChainId: 8453,
      }),
      newRequest(3, { payer: 'carol', recipient: 'carol' }),
    ]);
    await store.query(
      `update request_states set status = 'success' where hash_text(request_id) = $1`,
      [testId('request', 2)],
    );
    await store.query(
      `insert into chain_cursors values (10, 5, '0x05', 5, 0), (8453, 9, '0x09', 9, 0)`,
    );
    await writeTransactions(store);
    const found = async (query: Omit<Parameters<TestSettlement['getRequests']>[0], 'limit'>) =>
      (await store.getRequests({ ...query, limit: 10 })).requests.map(({ id }) =>
        Number(`0x${id.slice(-4)}`),
      );
    expect(await found({})).toEqual([3, 2, 1]);
    expect(await found({ users: ['alice'] })).toEqual([2, 1]);
    expect(await found({ users: ['carol'] })).toEqual([3, 2]);
    expect(await found({ users: ['bob', 'carol'] })).toEqual([3, 2, 1]);
    expect(await found({ status: ['success', 'refund'] })).toEqual([2]);
    expect(await found({ status: ['waiting'], users: ['carol'] })).toEqual([3]);
    expect(await found({ txIds: ['0xin'] })).toEqual([2]);
    expect(await found({ txIds: ['0xout'] })).toEqual([2]);
    expect(await found({ txIds: ['0xpaidback'] })).toEqual([1]);
    expect(await found({ txIds: ['0xsent', '0xin'] })).toEqual([3, 2]);
    expect(await found({ txIds: ['0xlost'] })).toEqual([]);
    expect(await found({ originChainId: 10 })).toEqual([2]);
    expect(await found({ destinationChainId: 10 })).toEqual([3, 1]);
    expect(await found({ chainId: 10 })).toEqual([3, 2, 1]);
    expect(
      await found({
        chainId: 10,
        users: ['alice'],
        status: ['waiting', 'success'],
        sortBy: 'updated',
        order: 'oldest first',
      }),
    ).toEqual([1, 2]);
    expect(await found({ chainId: 1 })).toEqual([]);
    expect(await found({ referrer: 'app' })).toEqual([1]);
    expect(await found({ orderId: testId('order', 3) })).toEqual([3]);
    expect(await found({ id: testId('request', 3) })).toEqual([3]);
    expect(await found({ since: 1_795_000_000_002 })).toEqual([3, 2]);
    expect(await found({ until: 1_795_000_000_002 })).toEqual([2, 1]);
  });

  it('tells the transactions of orders, and the orders', async () => {
    store = await openTestSettlement(databases);
    await beginAll(
      store,
      [1, 2, 3].map((number) => newRequest(number, number === 2 ? { orderSignature: '0x02' } : {})),
    );
    await store.query(`insert into chain_blocks values (10, 3, '0x03', 1795000123)`);
    await writeTransactions(store);
    const orderIds = [1, 2, 3].map((number) => testId('order', number));
    expect(await Promise.all(orderIds.map((id) => store.requests.refunds(id)))).toEqual([
      [{ txId: '0xpaidback', account: 'alice' }],
      [],
      [],
    ]);
    const seen = await readRequestTransactions(store, orderIds);
    const shared = { currency: '0xcc', amount: 5n };
    expect(seen).toEqual([
      {
        ...shared,
        orderId: orderIds[1],
        role: 'deposit',
        chainId: 10,
        txId: '0xin',
        height: 3,
        time: 1_795_000_123,
        account: 'carol',
        gasCost: undefined,
      },
      {
        ...shared,
        orderId: orderIds[1],
        role: 'fill',
        chainId: 8453,
        txId: '0xout',
        height: 7,
        time: undefined,
        account: 'alice',
        gasCost: 77n,
      },
      {
        ...shared,
        orderId: orderIds[0],
        role: 'refund',
        chainId: 8453,
        txId: '0xpaidback',
        height: 8,
        time: undefined,
        account: 'alice',
        gasCost: 88n,
      },
    ]);
    expect(await readRequestTransactions(store, [])).toEqual([]);
    expect(await readStoredOrders(store, [orderIds[1]!, testId('order', 9)])).toEqual(
      new Map([
        [orderIds[1], { data: { salt: '2' }, signature: '0x02', executionTerms: undefined }],
      ]),
    );
  });

  it('reads binary arrays as the arrays of the driver', async () => {
    store = await openTestSettlement(databases);
    const texts = ['', 'a"b', '\\', 'NULL', '{}', undefined, 'ünïcode €', '😀', 'x'.repeat(10_000)];
    const numbers = [0, 1, 8453, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
    const floats = [0, 1.5, 1_795_000_000_123];
    const statement = 'select $1::text[] as texts, $2::bigint[] as numbers, $3::float8[] as floats';
    const binary = await store.query(statement, [
      textArray(texts),
      int8Array(numbers),
      float8Array(floats),
    ]);
    expect(binary).toEqual(await store.query(statement, [texts, numbers, floats]));
    expect(binary).toEqual([{ texts: texts.map((text) => text ?? null), numbers, floats }]);
    expect(await store.query(statement, [textArray([]), int8Array([]), float8Array([])])).toEqual([
      { texts: [], numbers: [], floats: [] },
    ]);
    const amounts = [
      0n,
      1n,
      -1n,
      9_999n,
      10_000n,
      -10_001n,
      100_000_000n,
      2n ** 64n,
      2n ** 256n - 1n,
      -(10n ** 77n),
      undefined,
    ];
    const ordinals = [0, 1, -1, 2 ** 31 - 1];
    const read = 'select $1::numeric[]::text[] as amounts, $2::int[] as ordinals';
    expect(await store.query(read, [numericArray(amounts), int4Array(ordinals)])).toEqual([
      { amounts: amounts.map((amount) => amount?.toString() ?? null), ordinals },
    ]);
    expect(await store.query(read, [numericArray([]), int4Array([])])).toEqual([
      { amounts: [], ordinals: [] },
    ]);
    const nulls = [
      int8Array([undefined, 1]),
      float8Array([1.5, undefined]),
      int4Array([undefined]),
    ];
    const readNulls =
      'select $1::bigint[]::text[] as numbers, $2::float8[]::text[] as floats, $3::int[]::text[] as ordinals';
    expect(await store.query(readNulls, nulls)).toEqual([
      { numbers: [null, '1'], floats: ['1.5', null], ordinals: [null] },
    ]);
    const bytes = [
      new Uint8Array(),
      new Uint8Array([0]),
      new Uint8Array(300).map((_, index) => index % 256),
    ];
    const readBytes = 'select bytes from unnest($1::bytea[]) as t (bytes)';
    expect(await store.query(readBytes, [byteaArray(bytes)])).toEqual(
      bytes.map((each) => ({ bytes: bytesToHex(each) })),
    );
    expect(
      await store.query(readBytes, [byteaArray([undefined, new Uint8Array([1]), undefined])]),
    ).toEqual([{ bytes: null }, { bytes: '0x01' }, { bytes: null }]);
    expect(await store.query(readBytes, [byteaArray([])])).toEqual([]);
  });

  it('refuses to leave a terminal status, whatever code says', async () => {
    store = await openTestSettlement(databases);
    for (const [number, status] of (['success', 'refund', 'failure'] as const).entries()) {
      await beginAll(store, [newRequest(number)]);
      await store.query('update request_states set status = $2 where hash_text(request_id) = $1', [
        testId('request', number),
        status,
      ]);
      await expect(
        store.query(
          `update request_states set status = 'pending' where hash_text(request_id) = $1`,
          [testId('request', number)],
        ),
      ).rejects.toMatchObject({ code: 'P0001' });
    }
    await expect(
      store.query(`update request_states set status = 'unheard of'`),
    ).rejects.toMatchObject({ code: 'P0001' });
    await beginAll(store, [newRequest(9)]);
    await expect(
      store.query(
        `update request_states set status = 'unheard of' where hash_text(request_id) = $1`,
        [testId('request', 9)],
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the list among a hundred thousand requests', () => {
  const databases = createTestDatabases({
    planted: { 'INV-O7': 'states are written without their fills' },
  });
  let store: TestSettlement;

  beforeAll(async () => {
    store = await openTestSettlement(databases);
    // One in a thousand touches chain 1, one in fifty is filled; one payer has half of all, the
    // others have a hundred each.
    await store.query(`with numbers as (select i, decode(lpad(to_hex(i), 64, '0'), 'hex') as id, '2026-01-01T00:00:00Z'::timestamptz + i * interval '1 second' as at from generate_series(1, 100000) i),
      states as (insert into request_states (order_id, request_id, created_at, status, updated_at)
        select id, id, at, case when i % 50 = 0 then 'success' when i % 9999 = 0 then 'refund' else 'waiting' end, at + interval '1 minute' from numbers)
      insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, referrer, referrer_address, quote, order_data, created_at, fill_by)
        select id, id, case when i % 1000 = 0 then 1 else 8453 end, 10, case when i % 2 = 0 then 'whale' else 'user' || i % 1000 end,
          'user' || (i + 1) % 1000, case when i % 100 = 0 then 'app' end, case when i % 100 = 0 then '0xapp' end, '{}', '{}', at, at from numbers`);
    await store.query(
      `insert into chain_cursors values (8453, 5, '0x05', 5, 0), (10, 9, '0x09', 9, 0)`,
    );
    await store.query(`insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount)
      select 8453, 'tx' || hash_text(id), 0, 1, '', order_id, payer, payer, '', 1 from current_requests where status = 'success'`);
    await store.query(`insert into deposit_addresses (order_id, chain_id, address, type, currency, depositor, refund_to, quote_request, created_at, expires_at)
      select order_id, 8453, 'box' || hash_text(order_id), 'strict', '', payer, payer, '{}', created_at, created_at from requests where referrer = 'app'`);
    await store.query('vacuum analyze');
  });
  afterAll(() => databases.close());

  const middle = Date.parse('2026-01-01T12:00:00Z');
  it.each<[string, Omit<RequestsQuery, 'limit'>]>([
    ['nothing', {}],
    ['nothing, oldest change first', { sortBy: 'updated', order: 'oldest first' }],
    ['a payer with half of all', { users: ['whale'] }],
    ['an account', { users: ['user7'] }],
    ['an account by its changes', { users: ['whale'], sortBy: 'updated' }],
    ['a rare chain', { chainId: 1 }],
    ['a rare origin', { originChainId: 1 }],
    ['a chain that nothing comes from', { originChainId: 5 }],
    ['a chain that nothing goes to', { destinationChainId: 5 }],
    ['a rare pair of chains', { originChainId: 10, destinationChainId: 1 }],
    ['a chain and a rare status', { originChainId: 8453, status: ['refund'] }],
    ['a pair of chains without a request', { originChainId: 10, destinationChainId: 5 }],
    ['one chain on both sides', { chainId: 1, originChainId: 1 }],
    ['an account that is a deposit address', { users: [`box0x${'0'.repeat(60)}0064`] }],
    ['a deposit address', { depositAddresses: [`box0x${'0'.repeat(60)}0064`] }],
    ['a rare status', { status: ['refund'] }],
    ['those that wait, beside those that have ended', { status: ['waiting', 'refund'] }],
    ['statuses that nothing has', { status: ['pending', 'submitted'] }],
    ['a referrer', { referrer: 'app' }],
    ["a referrer's account", { referrerAddress: '0xapp' }],
    ['a key', { apiKeyId: 'key_none' }],
    ['a request', { id: `0x${'0'.repeat(60)}0abc` }],
    ['an order', { orderId: `0x${'0'.repeat(60)}0abc` }],
    ['a transaction', { txIds: [`tx0x${(50).toString(16).padStart(64, '0')}`] }],
    ['a time', { since: middle, until: middle + 60_000 }],
    [
      'a page far back',
      { users: ['whale'], continuation: `${String(middle * 1000)}_0x${'0'.repeat(64)}` },
    ],
  ])('finds %s through indexes alone', async (_, query) => {
    const { text, values } = requestsPageStatement({ ...query, limit: 50 });
    const [row] = await store.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    const read = scans(row!['QUERY PLAN'][0]!.Plan);
    expect(read.length).toBeGreaterThan(0);
    // Tables that hold next to nothing may be read as they are.
    const whole = read
      .filter((scan) => scan['Node Type'] === 'Seq Scan')
      .map((scan) => scan['Relation Name']);
    for (const table of ['requests', 'request_states', 'deposits', 'orders'])
      expect(whole).not.toContain(table);
    // Nothing reads more than a few pages' worth of rows, whether it keeps them or not.
    for (const scan of read)
      expect(
        (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
      ).toBeLessThan(2_000);
  });
});
