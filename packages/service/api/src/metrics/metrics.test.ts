import { PortageError } from '@portage/core';
import { createChains, type PriceSource } from '@portage/core/chain';
import { endpoints } from '@portage/core/schemas';
import { createFakeChain, fakeAddress, fakeNative } from '@portage/testing';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createTestServer,
  idOf,
  type TestServer,
  type TestServerOptions,
} from '../../test/createTestServer.js';
import { createFillTimes } from './createFillTimes.js';
import { createStandingTransactions } from './createStandingTransactions.js';
import { createMetrics } from './createMetrics.js';
import { createRefreshed } from './createRefreshed.js';

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(options);
  open.push(server);
  return server;
}

/** Sample lines of the text format, by name and labels. */
function samples(text: string): ReadonlyMap<string, number> {
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
  );
}

describe('GET /metrics', () => {
  test('W14: is there for the network of the operator alone, and for no page or proxy', async () => {
    const { server } = await serve();
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      server.inject({ url: '/metrics', remoteAddress, headers });
    for (const address of ['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.17.0.1', 'fd00::7']) {
      const answer = await ask(address);
      expect([address, answer.statusCode]).toEqual([address, 200]);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.body).toContain('portage_');
    }
    for (const [address, headers] of [
      ['203.0.113.7', {}],
      ['2001:db8::7', {}],
      ['172.32.0.1', {}],
      ['172.15.0.1', {}],
      ['100.128.0.1', {}],
      ['11.0.0.1', {}],
      ['127.0.0.1', { origin: 'https://page.example' }],
      ['127.0.0.1', { 'sec-fetch-site': 'cross-site' }],
      ['10.0.0.1', { 'x-forwarded-for': '203.0.113.7' }],
      ['10.0.0.1', { via: '1.1 proxy' }],
    ] as const) {
      const answer = await ask(address, { ...headers });
      expect([address, headers, answer.statusCode]).toEqual([address, headers, 404]);
      expect(answer.body).not.toContain('portage_');
    }
  });

  test('counts answers by endpoint, method and status, and quotes by their code', async () => {
    let calls = 0;
    const { server, store } = await serve({
      quote: () => {
        calls += 1;
        return calls === 1
          ? Promise.resolve('{}')
          : Promise.reject(new PortageError(calls === 2 ? 'AMOUNT_TOO_LOW' : 'PRICE_FETCH_FAILED'));
      },
    });
    store.add(idOf(1));
    for (let call = 0; call < 4; call += 1)
      await server.inject({ method: 'POST', url: '/quote/v2', payload: {} });
    await server.inject({
      method: 'POST',
      url: '/quote/v2',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    });
    await server.inject({ url: `/intents/status/v3?requestId=${idOf(1)}` });
    await server.inject({ url: `/app-fees/${fakeAddress('app')}/balances` });
    await server.inject({ url: '/nowhere/at/all' });
    await server.inject({ method: 'DELETE', url: '/elsewhere' });
    const answer = await server.inject({ url: '/metrics' });
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['cache-control'],
    ]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store']);
    const seen = samples(answer.body);
    const count = (endpoint: string, method: string, status: number) =>
      seen.get(
        `http_request_duration_seconds_count{endpoint="${endpoint}",method="${method}",status="${status}"}`,
      );
    expect(count('/quote/v2', 'POST', 200)).toBe(1);
    expect(count('/quote/v2', 'POST', 400)).toBe(2);
    expect(count('/quote/v2', 'POST', 503)).toBe(2);
    expect(count('/intents/status/v3', 'GET', 200)).toBe(1);
    expect(count('/app-fees/:wallet/balances', 'GET', 200)).toBe(1);
    expect(count('unknown', 'GET', 404)).toBe(1);
    expect(count('unknown', 'DELETE', 404)).toBe(1);
    expect(
      ['OK', 'AMOUNT_TOO_LOW', 'PRICE_FETCH_FAILED', 'INVALID_JSON'].map((result) =>
        seen.get(`portage_quotes_total{result="${result}"}`),
      ),
    ).toEqual([1, 1, 2, 1]);
  });

  test('has as many series after a thousand made-up calls as before', async () => {
    const { server } = await serve();
    const series = async () => {
      for (const url of ['/nowhere', '/app-fees/x/balances', '/requests/v2'])
        await server.inject({ url });
      return samples((await server.inject({ url: '/metrics' })).body).size;
    };
    await series();
    const before = await series();
    for (let call = 0; call < 300; call += 1) {
      await server.inject({ url: `/made/up/${call}` });
      await server.inject({ url: `/app-fees/wallet${call}/balances?x=${call}` });
      await server.inject({
        url: `/requests/v2?referrer=${call}`,
        headers: { 'x-request-id': String(call) },
      });
    }
    expect(await series()).toBe(before);
  });

  test('shows chains, balances and streams from memory', async () => {
    const now = 1_700_000_100_000;
    const { chain } = createFakeChain({ id: 1, slug: 'one', now: () => now - 5_000 });
    const silent = createFakeChain({ id: 2, slug: 'two' }).chain;
    const chains = createChains([
      {
        ...chain,
        observe: {
          ...chain.observe,
          tip: () => ({ value: { height: 77, hash: '0x77', time: 1 }, observedAt: now - 2_500 }),
        },
        balances: {
          ...chain.balances,
          unreadable: (currency) => (currency === fakeNative ? undefined : 'execution reverted'),
          spendable: (currency) => ({
            value: currency === fakeNative ? 1_500_000_000_000_000_000n : 7n,
            observedAt: now - 5_000,
          }),
        },
      },
      {
        ...silent,
        observe: { ...silent.observe, tip: () => undefined },
        balances: { ...silent.balances, spendable: () => undefined },
      },
    ]);
    const store = {
      query: () => Promise.reject(new Error('down')),
      ledger: { audit: () => Promise.resolve([]) },
    };
    const errors: unknown[] = [];
    const prices: PriceSource = {
      price: () => undefined,
      states: () => [
        {
          assetId: 'eth',
          feed: 'http',
          price: { value: { usdE12: 1n }, observedAt: now - 1_500 },
          refusal: undefined,
        },
        { assetId: 'usdc', feed: 'pool', price: undefined, refusal: 'guard disagrees' },
      ],
    };
    const fills = createFillTimes(chains);
    for (const seconds of [0.2, 0.3, 70])
      fills.observe({ originChainId: 1, destinationChainId: 10, seconds });
    const standing = createStandingTransactions(chains);
    standing.note(1, 2);
    const metrics = createMetrics({
      chains,
      prices,
      store,
      fills,
      standing,
      version: '1.2.3',
      streams: () => 3,
      now: () => now,
      onError: (error) => void errors.push(error),
    });
    const seen = samples(await metrics.text());
    const isOwn = ([name]: readonly [string, number]): boolean =>
      name.startsWith('portage_') && !name.includes('_seconds_bucket');
    const place = '{origin="one",destination="10"}';
    expect(seen.get('portage_fill_seconds_bucket{le="0.25",origin="one",destination="10"}')).toBe(
      1,
    );
    expect(seen.get('portage_fill_seconds_bucket{le="60",origin="one",destination="10"}')).toBe(2);
    expect(Object.fromEntries([...seen].filter(isOwn))).toEqual({
      [`portage_build_info{version="1.2.3",node="${process.version}"}`]: 1,
      [`portage_fill_seconds_count${place}`]: 3,
      [`portage_fill_seconds_sum${place}`]: 70.5,
      'portage_outbox_standing{chain="one"}': 2,
      portage_commit_seconds_count: 0,
      portage_commit_seconds_sum: 0,
      'portage_chain_height{chain="one"}': 77,
      'portage_chain_tip_age_seconds{chain="one"}': 2.5,
      'portage_chain_open{chain="one"}': 1,
      'portage_chain_open{chain="two"}': 1,
      'portage_solver_balance{chain="one",currency="eth"}': 1.5,
      'portage_solver_balance{chain="one",currency="usdc"}': 0.000007,
      'portage_solver_balance{chain="one",currency="weth"}': 7e-18,
      'portage_solver_balance_unreadable{chain="one",currency="eth"}': 0,
      'portage_solver_balance_unreadable{chain="one",currency="usdc"}': 1,
      'portage_solver_balance_unreadable{chain="one",currency="weth"}': 1,
      'portage_solver_balance_unreadable{chain="two",currency="eth"}': 0,
      'portage_solver_balance_unreadable{chain="two",currency="usdc"}': 0,
      'portage_solver_balance_unreadable{chain="two",currency="weth"}': 0,
      'portage_solver_balance_age_seconds{chain="one"}': 5,
      portage_status_streams: 3,
      'portage_price_refused{asset="eth",feed="http",reason="none"}': 0,
      'portage_price_refused{asset="usdc",feed="pool",reason="guard disagrees"}': 1,
      'portage_price_age_seconds{asset="eth",feed="http"}': 1.5,
    });
    expect(errors).toHaveLength(4);
    expect([...seen.keys()].some((name) => name.startsWith('process_cpu_seconds_total'))).toBe(
      true,
    );
    // Each server has its own metrics.
    const others = createMetrics({
      chains,
      prices,
      store,
      version: '1.2.3',
      streams: () => 0,
      now: () => now,
      onError: () => undefined,
    });
    metrics.observe({
      endpoint: '/quote/v2',
      method: 'POST',
      status: 200,
      seconds: 0.001,
      errorCode: undefined,
    });
    expect((await others.text()).includes('portage_quotes_total{')).toBe(false);
  });

  test('costs a call about a microsecond', () => {
    const store = {
      query: () => Promise.resolve([]),
      ledger: { audit: () => Promise.resolve([]) },
    };
    const metrics = createMetrics({
      chains: createChains([]),
      prices: { price: () => undefined },
      store,
      version: '1.2.3',
      streams: () => 0,
      now: Date.now,
      onError: () => undefined,
    });
    const call = {
      endpoint: '/quote/v2',
      method: 'POST',
      status: 200,
      seconds: 0.0007,
      errorCode: undefined,
    };
    const run = (times: number): number => {
      const started = process.cpuUsage();
      for (let index = 0; index < times; index += 1) metrics.observe(call);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / times;
    };
    run(50_000);
    // Far above the usual time, for busy machines; far below anything noticeable.
    expect(Math.min(run(50_000), run(50_000), run(50_000))).toBeLessThan(10);
  });
});

