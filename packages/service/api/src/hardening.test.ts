import { errorBodySchema } from '@portage/core/schemas';
import { fakeAddress } from '@portage/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, idOf, type TestServer } from '../test/createTestServer.js';

let parts: TestServer;
beforeAll(async () => {
  parts = await createTestServer();
  await parts.server.inject({ url: '/chains' });
});
afterAll(async () => {
  await parts.server.close();
});

const json = { 'content-type': 'application/json' };
const user = fakeAddress('alice');

function padded(bytes: number): string {
  const empty = JSON.stringify({ user, referrer: '' });
  return JSON.stringify({ user, referrer: 'x'.repeat(bytes - Buffer.byteLength(empty)) });
}

/** Bodies and their expected answers. Each must be judged fast: none may hold the event loop. */
const bodies: readonly (readonly [
  name: string,
  payload: string | Buffer,
  headers: Record<string, string>,
  status: number,
  code: string,
])[] = [
  ['nothing', '', json, 400, 'INVALID_JSON'],
  ['nothing, of no type', '', {}, 400, 'INVALID_REQUEST'],
  ['half an object', '{"user":', json, 400, 'INVALID_JSON'],
  ['text', 'hello', json, 400, 'INVALID_JSON'],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), json, 400, 'INVALID_JSON'],
  ['null', 'null', json, 400, 'INVALID_REQUEST'],
  ['a number', '7', json, 400, 'INVALID_REQUEST'],
  ['an array', '[]', json, 400, 'INVALID_REQUEST'],
  ['60,000 open brackets', '['.repeat(60_000), json, 400, 'INVALID_JSON'],
  [
    '30,000 nested arrays (keys-and-usage#limit-depth)',
    '['.repeat(30_000) + ']'.repeat(30_000),
    json,
    400,
    'INVALID_REQUEST',
  ],
  [
    'a deep unknown member',
    `{"user":7,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    json,
    400,
    'INVALID_REQUEST',
  ],
  ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, json, 400, 'INVALID_REQUEST'],
  ['64 KiB, one member too long', padded(65_536), json, 400, 'INVALID_REQUEST'],
  ['64 KiB and a byte (keys-and-usage#limit-body)', padded(65_537), json, 413, 'BODY_TOO_LARGE'],
  ['a megabyte of spaces', ' '.repeat(1_048_576), json, 413, 'BODY_TOO_LARGE'],
  [
    'a form',
    'user=x',
    { 'content-type': 'application/x-www-form-urlencoded' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'JSON that says it is compressed',
    '{}',
    { ...json, 'content-encoding': 'gzip' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a type that is none', '{}', { 'content-type': ';;;' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['JSON without a type', '{}', { 'content-type': '' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'zipped JSON',
    Buffer.from([0x1f, 0x8b, 0x08]),
    { ...json, 'content-encoding': 'gzip' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a user of a wrong kind',
    JSON.stringify({ user: { toString: 1 } }),
    json,
    400,
    'INVALID_REQUEST',
  ],
  [
    'an amount of as many digits as a body holds',
    JSON.stringify({ user, amount: '9'.repeat(60_000) }),
    json,
    400,
    'INVALID_REQUEST',
  ],
  [
    'an app fee that backtracks',
    JSON.stringify({ user, appFees: [{ recipient: user, fee: `${'1'.repeat(50_000)}x` }] }),
    json,
    400,
    'INVALID_REQUEST',
  ],
  [
    '6,000 names, as many as a body holds',
    `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
    json,
    400,
    'INVALID_REQUEST',
  ],
  ['a constructor', '{"constructor":{"prototype":{"polluted":1}}}', json, 400, 'INVALID_REQUEST'],
];

