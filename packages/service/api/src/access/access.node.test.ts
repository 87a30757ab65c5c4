import { PortageError, type UsageEntry } from '@portage/core';
import { errorBodySchema, usageResponseSchema } from '@portage/core/schemas';
import { openAccessRecords, type AccessRecords } from '@portage/access';
import { openDatabase } from '@portage/database';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../test/createTestServer.js';
import type { RateLimitOptions } from '@portage/access';

const databases = createTestDatabases();
let store: TestSettlement & AccessRecords;
const open: TestServer[] = [];

afterAll(() => databases.close());
beforeEach(async () => {
  const settlement = await openTestSettlement(databases);
  store = { ...settlement, ...(await openAccessRecords(settlement)) };
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

async function serve(
  options: TestServerOptions & {
    readonly rateLimits?: RateLimitOptions;
    readonly on?: AccessRecords;
  } = {},
): Promise<TestServer> {
  const { keys, usage } = options.on ?? store;
  const server = await createTestServer({
    access: { keys, usage, rateLimits: options.rateLimits },
    ...options,
  });
  open.push(server);
  return server;
}

const user = fakeAddress('alice');

async function ask(
  { server }: TestServer,
  url: string,
  {
    key,
    from = '203.0.113.7',
    headers = {},
  }: {
    readonly key?: string | undefined;
    readonly from?: string;
    readonly headers?: Record<string, string>;
  } = {},
) {
  const own = key === undefined ? headers : { ...headers, 'x-api-key': key };
  return url === '/quote/v2'
    ? server.inject({ method: 'POST', url, payload: { user }, headers: own, remoteAddress: from })
    : server.inject({ url, headers: own, remoteAddress: from });
}

describe('keys', () => {
  test('a key has its own quota of looks at transactions, wherever it calls from (requests#limit-traces)', async () => {
    const [shop, bar] = await Promise.all(
      ['shop', 'bar'].map(async (name) => (await store.keys.create({ name })).secret),
    );
    const { server } = await serve({
      limits: { tracesPerMinuteMax: 2 },
      trace: () => Promise.resolve('nothing'),
      now: () => 1_700_000_000_000,
    });
    let asked = 0;
    const look = async (key: string | undefined, remoteAddress: string): Promise<number> => {
      asked += 1;
      const answer = await server.inject({
        method: 'POST',
        url: '/transactions/index',
        remoteAddress,
        payload: { chainId: 1, txHash: `0x${asked.toString().padStart(64, '0')}` },
        headers: key === undefined ? {} : { 'x-api-key': key },
      });
      return answer.statusCode;
    };
    expect(await look(shop, '203.0.113.1')).toBe(200);
    expect(await look(shop, '203.0.113.2')).toBe(200);
    expect(await look(shop, '203.0.113.3')).toBe(429);
    // Neither another key nor the address itself pays for it.
    expect(await look(bar, '203.0.113.3')).toBe(200);
    expect(await look(undefined, '203.0.113.3')).toBe(200);
    expect(await look(undefined, '203.0.113.3')).toBe(200);
    expect(await look(undefined, '203.0.113.3')).toBe(429);
    expect(await look(bar, '203.0.113.3')).toBe(200);
  });

  test('a fast fill needs a key with a wallet, and says what became of it (sponsorship#fast-fill-referrer)', async () => {
    const [none, app] = await Promise.all(
      [undefined, user].map(
        async (appWallet) => (await store.keys.create({ name: 'shop', appWallet })).secret,
      ),
    );
    const demands: unknown[] = [];
    const outcomes = ['held', 'known', 'late'] as const;
    const fastFills = {
      place: async (demand: unknown) => outcomes[demands.push(demand) - 1] ?? 'late',
    };
    const { server } = await serve({ fastFills });
    const body = { requestId: `0x${'AB'.repeat(32)}`, referrer: 'app.example' };
    const demand = async (key: string | undefined, more: object = {}): Promise<unknown> => {
      const answer = await server.inject({
        method: 'POST',
        url: '/fast-fill',
        payload: { ...body, ...more },
        headers: key === undefined ? {} : { 'x-api-key': key },
      });
      const { errorCode, message } = answer.json<Record<string, string>>();
      return [answer.statusCode, errorCode ?? message];
    };
    expect(await demand(undefined)).toEqual([401, 'UNAUTHORIZED']);
    expect(await demand(none)).toEqual([403, 'FORBIDDEN']);
    for (const wrong of [
      { requestId: '0x1' },
      { solverInputCurrencyAmount: '-1' },
      { maxFillAmountUsd: -1 },
      { maxFillAmountUsd: '5' },
    ])
      expect(await demand(app, wrong)).toEqual([400, 'INVALID_REQUEST']);
    expect(demands).toEqual([]);
    expect(await demand(app, { solverInputCurrencyAmount: '7', maxFillAmountUsd: 0.1 })).toEqual([
      200,
      'The request is paid as soon as a block has its deposit.',
    ]);
    expect(await demand(app)).toEqual([200, 'A fast fill was asked for before.']);
    expect(await demand(app)).toEqual([200, 'The deposit is final; nothing is held for it.']);
    const requestId = body.requestId.toLowerCase();
    expect(demands.slice(0, 2)).toEqual([
      { requestId, wallet: user, depositAmount: 7n, fillMicroUsdMax: 100_000n },
      { requestId, wallet: user, depositAmount: undefined, fillMicroUsdMax: undefined },
    ]);
  });

  test('a key names its holder to the quoter; without one nobody is named, and calls count for the address', async () => {
    const { key, secret } = await store.keys.create({
      name: 'shop',
      rights: ['fixed-rate', 'route-racing'],
      sponsor: 'acme',
    });
    const parts = await serve();
    expect((await ask(parts, '/quote/v2', { key: secret })).statusCode).toBe(200);
    expect((await ask(parts, '/quote/v2')).statusCode).toBe(200);
    expect(parts.callers).toMatchObject([
      { apiKeyId: key.id, rights: ['fixed-rate', 'route-racing'], sponsor: 'acme' },
      {},
    ]);
    expect(parts.callers[1]).toEqual({});
    expect(parts.countedCallers).toEqual([
      `key ${key.id}`,
      expect.stringMatching(/^address [^ ]+$/),
    ]);
  });

  test('B1, B2: a key that is none is refused everywhere, and never anonymous', async () => {
    const { secret } = await store.keys.create({ name: 'shop' });
    const revoked = await store.keys.create({ name: 'old' });
    await store.keys.revoke(revoked.key.id);
    const other = await store.keys.create({ name: 'other' });
    const parts = await serve();
    const mixed = `${secret.split('.')[0]!}.${other.secret.split('.')[1]!}`;
    const last = secret.at(-1) === 'A' ? 'B' : 'A';
    const junk = [
      '',
      ' ',
      'x',
      'key_',
      secret.slice(0, -1),
      `${secret}A`,
      `${secret.slice(0, -1)}${last}`,
      ` ${secret}x`,
      secret.toUpperCase(),
      mixed,
      revoked.secret,
      `key_${'0'.repeat(16)}.${'A'.repeat(43)}`,
      'schlüssel',
      '__proto__',
      `Bearer ${secret}`,
    ];
    for (const key of junk) {
      for (const url of ['/quote/v2', '/chains', '/metrics/usage', '/execute']) {
        const answer = await ask(parts, url, { key });
        const expected = url === '/execute' ? [405] : [401];
        expect([key, url, answer.statusCode]).toEqual([key, url, expected[0]]);
        if (url !== '/execute')
          expect(errorBodySchema.parse(answer.json())).toMatchObject({
            errorCode: 'UNAUTHORIZED',
            message: 'The API key is not valid.',
          });
      }
    }
    const two = await ask(parts, '/chains', { key: `${secret}, ${other.secret}` });
    expect([two.statusCode, two.json<{ errorCode: string }>().errorCode]).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect(parts.callers).toEqual([]);
    expect((await ask(parts, '/chains', { key: secret })).statusCode).toBe(200);
  });

  test('a server without keys refuses each', async () => {
    const { secret } = await store.keys.create({ name: 'shop' });
    const parts = await createTestServer();
    open.push(parts);
    expect((await ask(parts, '/chains', { key: secret })).statusCode).toBe(401);
    expect((await ask(parts, '/chains')).statusCode).toBe(200);
  });

  test('costs one look for many calls, and none for junk', async () => {
    const { secret } = await store.keys.create({ name: 'shop' });
    const looks: string[] = [];
    const keys = { ...store.keys, find: (id: string) => (looks.push(id), store.keys.find(id)) };
    const parts = await createTestServer({ access: { keys, usage: store.usage } });
    open.push(parts);
    await Promise.all(Array.from({ length: 50 }, () => ask(parts, '/chains', { key: secret })));
    for (let call = 0; call < 10; call += 1) await ask(parts, '/chains', { key: 'junk' });
    expect(looks).toEqual([secret.split('.')[0]]);
    const unknown = `key_${'0'.repeat(16)}.${'A'.repeat(43)}`;
    for (let call = 0; call < 10; call += 1) await ask(parts, '/chains', { key: unknown });
    expect(looks).toHaveLength(2);
  });

  test('a key that another process revokes ends as soon as that is told', async () => {
    const { key, secret } = await store.keys.create({ name: 'shop' });
    const parts = await serve();
    expect((await ask(parts, '/chains', { key: secret })).statusCode).toBe(200);
    const operator = await openDatabase({ databaseUrl: store.url });
    await (await openAccessRecords(operator)).keys.revoke(key.id);
    await operator.close();
    await expect
      .poll(async () => (await ask(parts, '/chains', { key: secret })).statusCode)
      .toBe(401);
  });

  test('a revocation during a look is not forgotten', async () => {
    const { key, secret } = await store.keys.create({ name: 'shop' });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let looked = false;
    const keys = {
      ...store.keys,
      find: async (id: string) => {
        const found = await store.keys.find(id);
        looked = true;
        await held;
        return found;
      },
    };
    const parts = await createTestServer({ access: { keys, usage: store.usage } });
    open.push(parts);
    const early = ask(parts, '/chains', { key: secret });
    await expect.poll(() => looked).toBe(true);
    await store.keys.revoke(key.id);
    release();
    expect((await early).statusCode).toBe(200);
    expect((await ask(parts, '/chains', { key: secret })).statusCode).toBe(401);
  });

  test('a database that is away is told, rather than a caller let in', async () => {
    const keys = {
      ...store.keys,
      find: () => Promise.reject(new PortageError('SERVICE_UNAVAILABLE')),
    };
    const { secret } = await store.keys.create({ name: 'shop' });
    const parts = await createTestServer({ access: { keys, usage: store.usage } });
    open.push(parts);
    expect((await ask(parts, '/chains', { key: secret })).statusCode).toBe(503);
  });
});

describe.each(['memory', 'postgres'] as const)('rates in %s', (place) => {
  const few = (): RateLimitOptions => ({
    perMinute: { quote: { address: 2, key: 4 }, other: { address: 3, key: 5 } },
    ...(place === 'postgres' ? { pool: store.pool } : {}),
  });
  const codes = async (
    parts: TestServer,
    times: number,
    url: string,
    options: Parameters<typeof ask>[2] = {},
  ) => {
    const seen: number[] = [];
    for (let call = 0; call < times; call += 1)
      seen.push((await ask(parts, url, options)).statusCode);
    return seen;
  };

  test('P7: who asks for withdrawals again and again is refused, and works nothing out any more', async () => {
    const { server } = await serve({ rateLimits: few() });
    const prepare = async (from: string) => {
      const answer = await server.inject({
        method: 'POST',
        url: '/withdrawals/request',
        remoteAddress: from,
        payload: {
          chainId: 'one',
          ownerChainId: 'one',
          currency: user,
          amount: '1',
          owner: user,
          recipient: user,
        },
      });
      return answer.json<{ readonly errorCode: string }>().errorCode;
    };
    const said: string[] = [];
    for (let call = 0; call < 5; call += 1) said.push(await prepare('203.0.113.7'));
    expect(said.map((code) => code === 'RATE_LIMITED')).toEqual([false, false, false, true, true]);
    expect(await prepare('203.0.113.8')).not.toBe('RATE_LIMITED');
  });

  test('an address and a key each have their own, told in headers (keys-and-usage#rate-address, keys-and-usage#rate-key, keys-and-usage#rate-headers, keys-and-usage#retry-after, model#codes-limits)', async () => {
    const { secret } = await store.keys.create({ name: 'shop' });
    const parts = await serve({ rateLimits: few() });
    const first = await ask(parts, '/quote/v2');
    expect([first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual([
      '"quote";q=2;w=60',
      '"quote";r=1;t=60',
    ]);
    expect(await codes(parts, 2, '/quote/v2')).toEqual([200, 429]);
    const refused = await ask(parts, '/quote/v2');
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds > 0 && seconds <= 60).toBe(true);
    expect([refused.headers['ratelimit-policy'], refused.headers['ratelimit']]).toEqual([
      '"quote";q=2;w=60',
      `"quote";r=0;t=${String(seconds)}`,
    ]);
    expect(errorBodySchema.parse(refused.json())).toMatchObject({
      errorCode: 'RATE_LIMITED',
      statusCode: 429,
      errorData: { retryAfterSeconds: seconds },
    });
    expect(await codes(parts, 4, '/chains')).toEqual([200, 200, 200, 429]);
    expect(await codes(parts, 5, '/quote/v2', { key: secret, from: '198.51.100.1' })).toEqual([
      200, 200, 200, 200, 429,
    ]);
    expect(await codes(parts, 1, '/quote/v2', { from: '203.0.113.8' })).toEqual([200]);
    expect(await codes(parts, 6, '/health')).toEqual([200, 200, 200, 200, 200, 200]);
    expect(parts.quoted).toHaveLength(7);
  });

  test("T9: an IPv6 network is one caller; X-Forwarded-For is a proxy's to say", async () => {
    const parts = await serve({ rateLimits: few(), trustedProxies: '192.0.2.0/24' });
    expect(await codes(parts, 2, '/quote/v2', { from: '2001:db8:1:2::1' })).toEqual([200, 200]);
    expect(await codes(parts, 1, '/quote/v2', { from: '2001:db8:1:2:ffff::9' })).toEqual([429]);
    expect(await codes(parts, 1, '/quote/v2', { from: '2001:db8:1:3::1' })).toEqual([200]);
    const spoof = { from: '203.0.113.50', headers: { 'x-forwarded-for': '198.51.100.1' } };
    expect(await codes(parts, 2, '/quote/v2', spoof)).toEqual([200, 200]);
    expect(
      await codes(parts, 1, '/quote/v2', {
        ...spoof,
        headers: { 'x-forwarded-for': '198.51.100.2' },
      }),
    ).toEqual([429]);
    const behind = (client: string) => ({
      from: '192.0.2.10',
      headers: { 'x-forwarded-for': `10.9.9.9, ${client}` },
    });
    expect(await codes(parts, 3, '/quote/v2', behind('198.51.100.7'))).toEqual([200, 200, 429]);
    expect(await codes(parts, 1, '/quote/v2', behind('198.51.100.8'))).toEqual([200]);
  });

  test('trying keys uses up the calls of the address', async () => {
    const { secret } = await store.keys.create({ name: 'shop' });
    const parts = await serve({ rateLimits: few() });
    const random = (n: number) => `key_${n.toString(16).padStart(16, '0')}.${'A'.repeat(43)}`;
    const seen: number[] = [];
    for (let n = 0; n < 5; n += 1)
      seen.push((await ask(parts, '/chains', { key: random(n) })).statusCode);
    expect(seen).toEqual([401, 401, 401, 429, 429]);
    expect(await codes(parts, 1, '/chains', { key: 'junk' })).toEqual([429]);
    expect(await codes(parts, 1, '/chains', { key: secret, from: '203.0.113.99' })).toEqual([200]);
  });
});

test('T9: two processes that count in the database let no more through than one', async () => {
  const rateLimits: RateLimitOptions = {
    perMinute: { quote: { address: 20, key: 20 }, other: { address: 20, key: 20 } },
    pool: store.pool,
  };
  const [one, two] = [await serve({ rateLimits }), await serve({ rateLimits })];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, call) => ask(call % 2 === 0 ? one : two, '/quote/v2')),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40);
});