describe('a refreshed value', () => {
  test('is read once for all who ask, and again when it is old', async () => {
    let [time, reads, fails] = [0, 0, false];
    const errors: unknown[] = [];
    const value = createRefreshed(
      () => (fails ? Promise.reject(new Error('down')) : Promise.resolve((reads += 1))),
      { maxAgeMs: 10, now: () => time, onError: (error) => void errors.push(error) },
    );
    expect(value.known()).toBeUndefined();
    expect(await Promise.all([value.fresh(), value.fresh()])).toEqual([1, 1]);
    time = 9;
    expect([await value.fresh(), value.known()]).toEqual([1, 1]);
    time = 10;
    expect(value.known()).toBe(1);
    expect(await value.fresh()).toBe(2);
    [time, fails] = [20, true];
    expect([await value.fresh(), await value.fresh(), errors.length]).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });
});

describe('the note of a call', () => {
  test('names endpoint, status and time, and nothing that a caller sent', async () => {
    const canary = 'canary7f3a';
    const { server, noted, logged } = await serve({
      quote: () => Promise.reject(new TypeError('broken')),
    });
    const headers = {
      'x-api-key': `pk_${canary}`,
      authorization: `Bearer ${canary}`,
      cookie: `session=${canary}`,
      'user-agent': canary,
    };
    for (const { method, path } of Object.values(endpoints)) {
      const url = `${path.replace(/\{\w+\}/g, canary)}?apiKey=${canary}&signature=0x${canary}&requestId=${canary}&user=${canary}`;
      await server.inject({
        method,
        url,
        headers,
        ...(method === 'POST'
          ? { payload: { user: canary, requestId: canary, tx: canary, signature: canary } }
          : {}),
      });
    }
    await server.inject({ method: 'POST', url: '/quote/v2', payload: { user: canary } });
    await server.inject({
      method: 'POST',
      url: '/quote/v2',
      payload: `{"secret": "${canary}`,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    await server.inject({ url: `/${canary}?token=${canary}`, headers });
    expect(noted.length).toBe(Object.keys(endpoints).length + 3);
    expect(JSON.stringify(noted)).not.toContain(canary);
    expect(
      JSON.stringify(
        logged.map(({ context, message }) => ({ ...context, err: undefined, message })),
      ),
    ).not.toContain(canary);
    expect(noted.at(-1)).toEqual({
      message: 'answered',
      context: {
        requestId: expect.stringMatching(/^[\w-]{12}-\d+$/) as string,
        endpoint: 'unknown',
        method: 'GET',
        status: 404,
        ms: expect.any(Number) as number,
        errorCode: 'NOT_FOUND',
      },
    });
    // The log entries for a call and for its fault have the same id.
    expect(
      noted
        .filter(({ context }) => context['status'] === 500)
        .map(({ context }) => context['requestId']),
    ).toEqual(
      logged.map(({ context }) => ('requestId' in context ? context.requestId : undefined)),
    );
  });
});
