import { PortageError, type ErrorCode } from '@portage/core';
import {
  endpoints,
  errorBodySchema,
  requestStatusSchema,
  type EndpointName,
} from '@portage/core/schemas';
import { fakeAddress } from '@portage/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { oneKey } from '../../test/oneKey.js';
import {
  createTestServer,
  idOf,
  type TestServer,
  type TestServerOptions,
} from '../../test/createTestServer.js';
import { routes } from './routes.js';

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await createTestServer(options);
  open.push(server);
  return server;
}

const alice = fakeAddress('alice');

describe('POST /quote/v2', () => {
  test('sends the text of the quoter as it is', async () => {
    const { server, quoted } = await serve({ quote: async () => '{"steps": [ ]}' });
    const answer = await server.inject({
      method: 'POST',
      url: '/quote/v2',
      payload: { user: alice, unknownMember: 1 },
    });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'application/json; charset=utf-8',
      '{"steps": [ ]}',
    ]);
    expect(quoted).toEqual([{ user: alice, unknownMember: 1 }]);
  });

  test('turns refusals into bodies with code, paths, hint and data', async () => {
    const { server } = await serve({
      quote: async () => {
        throw new PortageError<ErrorCode>('AMOUNT_TOO_LOW', {
          message: 'Too low.',
          hint: 'Send more.',
          context: { minimum: 10n ** 20n },
          details: [{ path: 'amount', message: 'is too low' }],
        });
      },
    });
    const answer = await server.inject({
      method: 'POST',
      url: '/quote/v2',
      payload: { user: alice },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      message: 'Too low.',
      errorCode: 'AMOUNT_TOO_LOW',
      code: 'AMOUNT_TOO_LOW',
      statusCode: 400,
      hint: 'Send more.',
      errors: [{ path: 'amount', message: 'is too low' }],
      errorData: { minimum: '100000000000000000000' },
    });
  });

  test('says nothing of the inside when it fails, and logs it (errors#requestId)', async () => {
    const secret = 'postgres://portage:hunter2@10.0.0.7/db';
    for (const error of [
      new TypeError(secret),
      new PortageError<ErrorCode>('INVALID_CONFIGURATION', {
        message: secret,
        hint: secret,
        context: { secret },
      }),
      new PortageError<ErrorCode>('RPC_HTTP_ERROR', { message: secret, context: { secret } }),
    ]) {
      const { server, logged } = await serve({ quote: () => Promise.reject(error) });
      const answer = await server.inject({
        method: 'POST',
        url: '/quote/v2?apiKey=hunter3',
        payload: { user: alice },
      });
      expect(answer.body).not.toContain('hunter2');
      expect(errorBodySchema.parse(answer.json())).toMatchObject({
        errorCode:
          error instanceof PortageError && error.code === 'RPC_HTTP_ERROR'
            ? 'RPC_HTTP_ERROR'
            : 'UNKNOWN_ERROR',
      });
      expect(logged).toMatchObject([
        {
          message: 'a request failed',
          context: {
            err: error,
            path: '/quote/v2',
            requestId: answer.json<{ requestId: string }>().requestId,
          },
        },
      ]);
      expect(
        JSON.stringify(logged.map(({ context }) => ({ ...context, err: undefined }))),
      ).not.toContain('hunter3');
    }
  });

  test('says when to come back', async () => {
    const { server } = await serve({
      quote: () =>
        Promise.reject(
          new PortageError('PRICE_FETCH_FAILED', { message: 'The price of eth is too old.' }),
        ),
    });
    const answer = await server.inject({
      method: 'POST',
      url: '/quote/v2',
      payload: { user: alice },
    });
    expect([
      answer.statusCode,
      answer.headers['retry-after'],
      answer.json<{ message: string }>().message,
    ]).toEqual([503, '1', 'The price of eth is too old.']);
  });
});

