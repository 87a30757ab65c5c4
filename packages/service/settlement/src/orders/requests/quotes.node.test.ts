import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newRequest, testId } from '../../../test/newRequest.js';
import { keepSignature } from '../../payments/relays/keepSignature.js';
import { beginRequests } from './beginRequests.js';
import { changeRequests } from './changeRequests.js';

const dayMs = 86_400_000;
const [id, orderId] = [testId('request', 1), testId('order', 1)];

const depositAddress = {
  address: 'box',
  type: 'strict',
  currency: '0xcc',
  depositor: 'alice',
  refundTo: 'alice',
  quoteRequest: '{}',
  expiresAt: 4_000_000_000_000,
} as const;

describe.each(testServerKinds)('quotes on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let store: TestSettlement;

  afterAll(() => databases.close());
  beforeEach(async () => {
    store = await openTestSettlement(databases);
  });

  /** Rows of each table that holds something of requests and quotes. */
  async function countRows(): Promise<Readonly<Record<string, number>>> {
    const [row] = await store.query<Record<string, number>>(
      ['quotes', 'requests', 'request_states', 'currencies']
        .map((table) => `(select count(*)::int from ${table}) as ${table}`)
        .join(', ')
        .replace(/^/, 'select '),
    );
    return row!;
  }

  const partitions = async (): Promise<readonly string[]> =>
    (
      await store.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'quotes'::regclass order by 1`,
      )
    ).map(({ name }) => name);

  const prepare = (at: number): Promise<unknown> =>
    store.query('select prepare_quotes(to_timestamp($1::float8 / 1000))', [at]);

  it('leave one row that two indexes of ids know, and a third where nobody but the payer acts', async () => {
    await store.saveRequest(newRequest(1));
    expect(await countRows()).toEqual({ quotes: 1, requests: 0, request_states: 0, currencies: 0 });
    const indexes = await store.query<{ text: string }>(
      `select pg_get_indexdef(indexrelid) as text from pg_index join quotes on indrelid = quotes.tableoid order by 1`,
    );
    expect(indexes.map(({ text }) => text.replace(/^.*btree /, ''))).toEqual([
      '(origin_chain_id, created_at) WHERE (order_data IS NULL)',
      '(order_id)',
      '(request_id)',
    ]);
    expect((await store.getRequests({ limit: 9 })).requests).toEqual([]);
    expect((await store.getRequests({ orderId, limit: 9 })).requests).toEqual([]);
  });

  it('are found by their ids, as far as other filters allow it', async () => {
    await store.saveRequest(newRequest(1, { apiKeyId: 'key', referrer: 'app' }));
    const quote = await store.getRequest(id);
    expect(quote).toMatchObject({ status: 'waiting', version: 0 });
    const found = async (
      query: Omit<Parameters<TestSettlement['getRequests']>[0], 'limit'>,
    ): Promise<unknown> => (await store.getRequests({ id, ...query, limit: 9 })).requests;
    expect(await found({})).toEqual([quote]);
    expect(
      await found({
        orderId,
        apiKeyId: 'key',
        referrer: 'app',
        status: ['waiting'],
        chainId: 10,
        originChainId: 8453,
        users: [quote!.payer],
        until: quote!.createdAt,
      }),
    ).toEqual([quote]);
    for (const other of [
      { id: testId('request', 2) },
      { id: 'no id' },
      { apiKeyId: 'other' },
      { status: ['success'] },
      { chainId: 1 },
      { users: ['somebody'] },
      { txIds: ['0x01'] },
      { since: quote!.createdAt + 1 },
    ] as const)
      expect(await found(other)).toEqual([]);
  });

  it('tell who may make a plain transfer, until a transaction has begun it', async () => {
    const now = Date.now();
    const send = JSON.stringify([1, 'EXACT_INPUT', 'send']);
    const alone = { orderData: undefined, originChainId: 8453, createdAt: now };
    for (const [number, changes] of [
      [1, { ...alone, quote: send, payer: 'alice', createdAt: now + 60_000 }],
      [2, { ...alone, quote: send, payer: 'bob' }],
      [
        3,
        {
          ...alone,
          quote: JSON.stringify([1, 'EXACT_INPUT', 'swap']),
          payer: 'carol',
          createdAt: now + 1,
        },
      ],
      [4, { ...alone, quote: send, payer: 'dan', originChainId: 10 }],
    ] as const)
      await store.saveRequest(newRequest(number, changes));
    const openSenders = (chainId: number, since: number): Promise<readonly string[]> =>
      store.requests.openSenders({ chainId, since, withSwaps: false });
    expect(await openSenders(8453, now - 10_000)).toEqual(['alice', 'bob']);
    expect(await openSenders(8453, now + 50_000)).toEqual(['alice']);
    const withSwaps = { chainId: 8453, since: now - 10_000, withSwaps: true };
    expect(await store.requests.openSenders(withSwaps)).toEqual(['alice', 'carol', 'bob']);
    await store.transaction((tx) => beginRequests(tx, [orderId]));
    expect(await openSenders(8453, now - 10_000)).toEqual(['bob']);
  });

  it('become requests as they were quoted', async () => {
    await store.saveRequest(
      newRequest(1, {
        apiKeyId: 'key',
        referrer: 'app',
        referrerAddress: '0xapp',
        orderSignature: '0x01',
        executionTerms: '{"appFees": [], "callsGas": 5}',
      }),
    );
    const quote = await store.getRequest(id);
    await store.transaction((tx) => beginRequests(tx, [orderId]));
    expect(await store.getRequest(id)).toEqual(quote);
    expect((await store.getRequests({ apiKeyId: 'key', limit: 9 })).requests).toEqual([quote]);
    const kept = 'order_id, order_data, order_signature, execution_terms';
    expect(await store.query(`select ${kept} from requests`)).toEqual([
      {
        order_id: orderId,
        order_data: { salt: '1' },
        order_signature: '0x01',
        execution_terms: { appFees: [], callsGas: 5 },
      },
    ]);
  });

  it('begin once, however often and by how many at once', async () => {
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await Promise.all(numbers.map((number) => store.saveRequest(newRequest(number))));
    const orders = numbers.map((number) => testId('order', number));
    const change = async (ids: readonly string[], txId: string): Promise<void> =>
      store.transaction(async (tx) => {
        await beginRequests(tx, ids);
        await changeRequests(
          tx,
          store.hub,
          ids.map((order) => ({ orderId: order, events: ['depositSeen'], inTxIds: [txId] })),
        );
      });
    await Promise.all([
      change(orders, 'a'),
      change(orders.toReversed(), 'b'),
      change(orders.slice(10, 30), 'c'),
      store.transaction((tx) => beginRequests(tx, [...orders, ...orders, 'no id'])),
    ]);
    expect(await countRows()).toMatchObject({ requests: 40, request_states: 40 });
    // Every change of each is there.
    const found = await store.query<{ version: number; ids: number }>(
      'select version, cardinality(in_tx_ids) as ids, count(*)::int as count from request_states group by 1, 2 order by 1',
    );
    expect(found).toEqual([
      { version: 2, ids: 2, count: 20 },
      { version: 3, ids: 3, count: 20 },
    ]);
  });

  it('begin with the transaction of their event or not at all', async () => {
    await store.saveRequest(newRequest(1));
    const failing = store.transaction(async (tx) => {
      await beginRequests(tx, [orderId]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await countRows()).toMatchObject({ quotes: 1, requests: 0, request_states: 0 });
  });

  it('begin with a signature, and with an address of their own', async () => {
    await store.saveRequest(newRequest(1));
    const part = { orderId, signature: '0x01' };
    expect(await store.transaction((tx) => keepSignature(tx, { ...part, part: 'one' }))).toEqual(
      [],
    );
    await Promise.all([
      store.saveRequest(newRequest(2)),
      store.saveRequest(newRequest(3)),
      store.saveRequest(newRequest(4, { depositAddress })),
      store.saveRequest(newRequest(5)),
    ]);
    expect(await countRows()).toMatchObject({ quotes: 4, requests: 2 });
    expect((await store.getRequests({ limit: 9 })).requests.map((found) => found.id)).toEqual([
      testId('request', 4),
      id,
    ]);
  });

  it('have their partitions made ahead, once for all who ask at once', async () => {
    const noon = Date.parse('2026-03-31T12:00:00Z');
    await Promise.all(Array.from({ length: 8 }, () => prepare(noon)));
    expect(await partitions()).toEqual(['quotes_20260331', 'quotes_20260401']);
    await Promise.all([0, 1, 2].map((days) => prepare(noon + days * dayMs)));
    expect(await partitions()).toEqual([
      'quotes_20260331',
      'quotes_20260401',
      'quotes_20260402',
      'quotes_20260403',
    ]);
    // The last moment of a day and the first of the next.
    const midnight = Date.parse('2026-04-01T00:00:00Z');
    await store.saveRequest(newRequest(1, { createdAt: midnight - 1 }));
    await store.saveRequest(newRequest(2, { createdAt: midnight }));
    expect(
      await store.query('select tableoid::regclass::text as name from quotes order by 1'),
    ).toEqual([{ name: 'quotes_20260331' }, { name: 'quotes_20260401' }]);
  });

  it('go fourteen days after the last of their day could be filled, and their requests stay', async () => {
    const first = Date.parse('2026-03-01T12:00:00Z');
    await store.saveRequest(newRequest(1, { createdAt: first, fillBy: first + 60_000 }));
    await store.saveRequest(newRequest(2, { createdAt: first, fillBy: first + 10 * dayMs }));
    await store.transaction((tx) => beginRequests(tx, [orderId]));
    const begun = await store.getRequest(id);
    await prepare(first + 24 * dayMs);
    expect(await partitions()).toContain('quotes_20260301');
    expect(await store.getRequest(testId('request', 2))).toBeDefined();
    await prepare(first + 24 * dayMs + 1_000);
    expect(await partitions()).toEqual(['quotes_20260325', 'quotes_20260326']);
    expect(await store.getRequest(testId('request', 2))).toBeUndefined();
    expect(await store.getRequest(id)).toEqual(begun);
    // The clock of a caller that runs ahead drops nothing.
    await store.saveRequest(newRequest(3, { createdAt: Date.now(), fillBy: Date.now() }));
    await prepare(Date.now() + 400 * dayMs);
    expect(await store.getRequest(testId('request', 3))).toBeDefined();
  });
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Tables that a plan reads from one end to the other. */
function wholeTables(plan: Plan): readonly string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(wholeTables)];
}

describe('an order among many quotes and requests', () => {
  const databases = createTestDatabases();
  let store: TestSettlement;

  afterAll(() => databases.close());
  beforeAll(async () => {
    store = await openTestSettlement(databases);
    for (const days of [0, 1, 2, 3])
      await store.query(
        `select prepare_quotes('2026-01-01'::timestamptz + $1 * interval '1 day')`,
        [days],
      );
    await store.query(`insert into quotes (request_id, order_id, created_at, fill_by, origin_chain_id, destination_chain_id, payer, recipient, quote, order_data)
      select sha256(int4send(i)), sha256(int4send(-i)), at, at, 1, 2, 'a', 'b', '{}', '{}'
        from (select i, '2026-01-01T00:00:00Z'::timestamptz + i * interval '10 seconds' as at from generate_series(1, 40000) i) numbers`);
    await store.query(`with begun as (select * from waiting_quotes where get_byte(order_id, 0) < 128),
        added as (insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, quote, created_at, fill_by)
          select id, order_id, 1, 2, payer, recipient, quote, created_at, fill_by from begun)
      insert into request_states (order_id, request_id, created_at, updated_at) select order_id, id, created_at, created_at from begun`);
    await store.query('vacuum analyze');
  });

  it.each(['force_custom_plan', 'force_generic_plan'])(
    'is found through indexes (%s)',
    async (mode) => {
      const plans = await store.transaction(async (tx) => {
        await tx.query(`set local plan_cache_mode = ${mode}`);
        await tx.query(
          'prepare find_waiting (bytea[]) as select * from waiting_quotes where order_id = any($1)',
        );
        const [row] = await tx.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
          `explain (format json) execute find_waiting(array[sha256('a'), sha256('b')])`,
        );
        await tx.query('deallocate find_waiting');
        return row!['QUERY PLAN'];
      });
      expect(plans.flatMap(({ Plan: plan }) => wholeTables(plan))).toEqual([]);
    },
  );
});
