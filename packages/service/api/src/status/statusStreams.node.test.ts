import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { StatusResponse } from '@portage/core';
import { requestStatusSchema } from '@portage/core/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createTestServer,
  idOf,
  type TestServer,
  type TestServerOptions,
} from '../../test/createTestServer.js';

interface Listening extends TestServer {
  readonly url: string;
}

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

async function listen(options: TestServerOptions = {}): Promise<Listening> {
  const parts = await createTestServer({
    ...options,
    limits: { closeMsMax: 500, ...options.limits },
  });
  open.push(parts);
  return { ...parts, url: await parts.server.listen({ host: '127.0.0.1', port: 0 }) };
}

function follow(url: string, id: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/intents/status/v3?requestId=${id}`, {
    headers: { accept: 'text/event-stream' },
    ...(signal === undefined ? {} : { signal }),
  });
}

function statusesIn(text: string): StatusResponse[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => requestStatusSchema.parse(JSON.parse(line.slice(6))));
}

async function words(answer: Response): Promise<string[]> {
  return statusesIn(await answer.text()).map(({ status }) => status);
}

const id = idOf(0x51);

describe('a stream of statuses', () => {
  test('tells the present status first, then every change, and ends with the last (status#pending, status#submitted)', async () => {
    const { store, url, server } = await listen();
    store.add(id);
    const answer = await follow(url, id);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('access-control-allow-origin'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store', '*']);
    for (const event of ['depositFinal', 'fillSent', 'fillConfirmed'] as const)
      store.apply(id, event);
    expect(await words(answer)).toEqual(['waiting', 'pending', 'submitted', 'success']);
    await expect.poll(() => [store.listeners(id), server.streams()]).toEqual([0, 0]);
  });

  test('tells an end that came before it was asked, and ends', async () => {
    const { store, url } = await listen();
    store.add(id);
    store.apply(id, 'depositFinal');
    store.apply(id, 'refunded');
    expect(await words(await follow(url, id))).toEqual(['refund']);
  });

  test('neither misses nor repeats what happens while the status is read', async () => {
    const { store, url } = await listen();
    store.add(id);
    store.apply(id, 'depositFinal');
    store.onRead = () => {
      store.onRead = undefined;
      store.apply(id, 'fillSent');
      store.apply(id, 'fillConfirmed');
    };
    expect(await words(await follow(url, id))).toEqual(['pending', 'submitted', 'success']);
  });

  test('numbers its events by version', async () => {
    const { store, url } = await listen();
    store.add(id);
    store.apply(id, 'failed');
    expect(await (await follow(url, id)).text()).toMatch(
      /^retry: 1000\n\nid: 2\ndata: \{.*\}\n\n$/,
    );
  });

  test('reaches many readers', async () => {
    const { store, url, server } = await listen();
    store.add(id);
    const answers = await Promise.all(Array.from({ length: 200 }, () => follow(url, id)));
    expect([store.listeners(id), server.streams()]).toEqual([200, 200]);
    store.apply(id, 'depositFinal');
    store.apply(id, 'fillConfirmed');
    for (const answer of answers)
      expect(await words(answer)).toEqual(['waiting', 'pending', 'success']);
    await expect.poll(() => [store.listeners(id), server.streams()]).toEqual([0, 0]);
  });

  test('leaves nothing behind when its reader goes', async () => {
    const { store, url, server } = await listen();
    store.add(id);
    const abort = new AbortController();
    await Promise.all(Array.from({ length: 5 }, () => follow(url, id, abort.signal)));
    expect(server.streams()).toBe(5);
    abort.abort();
    await expect.poll(() => [store.listeners(id), server.streams()]).toEqual([0, 0]);
    store.apply(id, 'depositFinal');
  });

  test('leaves nothing behind when its reader goes while the status is read', async () => {
    const { store, url, server, logged } = await listen();
    store.add(id);
    const abort = new AbortController();
    store.onRead = async () => {
      abort.abort();
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await expect(follow(url, id, abort.signal)).rejects.toThrow();
    await expect.poll(() => [store.listeners(id), server.streams()]).toEqual([0, 0]);
    expect(logged).toEqual([]);
  });

  test('is refused as JSON for unknown ids, and holds nothing', async () => {
    const { store, url, server } = await listen();
    const answer = await follow(url, id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect(await answer.json()).toMatchObject({ errorCode: 'UNKNOWN_REQUEST' });
    expect([store.listeners(id), server.streams()]).toEqual([0, 0]);
  });

  test('shows signs of life, and ends after a while (status#stream-heartbeat, status#stream-end)', async () => {
    const { store, url } = await listen({ limits: { heartbeatMs: 30, streamMsMax: 1_000 } });
    store.add(id);
    const text = await (await follow(url, id)).text();
    expect(statusesIn(text)).toHaveLength(1);
    expect(text.split('\n').filter((line) => line === ':').length).toBeGreaterThanOrEqual(3);
  });

  test('T14: has limits for each address and for all (status#stream-limits)', async () => {
    const { store, url } = await listen({ limits: { streamsPerAddressMax: 3 } });
    store.add(id);
    const abort = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => follow(url, id, abort.signal)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    abort.abort();
    await expect
      .poll(async () => {
        const answer = await follow(url, id, AbortSignal.timeout(1_000));
        void answer.body?.cancel();
        return answer.status;
      })
      .toBe(200);
  });

  test('T14: cuts off a reader that does not read', async () => {
    const { store, url, server } = await listen({ limits: { streamBytesWaitingMax: 16_384 } });
    store.add(id);
    const { hostname, port } = new URL(url);
    const socket: Socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(
      `GET /intents/status/v3?requestId=${id} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`,
    );
    await expect.poll(() => server.streams()).toBe(1);
    const big = { inTxIds: Array.from({ length: 1_000 }, (_, i) => idOf(i % 256)) };
    for (let round = 0; round < 400 && server.streams() > 0; round += 1) {
      store.apply(id, round % 2 === 0 ? 'depositFinal' : 'depositLost', big);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([store.listeners(id), server.streams()]).toEqual([0, 0]);
    socket.destroy();
  });

  test('ends when the server does, and the server does not wait for it', async () => {
    const { store, url, server } = await listen();
    store.add(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(url, id)));
    const before = performance.now();
    await server.close();
    // Streams last for minutes.
    expect(performance.now() - before).toBeLessThan(20_000);
    for (const answer of answers) expect(await words(answer)).toEqual(['waiting']);
    await expect(fetch(`${url}/chains`)).rejects.toThrow();
    expect(store.listeners(id)).toBe(0);
  });
});

describe('T12: what is no request', () => {
  async function say(url: string, text: string): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    return heard;
  }

  test.each([
    [
      'an address of a megabyte (keys-and-usage#limit-head)',
      `GET /${'a'.repeat(1_048_576)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      '431',
      'INVALID_REQUEST',
    ],
    [
      'endless headers',
      `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(100_000)}`,
      '431',
      'INVALID_REQUEST',
    ],
    [
      'two lengths',
      'POST /quote/v2 HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
      'INVALID_REQUEST',
    ],
    [
      'a length with a sign',
      'POST /quote/v2 HTTP/1.1\r\nhost: x\r\ncontent-length: +5\r\n\r\nhello',
      '400',
      'INVALID_REQUEST',
    ],
    [
      'a header that goes on in the next line',
      'GET /chains HTTP/1.1\r\nhost: x\r\n transfer-encoding: chunked\nx: y\r\n\r\n',
      '400',
      'INVALID_REQUEST',
    ],
    ['no HTTP', 'hello\r\n\r\n', '400', 'INVALID_REQUEST'],
  ])('%s is answered and the connection ends', async (_, text, status, code) => {
    const { url } = await listen();
    const heard = await say(url, text);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(heard.split('\r\n\r\n')[1]!)).toMatchObject({
      errorCode: code,
      statusCode: Number(status),
    });
  });

  test('calls that are sent before the answer to the last are answered in their order', async () => {
    const { url } = await listen();
    const call = (path: string, more = ''): string =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
    const heard = await say(
      url,
      call('/nowhere') + call('/health') + call('/chains', 'connection: close\r\n'),
    );
    expect(heard.match(/HTTP\/1.1 \d{3}/g)).toEqual([
      'HTTP/1.1 404',
      'HTTP/1.1 200',
      'HTTP/1.1 200',
    ]);
  });

  test('a head that does not come is not waited for (keys-and-usage#limit-head-time, keys-and-usage#limit-request-time)', async () => {
    const { url } = await listen({ limits: { headMsMax: 300, requestMsMax: 600 } });
    const heard = await say(url, 'GET /chains HTTP/1.1\r\nhost: x\r\n');
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
  });
});