describe('GET /intents/status', () => {
  test('T8: v3 says the words of now, with an ETag, without a look at a chain', async () => {
    const { server, store, traced, watched } = await serve();
    store.add(idOf(1));
    store.apply(idOf(1), 'depositFinal', { inTxIds: ['0xaa'] });
    store.apply(idOf(1), 'fillConfirmed', { outTxIds: ['0xbb'], amountOut: 10n ** 30n });
    const url = `/intents/status/v3?requestId=${idOf(1)}&referrer=app.example`;
    const answer = await server.inject({ url });
    expect(requestStatusSchema.parse(answer.json())).toEqual({
      requestId: idOf(1),
      status: 'success',
      details: 'The recipient was paid.',
      inTxHashes: ['0xaa'],
      txHashes: ['0xbb'],
      updatedAt: 1_700_000_000_002,
      originChainId: 1,
      destinationChainId: 2,
      quoteCreatedAt: 1_700_000_000_000,
      failReason: 'N/A',
      refundFailReason: 'N/A',
      amountOut: '1000000000000000000000000000000',
    });
    const again = await server.inject({ url, headers: { 'if-none-match': answer.headers.etag! } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect([...traced, ...watched]).toEqual([]);
  });

  test('without a version says the older words, and that it is deprecated', async () => {
    const { server, store } = await serve();
    store.add(idOf(2));
    store.apply(idOf(2), 'depositFinal');
    const answer = await server.inject({ url: `/intents/status?requestId=${idOf(2)}` });
    const body = answer.json<object>();
    expect(endpoints.legacyStatus.response.parse(body)).toMatchObject({
      status: 'received',
      time: 1_700_000_000_001,
    });
    expect(body).not.toHaveProperty('updatedAt');
    expect(answer.headers.deprecation).toMatch(/^@\d+$/);
    expect(answer.headers).toMatchObject({
      link: `</intents/status/v3?requestId=${idOf(2)}>; rel="successor-version"`,
    });
  });

  test.each(['/intents/status/v3', '/intents/status'])(
    '%s knows unknown ids from malformed ones',
    async (path) => {
      const { server, store } = await serve();
      store.add(idOf(0xab));
      expect(
        (await server.inject({ url: `${path}?requestId=0x${'AB'.repeat(32)}` })).statusCode,
      ).toBe(200);
      const unknown = await server.inject({ url: `${path}?requestId=${idOf(9)}` });
      expect([unknown.statusCode, unknown.json<{ errorCode: string }>().errorCode]).toEqual([
        404,
        'UNKNOWN_REQUEST',
      ]);
      for (const query of [
        '',
        '?requestId=',
        '?requestId=0x12',
        `?requestId=${idOf(1).slice(2)}`,
        `?requestId=${idOf(1)}00`,
        `?requestId=${idOf(1)}&requestId=${idOf(1)}`,
        '?requestId=%00',
        '?__proto__=1',
      ]) {
        const answer = await server.inject({ url: `${path}${query}` });
        expect([query, answer.statusCode, answer.json<{ errorCode: string }>().errorCode]).toEqual([
          query,
          400,
          'INVALID_REQUEST',
        ]);
        expect(answer.json<{ errors: { path: string }[] }>().errors[0]!.path).toBe('requestId');
      }
    },
  );
});

describe('POST /transactions/index', () => {
  test('looks at the chain, and says what it found', async () => {
    const { server, chain, traced } = await serve();
    const txId = chain.deposit({ orderId: idOf(3), payer: alice, amount: 5n });
    const ask = async (chainId: unknown, txHash: string) =>
      server.inject({
        method: 'POST',
        url: '/transactions/index',
        payload: { chainId, txHash, referrer: 'app.example' },
      });
    // A wallet tells of a transaction before a block holds it.
    const early = await ask('1', txId);
    const absent = { message: expect.any(String) as unknown, errorCode: 'UNKNOWN_TRANSACTION' };
    expect([early.statusCode, early.json<object>()]).toMatchObject([404, absent]);
    chain.mine();
    expect((await ask('1', `0x${'77'.repeat(32)}`)).statusCode).toBe(404);
    expect((await ask('3', txId)).json<object>()).toMatchObject({
      errorCode: 'UNSUPPORTED_CHAIN',
      statusCode: 400,
      errors: [{ path: 'chainId' }],
    });
    expect((await ask('http://169.254.169.254/', txId)).json<object>()).toMatchObject({
      errorCode: 'INVALID_REQUEST',
    });
    expect((await ask(1, 'not-a-hash')).json<object>()).toMatchObject({
      errorCode: 'INVALID_REQUEST',
      errors: [{ path: 'txHash' }],
    });
    expect(traced).toHaveLength(2);
  });

  test('answers 200 for a deposit', async () => {
    const { server, chain } = await serve();
    const txId = chain.deposit({ orderId: idOf(3), payer: alice, amount: 5n });
    chain.mine();
    const answer = await server.inject({
      method: 'POST',
      url: '/transactions/index',
      payload: { chainId: 1, txHash: txId.toUpperCase().replace('0X', '0x') },
    });
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([200, ['message']]);
  });

  test('T7: shares one look among those who ask for the same, and remembers it', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server, traced } = await serve({ trace: () => gate.then(() => 'found') });
    const ask = () =>
      server.inject({
        method: 'POST',
        url: '/transactions/index',
        payload: { chainId: '1', txHash: idOf(7) },
      });
    const all = Promise.all(Array.from({ length: 20 }, ask));
    await expect.poll(() => traced.length).toBe(1);
    release();
    expect((await all).every(({ statusCode }) => statusCode === 200)).toBe(true);
    await ask();
    expect(traced).toHaveLength(1);
  });

  test('T7: limits the looks of an address, and says when to come back', async () => {
    let time = 1_700_000_000_000;
    const { server, traced } = await serve({
      limits: { tracesPerMinuteMax: 3 },
      trace: async () => 'nothing',
      now: () => time,
    });
    const ask = (byte: number) =>
      server.inject({
        method: 'POST',
        url: '/transactions/index',
        payload: { chainId: '1', txHash: idOf(byte) },
        remoteAddress: '203.0.113.7',
      });
    const codes = [];
    for (let byte = 1; byte <= 5; byte += 1) codes.push((await ask(byte)).statusCode);
    expect(codes).toEqual([200, 200, 200, 429, 429]);
    const refused = await ask(6);
    expect([refused.headers['retry-after'], refused.json<object>()]).toMatchObject([
      '20',
      { errorCode: 'RATE_LIMITED', errorData: { retryAfterSeconds: 20 } },
    ]);
    const other = await server.inject({
      method: 'POST',
      url: '/transactions/index',
      payload: { chainId: '1', txHash: idOf(8) },
      remoteAddress: '203.0.113.8',
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect(other.statusCode).toBe(200);
    const spoofed = await server.inject({
      method: 'POST',
      url: '/transactions/index',
      payload: { chainId: '1', txHash: idOf(9) },
      remoteAddress: '203.0.113.7',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect(spoofed.statusCode).toBe(429);
    time += 20_000;
    expect((await ask(10)).statusCode).toBe(200);
    expect(traced).toHaveLength(5);
  });
});

describe('POST /transactions/single', () => {
  test('thanks for a transaction of a request, whether or not it is mined', async () => {
    const { server, store, traced } = await serve();
    store.add(idOf(1));
    const tell = (payload: object) =>
      server.inject({ method: 'POST', url: '/transactions/single', payload });
    const tx = JSON.stringify({ to: alice, value: '1', txHash: idOf(5) });
    const answer = await tell({ requestId: idOf(1), chainId: '1', tx, referrer: 'app.example' });
    expect([answer.statusCode, Object.keys(answer.json<object>()), traced]).toEqual([
      200,
      ['message'],
      [idOf(5)],
    ]);
    expect((await tell({ requestId: idOf(2), chainId: '1', tx })).statusCode).toBe(404);
    expect((await tell({ requestId: idOf(1), chainId: '99', tx })).json<object>()).toMatchObject({
      errorCode: 'UNSUPPORTED_CHAIN',
    });
    for (const wrong of [
      '',
      'null',
      '7',
      '{',
      '['.repeat(30_000),
      JSON.stringify({ txHash: 'zz' }),
    ]) {
      expect([
        wrong.slice(0, 10),
        (await tell({ requestId: idOf(1), chainId: '1', tx: wrong })).statusCode,
      ]).toEqual([wrong.slice(0, 10), 400]);
    }
    expect(traced).toHaveLength(1);
  });
});

describe('POST /execute/permits', () => {
  test('refuses a kind that is not paid by signature (errors#UNSUPPORTED_EXECUTION_TYPE)', async () => {
    const { server } = await serve();
    const answer = await server.inject({
      method: 'POST',
      url: `/execute/permits?signature=0x${'11'.repeat(65)}`,
      payload: { kind: 'claim', requestId: idOf(1) },
    });
    expect(answer.json()).toMatchObject({
      statusCode: 400,
      errorCode: 'UNSUPPORTED_EXECUTION_TYPE',
    });
  });
});

describe('ways of execution that are not offered', () => {
  const never = (): Promise<never> => Promise.reject(new Error('Nothing is submitted.'));
  const submissions = { submitPermit: never, submitGasless: never };
  const body = {
    data: { chainId: 1, to: alice, data: '0x', value: '0' },
    executionOptions: { subsidizeFees: false },
    requestId: idOf(1),
  };
  const permits = `/execute/permits?signature=0x${'11'.repeat(65)}`;

  test.each([
    ['an ERC-4337 operation', '/execute', 'executionKind', 'userOperation'],
    ['an operation of another entry point', '/execute', 'executionKind', 'userOp'],
    ['calls of a Safe', '/execute', 'executionKind', 'safeTransaction'],
    ['a signature of another kind', permits, 'kind', 'eip7702'],
    ['a name from the prototype', permits, 'kind', 'constructor'],
  ])(
    '%s is refused by name (steps#execute-executionKind, steps#permits-kind)',
    async (_, url, member, kind) => {
      const { access, headers } = oneKey();
      const { server } = await serve({ access, submissions });
      const payload = { ...body, [member]: kind };
      const answer = await server.inject({ method: 'POST', url, headers, payload });
      expect(answer.json()).toMatchObject({
        statusCode: 400,
        errorCode: 'UNSUPPORTED_EXECUTION_TYPE',
        message: expect.stringContaining(kind) as unknown,
        errors: [{ path: member }],
      });
    },
  );

  test.each([undefined, 7, null, {}])('a kind that is no text, as %j, is a fault', async (kind) => {
    const { access, headers } = oneKey();
    const { server } = await serve({ access, submissions });
    const payload = { ...body, executionKind: kind };
    const answer = await server.inject({ method: 'POST', url: '/execute', headers, payload });
    expect(answer.json()).toMatchObject({ statusCode: 400, errorCode: 'INVALID_REQUEST' });
  });
});

describe('GET /chains and /health', () => {
  test('lists chains, all or those asked for', async () => {
    const { server } = await serve();
    const ids = async (query: string) =>
      (await server.inject({ url: `/chains${query}` }))
        .json<{ chains: { id: number }[] }>()
        .chains.map(({ id }) => id);
    expect([
      await ids(''),
      await ids('?includeChains=2'),
      await ids('?includeChains=1,%202,7&referrer=x'),
      await ids('?includeChains=7'),
    ]).toEqual([[1, 2], [2], [1, 2], []]);
    expect(
      endpoints.chains.response.safeParse((await server.inject({ url: '/chains' })).json()).success,
    ).toBe(true);
  });

  test('CB13: says what the gate of quotes says: a chain that stalls or is halted is disabled, and why', async () => {
    let time = 1_700_000_000_000;
    let isHalted = false;
    const { server, chain } = await serve({
      now: () => time,
      restrictions: {
        isHalted: ({ id }) => isHalted && id === 1,
        haltedReason: () => (isHalted ? 'Its books are being compared.' : undefined),
      },
    });
    const seenAt = time;
    Object.assign(chain.chain.observe, {
      tip: () => ({ value: { height: 1, hash: '0x01', time: 0 }, observedAt: seenAt }),
    });
    const read = async () =>
      endpoints.chains.response.parse(
        (await server.inject({ url: '/chains?includeChains=1' })).json(),
      ).chains[0];
    time += 60_000;
    expect(await read()).toMatchObject({ disabled: false, depositEnabled: true });
    expect((await read())?.statusMessage).toBeUndefined();
    time += 1_000;
    expect(await read()).toMatchObject({
      disabled: true,
      depositEnabled: false,
      blockProductionLagging: true,
      statusMessage: 'No new block was seen for 61 s.',
    });
    time = seenAt;
    isHalted = true;
    Object.assign(chain.chain.info, { statusMessage: 'An upgrade begins on Monday.' });
    expect(await read()).toMatchObject({
      // It makes blocks as ever.
      disabled: true,
      depositEnabled: false,
      blockProductionLagging: false,
      statusMessage: 'Its books are being compared. An upgrade begins on Monday.',
    });
  });

  test('says of every chain of a service that is drained that it takes no more orders', async () => {
    const { server } = await serve({ restrictions: { isDraining: true } });
    const { chains } = endpoints.chains.response.parse(
      (await server.inject({ url: '/chains' })).json(),
    );
    expect(chains.map(({ disabled }) => disabled)).toEqual(chains.map(() => true));
    expect(chains[0]?.statusMessage).toContain('takes no more orders');
  });

  test('names a currency whose balance cannot be read', async () => {
    const { server, chain } = await serve();
    const fault = 'execution reverted';
    // Members of a fake chain are fields of its own.
    Object.assign(chain.chain.balances, { unreadable: () => fault });
    const body = endpoints.health.response.parse((await server.inject({ url: '/health' })).json());
    expect(body.chains[0]?.warnings?.[1]).toBe(
      'USDC is neither quoted nor spent, its balance cannot be read: execution reverted',
    );
    expect(body.chains[1]?.warnings).toBeUndefined();
  });

  test('is well, lags without blocks, and is down without its database', async () => {
    let time = Date.now();
    const { server, store, chain } = await serve({ now: () => time });
    const ask = async () => {
      time += 1_000;
      const answer = await server.inject({ url: '/health' });
      return {
        code: answer.statusCode,
        body: endpoints.health.response.parse(answer.json()),
        text: answer.body,
      };
    };
    expect(await ask()).toMatchObject({
      code: 200,
      body: { status: 'ok', version: '1.2.3', database: 'ok' },
    });
    chain.setReadings(false);
    expect(await ask()).toMatchObject({
      code: 200,
      body: {
        status: 'degraded',
        chains: [
          { id: 1, status: 'lagging' },
          { id: 2, status: 'ok' },
        ],
      },
    });
    store.isDown = true;
    const down = await ask();
    expect(down).toMatchObject({ code: 503, body: { status: 'degraded', database: 'down' } });
    expect(down.text).not.toContain('hunter2');
  });
});

test.each(['/health', '/ready'])(
  '%s says when to come back while its database is away (keys-and-usage#retry-after)',
  async (url) => {
    const { server, store } = await serve();
    store.isDown = true;
    const { statusCode, headers } = await server.inject({ url });
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    const up = await serve();
    expect((await up.server.inject({ url })).headers['retry-after']).toBeUndefined();
  },
);

describe('GET /swap-sources', () => {
  test('names the sources of one chain, or of all', async () => {
    const { server } = await serve();
    expect((await server.inject({ url: '/swap-sources' })).json()).toEqual({ sources: [] });
    expect((await server.inject({ url: '/swap-sources?chainId=4711' })).json()).toMatchObject({
      errorCode: 'UNSUPPORTED_CHAIN',
    });
    expect((await server.inject({ url: '/swap-sources?chainId=base' })).statusCode).toBe(400);
  });
});

test('every endpoint of the table is offered', () => {
  const missing = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => routes[name] === undefined,
  );
  expect(missing).toEqual([]);
});