describe('GET /metrics/usage', () => {
  const rows = (answer: { json(): unknown }) => usageResponseSchema.parse(answer.json()).metrics;
  const total = (entries: readonly UsageEntry[]) =>
    entries.reduce((sum, { count }) => sum + count, 0);

  test('counts calls by endpoint, status and error, for the key that asks', async () => {
    const { key, secret } = await store.keys.create({ name: 'shop' });
    const foreign = await store.keys.create({ name: 'foreign' });
    let isLow = false;
    const parts = await serve({
      quote: () =>
        isLow ? Promise.reject(new PortageError('AMOUNT_TOO_LOW')) : Promise.resolve('{}'),
    });
    for (let call = 0; call < 3; call += 1) await ask(parts, '/quote/v2', { key: secret });
    isLow = true;
    await ask(parts, '/quote/v2', { key: secret });
    await ask(parts, '/quote/v2');
    await ask(parts, '/chains', { key: foreign.secret });
    await expect
      .poll(async () =>
        total(rows(await ask(parts, '/metrics/usage?granularity=daily', { key: foreign.secret }))),
      )
      .toBeGreaterThanOrEqual(1);
    const answer = await ask(parts, '/metrics/usage?granularity=minutely', { key: secret });
    const own = rows(answer)
      .filter(({ endpoint }) => endpoint === '/quote/v2')
      .map(({ timestamp, ...row }) => ({ ...row, isMinute: timestamp.endsWith(':00.000Z') }));
    expect(own).toEqual([
      { apiKey: key.id, endpoint: '/quote/v2', statusCode: 200, count: 3, isMinute: true },
      {
        apiKey: key.id,
        endpoint: '/quote/v2',
        statusCode: 400,
        errorCode: 'AMOUNT_TOO_LOW',
        count: 1,
        isMinute: true,
      },
    ]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('needs a key, and refuses what it cannot read', async () => {
    const { key, secret } = await store.keys.create({ name: 'shop' });
    const parts = await serve();
    expect((await ask(parts, '/metrics/usage')).json()).toMatchObject({
      statusCode: 401,
      errorCode: 'UNAUTHORIZED',
    });
    const ids = (count: number) =>
      Array.from({ length: count }, (_, n) => `key_${n.toString(16).padStart(16, '0')}`).join(',');
    const status = async (query: string) =>
      (await ask(parts, `/metrics/usage?${query}`, { key: secret })).statusCode;
    expect(await status(`apiKey=${ids(50)}`)).toBe(200);
    for (const query of [
      `apiKey=${ids(51)}`,
      'granularity=weekly',
      'startTimestamp=x',
      'startTimestamp=-1',
      'startTimestamp=9&endTimestamp=9',
      `endTimestamp=${String(Date.now())}`,
      'apiKey=',
      `apiKey=${secret}`,
      `apiKey=${key.id}&apiKey=${key.id}`,
    ]) {
      expect([query, await status(query)]).toEqual([query, 400]);
    }
  });

  test("B5: shows other keys of the same owner when they are named, and nobody else's", async () => {
    const [first, second, foreign] = [
      await store.keys.create({ name: 'a', owner: 'acme' }),
      await store.keys.create({ name: 'b', owner: 'acme' }),
      await store.keys.create({ name: 'c', owner: 'rival' }),
    ];
    const parts = await serve();
    for (const { secret } of [first, second, foreign]) await ask(parts, '/chains', { key: secret });
    const seen = async (query: string) =>
      new Set(
        rows(await ask(parts, `/metrics/usage?${query}`, { key: first.secret })).map(
          ({ apiKey }) => apiKey,
        ),
      );
    const all = [first, second, foreign].map(({ key }) => key.id).join(',');
    await expect.poll(() => seen(`apiKey=${all}`)).toEqual(new Set([first.key.id, second.key.id]));
    expect(await seen('')).toEqual(new Set([first.key.id]));
    expect(await seen(`apiKey=${foreign.key.id}`)).toEqual(new Set());
    expect(await seen(`apiKey=${second.key.id}`)).toEqual(new Set([second.key.id]));
  });

  test('refuses a window of more rows than one answer holds (keys-and-usage#limit-rows)', async () => {
    const { key, secret } = await store.keys.create({ name: 'busy' });
    const minute = Math.floor(Date.now() / 60_000 - 1) * 60_000;
    const count = { apiKeyId: key.id, minute, endpoint: 'quote', statusCode: 400, count: 1 };
    const write = (from: number, length: number) =>
      store.usage.write(
        crypto.randomUUID(),
        Array.from({ length }, (_, n) => ({ ...count, errorCode: `E${String(from + n)}` })),
      );
    const parts = await serve();
    const code = async () => {
      const answer = await ask(parts, '/metrics/usage?granularity=minutely', { key: secret });
      return [answer.statusCode, answer.json<{ errorCode?: string }>().errorCode];
    };
    await write(0, 100_000);
    expect(await code()).toEqual([200, undefined]);
    await write(100_000, 1);
    expect(await code()).toEqual([400, 'INVALID_REQUEST']);
  });

  test('lists requests by key for the owner of the key only (requests#apiKey)', async () => {
    const first = await store.keys.create({ name: 'a', owner: 'acme' });
    const second = await store.keys.create({ name: 'b', owner: 'acme' });
    const foreign = await store.keys.create({ name: 'c', owner: 'rival' });
    const parts = await serve();
    const code = async (apiKey: string, key?: string) => {
      const answer = await ask(parts, `/requests/v2?apiKey=${apiKey}`, { key });
      return [answer.statusCode, answer.json<{ errorCode?: string }>().errorCode];
    };
    expect(await code(first.key.id, first.secret)).toEqual([200, undefined]);
    expect(await code(second.key.id, first.secret)).toEqual([200, undefined]);
    for (const [asked, secret] of [
      [first.key.id, undefined],
      [foreign.key.id, first.secret],
      ['key_0000000000000000', first.secret],
    ] as const)
      expect(await code(asked, secret)).toEqual([401, 'UNAUTHORIZED']);
  });

  test('writes what is counted before it closes', async () => {
    const { key, secret } = await store.keys.create({ name: 'shop' });
    const parts = await serve();
    await Promise.all(Array.from({ length: 25 }, () => ask(parts, '/chains', { key: secret })));
    await open.pop()!.server.close();
    const kept = await store.usage.read({
      apiKeyIds: [key.id],
      granularity: 'daily',
      from: 0,
      to: Date.now() + 1,
      rowsMax: 10,
    });
    expect(total(kept)).toBe(25);
  });
});

test('B5: a secret is in no answer, no log and no row', async () => {
  const { secret } = await store.keys.create({ name: 'shop' });
  const parts = await serve({
    quote: () => Promise.reject(new Error('inside')),
    rateLimits: { perMinute: { quote: { address: 9, key: 2 }, other: { address: 9, key: 9 } } },
  });
  const heard: string[] = [];
  const note = (answer: { body: string; headers: object }) =>
    heard.push(answer.body, JSON.stringify(answer.headers));
  for (let call = 0; call < 4; call += 1) note(await ask(parts, '/quote/v2', { key: secret }));
  note(await ask(parts, `/metrics/usage?apiKey=${secret}`, { key: secret }));
  note(await ask(parts, `/quote/${secret}`, { key: secret }));
  note(await ask(parts, '/chains', { key: `${secret}x` }));
  note(await ask(parts, '/chains', { key: `${secret},${secret}` }));
  await open.pop()!.server.close();
  expect(parts.logged.length).toBeGreaterThan(0);
  heard.push(
    ...parts.logged.map(
      ({ context, message }) =>
        `${message} ${JSON.stringify(context)} ${Object.values(context)
          .map((value) => (value instanceof Error ? `${value.message} ${value.stack ?? ''}` : ''))
          .join(' ')}`,
    ),
  );
  for (const table of ['api_keys', 'usage_minutes', 'usage_hours', 'usage_days', 'rate_limits']) {
    heard.push(
      ...(await store.query<{ text: string }>(`select ${table}::text as text from ${table}`)).map(
        ({ text }) => text,
      ),
    );
  }
  const part = secret.split('.')[1]!;
  const forms = [
    part,
    encodeURIComponent(part),
    Buffer.from(part).toString('hex'),
    Buffer.from(part).toString('base64'),
    Buffer.from(part, 'base64url').toString('hex'),
  ];
  // The unknown path is the caller's own text, which the answer repeats.
  const allowed = heard.filter((text) => !text.includes('There is no endpoint'));
  expect(allowed.length).toBeGreaterThan(10);
  for (const form of forms) expect(allowed.filter((text) => text.includes(form))).toEqual([]);
});