describe('T3, T5: bodies', () => {
  test.each(bodies)('%s', async (_, payload, headers, status, code) => {
    const before = process.cpuUsage();
    const answer = await parts.server.inject({
      method: 'POST',
      url: '/quote/v2',
      payload,
      headers,
    });
    const { user: work } = process.cpuUsage(before);
    expect(errorBodySchema.parse(answer.json())).toMatchObject({
      errorCode: code,
      code,
      statusCode: status,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.body.length).toBeLessThan(4_096);
    expect(work).toBeLessThan(250_000);
    expect(parts.logged).toEqual([]);
  });

  test.each([
    ['a member of that name', '"__proto__":{"polluted":1}', '__proto__'],
    ['an inner one', '"additionalData":{"__proto__":{"polluted":1}}', 'additionalData.__proto__'],
    ['an escaped one', '"__pr\\u006fto__":{"polluted":1}', '__proto__'],
    ['one that is no object', '"__proto__":null', '__proto__'],
    ['a constructor', '"constructor":{"prototype":{"polluted":1}}', 'constructor.prototype'],
  ])(
    'prototypes stay as they are, and whoever would change them is refused: %s',
    async (_, member, path) => {
      const count = parts.quoted.length;
      const answer = await parts.server.inject({
        method: 'POST',
        url: '/quote/v2',
        payload: `{"user":"${user}",${member}}`,
        headers: json,
      });
      expect(errorBodySchema.parse(answer.json())).toMatchObject({
        errorCode: 'INVALID_REQUEST',
        statusCode: 400,
        errors: [{ path }],
      });
      expect(parts.quoted).toHaveLength(count);
      expect('polluted' in {}).toBe(false);
    },
  );

  const twice = 'A member of the body is named twice.';
  test.each([
    ['other values', '"amount":"1","amount":"2"', twice],
    ['the same value', '"amount":"1","amount":"1"', twice],
    ['escapes', '"amount":"1","am\\u006funt":"2"', twice],
    ['white space', '"amount" :"1", "amount"\n\t\r : "2"', twice],
    ['inner objects', '"txs":[{"to":"a","to":"b"}]', twice],
    ['a value that ends in an escape', '"x":"\\\\","x":"\\""', twice],
    [
      'names that stand in values alone',
      '"x":"\\"amount\\":\\"amount\\":","y":["amount","amount"]',
      'OK',
    ],
    ['names of other objects', '"x":{"amount":1},"y":[{"amount":1},{"amount":2}]', 'OK'],
    ['names that differ by case', '"x":1,"X":2', 'OK'],
  ])(
    'a member that is named twice is refused, wherever it stands: %s (keys-and-usage#limit-names)',
    async (_, members, said) => {
      const count = parts.quoted.length;
      const answer = await parts.server.inject({
        method: 'POST',
        url: '/quote/v2',
        payload: `{"user":"${user}",${members}}`,
        headers: json,
      });
      const isRefused = said === twice;
      expect(answer.statusCode).toBe(isRefused ? 400 : 200);
      if (isRefused)
        expect(errorBodySchema.parse(answer.json())).toMatchObject({
          errorCode: 'INVALID_REQUEST',
          message: twice,
        });
      expect(parts.quoted).toHaveLength(isRefused ? count : count + 1);
    },
  );

  test('members that nobody knows are passed over, unless they are deep', async () => {
    const send = (levels: number) =>
      parts.server.inject({
        method: 'POST',
        url: '/quote/v2',
        payload: `{"user":"${user}","x":${'['.repeat(levels)}${']'.repeat(levels)}}`,
        headers: json,
      });
    expect((await send(31)).statusCode).toBe(200);
    for (const levels of [32, 30_000]) {
      const count = parts.quoted.length;
      const answer = await send(levels);
      expect(errorBodySchema.parse(answer.json())).toMatchObject({
        errorCode: 'INVALID_REQUEST',
        statusCode: 400,
        errors: [{ path: 'x' }],
      });
      expect(parts.quoted).toHaveLength(count);
    }
  });

  test('T11: an answer repeats little of what was sent, and that escaped', async () => {
    const evil = `\u001b[31m\u202e${'<script>'.repeat(2_000)}`;
    const answer = await parts.server.inject({ url: `/${encodeURIComponent(evil)}` });
    expect(answer.statusCode).toBe(404);
    const quoteAnswer = await parts.server.inject({
      method: 'POST',
      url: '/transactions/index',
      payload: { chainId: '99', txHash: 'x', [evil]: 1 },
    });
    for (const { body } of [answer, quoteAnswer]) {
      expect(body.length).toBeLessThan(800);
      expect(body).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
  });
});

describe('addresses and methods', () => {
  test.each([
    ['GET', '/nowhere', 404, 'NOT_FOUND'],
    ['GET', '/quote', 404, 'NOT_FOUND'],
    ['GET', '/../../etc/passwd', 404, 'NOT_FOUND'],
    ['GET', '/docs/static/../../../package.json', 404, 'NOT_FOUND'],
    ['GET', '/docs/static/..%2f', 404, 'NOT_FOUND'],
    ['GET', '/docs/static/..%2f..%2fpackage.json', 404, 'NOT_FOUND'],
    ['GET', '/docs/static/%00', 400, 'INVALID_REQUEST'],
    ['GET', '/%E0%A4%A', 400, 'INVALID_REQUEST'],
    ['GET', `/app-fees/${'a'.repeat(300)}/balances`, 400, 'INVALID_REQUEST'],
    ['GET', '/quote/v2', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/quote/v2', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/chains', 405, 'METHOD_NOT_ALLOWED'],
    ['PUT', '/intents/status/v3', 405, 'METHOD_NOT_ALLOWED'],
  ] as const)('%s %s', async (method, url, status, code) => {
    const answer = await parts.server.inject({ method, url });
    expect(errorBodySchema.parse(answer.json())).toMatchObject({
      errorCode: code,
      statusCode: status,
    });
    expect(answer.statusCode).toBe(status);
    if (status === 405) expect(answer.headers.allow).toMatch(/^(POST|GET, HEAD)$/);
  });

  test('a part of an address that is too long is named', async () => {
    const answer = await parts.server.inject({ url: `/app-fees/${'a'.repeat(300)}/balances` });
    expect(errorBodySchema.parse(answer.json()).errors).toEqual([
      { path: 'address', message: 'has a part of more than 256 characters' },
    ]);
  });

  test('T5: thousands of query members cost nothing', async () => {
    const query = Array.from({ length: 2_000 }, (_, i) => `k${i}=1`).join('&');
    expect((await parts.server.inject({ url: `/chains?${query}` })).statusCode).toBe(200);
    expect(
      (await parts.server.inject({ url: '/chains?includeChains=1&includeChains=2' })).statusCode,
    ).toBe(400);
  });

  test('HEAD answers without a body and opens no stream', async () => {
    parts.store.add(idOf(0x44));
    const answer = await parts.server.inject({
      method: 'HEAD',
      url: `/intents/status/v3?requestId=${idOf(0x44)}`,
      headers: { accept: 'text/event-stream' },
    });
    expect([answer.statusCode, answer.body, parts.server.streams()]).toEqual([200, '', 0]);
  });
});

test('an upload that its caller breaks off is no fault of the service', async () => {
  const own = await createTestServer();
  const { port, hostname } = new URL(await own.server.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    'POST /quote/v2 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"user":',
  );
  await delay(50);
  socket.destroy();
  await delay(100);
  expect(own.logged).toEqual([]);
  await own.server.close();
});

describe('browsers', () => {
  test('may call from anywhere, without cookies, and read what matters', async () => {
    const preflight = await parts.server.inject({
      method: 'OPTIONS',
      url: '/quote/v2',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,traceparent,sentry-trace,baggage,x-api-key',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    // Of any name: what monitoring adds to a page's requests is none that we could list.
    expect(String(preflight.headers['access-control-allow-headers']).split(', ')).toEqual([
      '*',
      'authorization',
    ]);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    const answer = await parts.server.inject({
      url: `/intents/status?requestId=${idOf(1)}`,
      headers: { origin: 'https://app.example' },
    });
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(answer.headers['access-control-expose-headers']).toContain('deprecation');
  });
});
