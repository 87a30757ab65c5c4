import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRequest, testId } from '../../test/newRequest.js';
import { openStore, type Store } from '../openStore.js';
import { createTestDatabases, testServerKinds, type TestDatabases } from '../testing/index.js';
import { float8Array, int8Array, textArray } from './binaryArray.js';

describe.each(testServerKinds)('requests on the %s server', (kind) => {
  let databases: TestDatabases;
  let store: Store;

  beforeAll(async () => {
    databases = await createTestDatabases({ kind });
  });
  afterAll(() => databases.close());

  it('gives back what was saved', async () => {
    store = await databases.openStore();
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
      terms: { number: 1, text: 'quotes " and \\ and {braces}, commas and ünïcode' },
      inTxIds: [],
      outTxIds: [],
      amountOut: undefined,
      failReason: 'N/A',
      refundFailReason: 'N/A',
      createdAt: 1_795_000_000_001,
      updatedAt: 1_795_000_000_001,
      fillBy: 1_795_000_060_001,
    });
    expect(await store.query('select * from orders')).toEqual([{ id: testId('order', 1), data: { salt: '1' }, signature: '0x01' }]);
    expect(await store.getRequest(testId('request', 2))).toBeUndefined();
  });

  it('saves five thousand at once in far fewer commits', async () => {
    store = await databases.openStore();
    await Promise.all(Array.from({ length: 5_000 }, (_, number) => store.saveRequest(newRequest(number))));
    const rows = await store.query<{ requests: number; orders: number }>(
      'select (select count(*)::int from requests) as requests, (select count(*)::int from orders) as orders',
    );
    expect(rows).toEqual([{ requests: 5_000, orders: 5_000 }]);
    const written = await store.query<{ transactions: number }>('select count(distinct xmin::text)::int as transactions from requests');
    expect(written[0]?.transactions).toBeLessThan(100);
  });

  it('lets one bad row fail alone', async () => {
    store = await databases.openStore();
    const results = await Promise.allSettled([
      store.saveRequest(newRequest(1)),
      store.saveRequest(newRequest(2, { id: 'not a hash' })),
      store.saveRequest(newRequest(3, { terms: '{' })),
      store.saveRequest(newRequest(4, { id: testId('request', 1) })),
      store.saveRequest(newRequest(5)),
    ]);
    expect(results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'saved'))).toEqual([
      'saved',
      '23514',
      '22P02',
      '23505',
      'saved',
    ]);
    // Neither half of a refused request is there.
    expect(await store.query('select id from orders order by id')).toEqual([{ id: testId('order', 1) }, { id: testId('order', 5) }]);
  });

  it('writes what waits before it closes', async () => {
    const url = await databases.createDatabase();
    store = await openStore({ databaseUrl: url, migrate: false });
    const saves = Promise.all(Array.from({ length: 600 }, (_, number) => store.saveRequest(newRequest(number))));
    await store.close();
    await saves;
    await expect(store.saveRequest(newRequest(601))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    store = await openStore({ databaseUrl: url, migrate: false });
    expect(await store.query('select count(*)::int as count from requests')).toEqual([{ count: 600 }]);
    await store.close();
  });

  it('refuses when twenty thousand are waiting', async () => {
    store = await databases.openStore();
    const saves = Array.from({ length: 20_500 }, (_, number) => store.saveRequest(newRequest(number)));
    const results = await Promise.allSettled(saves);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBe(500);
    expect(refused[0]?.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await store.query('select count(*)::int as count from requests')).toEqual([{ count: 20_000 }]);
  });

  it('pages through requests without gaps or repeats, also when times are equal', async () => {
    store = await databases.openStore();
    const times = [5, 5, 5, 4, 3, 3, 2, 1].map((second) => 1_795_000_000_000 + second * 1000);
    await Promise.all(times.map((createdAt, number) => store.saveRequest(newRequest(number, { createdAt, payer: number === 7 ? 'other' : 'payer' }))));
    for (const order of ['newest first', 'oldest first'] as const) {
      const seen: string[] = [];
      let continuation: string | undefined;
      do {
        const page = await store.getRequests({ user: 'payer', limit: 2, continuation, order });
        seen.push(...page.requests.map(({ id }) => id));
        continuation = page.continuation;
      } while (continuation !== undefined);
      const expected = [2, 1, 0, 3, 5, 4, 6].map((number) => testId('request', number));
      expect(seen).toEqual(order === 'newest first' ? expected : expected.reverse());
    }
    await expect(store.getRequests({ limit: 2, continuation: "1'; drop table requests" })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('filters requests', async () => {
    store = await databases.openStore();
    await store.saveRequest(newRequest(1, { payer: 'alice', recipient: 'bob', referrer: 'app' }));
    await store.saveRequest(newRequest(2, { payer: 'carol', recipient: 'alice', originChainId: 10, destinationChainId: 8453 }));
    await store.saveRequest(newRequest(3, { payer: 'carol', recipient: 'carol' }));
    await store.query(`update requests set status = 'success', in_tx_ids = '{in}', out_tx_ids = '{out}' where payer = 'carol' and recipient = 'alice'`);
    const found = async (query: Omit<Parameters<Store['getRequests']>[0], 'limit'>) =>
      (await store.getRequests({ ...query, limit: 10 })).requests.map(({ id }) => Number(`0x${id.slice(-4)}`));
    expect(await found({})).toEqual([3, 2, 1]);
    expect(await found({ user: 'alice' })).toEqual([2, 1]);
    expect(await found({ user: 'carol' })).toEqual([3, 2]);
    expect(await found({ status: ['success', 'refund'] })).toEqual([2]);
    expect(await found({ txId: 'in' })).toEqual([2]);
    expect(await found({ txId: 'out' })).toEqual([2]);
    expect(await found({ originChainId: 10 })).toEqual([2]);
    expect(await found({ destinationChainId: 10 })).toEqual([3, 1]);
    expect(await found({ referrer: 'app' })).toEqual([1]);
    expect(await found({ orderId: testId('order', 3) })).toEqual([3]);
    expect(await found({ id: testId('request', 3) })).toEqual([3]);
    expect(await found({ since: 1_795_000_000_002 })).toEqual([3, 2]);
    expect(await found({ until: 1_795_000_000_002 })).toEqual([2, 1]);
  });

  it('reads binary arrays as the arrays of the driver', async () => {
    store = await databases.openStore();
    const texts = ['', 'a"b', '\\', 'NULL', '{}', undefined, 'ünïcode €', '😀', 'x'.repeat(10_000)];
    const numbers = [0, 1, 8453, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
    const floats = [0, 1.5, 1_795_000_000_123];
    const statement = 'select $1::text[] as texts, $2::bigint[] as numbers, $3::float8[] as floats';
    const binary = await store.query(statement, [textArray(texts), int8Array(numbers), float8Array(floats)]);
    expect(binary).toEqual(await store.query(statement, [texts, numbers, floats]));
    expect(binary).toEqual([{ texts: texts.map((text) => text ?? null), numbers, floats }]);
    expect(await store.query(statement, [textArray([]), int8Array([]), float8Array([])])).toEqual([{ texts: [], numbers: [], floats: [] }]);
  });

  it('refuses to leave a terminal status, whatever code says', async () => {
    store = await databases.openStore();
    for (const [number, status] of (['success', 'refund', 'failure'] as const).entries()) {
      await store.saveRequest(newRequest(number));
      await store.query('update requests set status = $2 where id = $1', [testId('request', number), status]);
      await expect(store.query(`update requests set status = 'pending' where id = $1`, [testId('request', number)])).rejects.toMatchObject({ code: 'P0001' });
    }
    await expect(store.query(`update requests set status = 'unheard of'`)).rejects.toMatchObject({ code: 'P0001' });
    await store.saveRequest(newRequest(9));
    await expect(store.query(`update requests set status = 'unheard of' where id = $1`, [testId('request', 9)])).rejects.toMatchObject({ code: '23514' });
  });
});
