import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errorBodySchema } from '@portage/core/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createTestServer,
  type TestServer,
  type TestServerOptions,
} from '../test/createTestServer.js';

// Alone: it measures the memory of its process.

/** Input of floods that is meant to exhaust the service. Each socket is this process's own. */

const open: TestServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

async function listen(options: TestServerOptions = {}): Promise<URL> {
  const parts = await createTestServer({
    ...options,
    limits: { closeMsMax: 500, ...options.limits },
  });
  open.push(parts);
  return new URL(await parts.server.listen({ host: '127.0.0.1', port: 0 }));
}

/** An open connection, and what came back on it. */
interface Caller {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly closed: Promise<unknown>;
}

async function call({ hostname, port }: URL): Promise<Caller> {
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, heard: () => text, closed };
}

const post =
  'POST /quote/v2 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

/** Writes the same text again and again until the server ends the connection. */
async function pour({ socket, closed }: Caller, text: string): Promise<number> {
  let written = 0;
  const ended = closed.then(() => true);
  while (!socket.destroyed && written < 200_000_000) {
    written += text.length;
    const goesOn = socket.write(text);
    const turn = goesOn ? delay(0) : once(socket, 'drain').catch(() => undefined);
    if ((await Promise.race([ended, turn])) === true) break;
  }
  return written;
}

describe('T1: what has no end is cut off, and is not kept', () => {
  test.each([
    ['a body in endless pieces', post, `4000\r\n${'x'.repeat(0x4000)}\r\n`, '413'],
    ['endless headers', 'GET / HTTP/1.1\r\n', 'x-name: value\r\n'.repeat(1_000), '431'],
    ['an endless address', 'GET /', 'a'.repeat(16_384), '431'],
  ])('%s', async (_, head, text, status) => {
    const url = await listen();
    const caller = await call(url);
    const before = process.memoryUsage().rss;
    caller.socket.write(head);
    const written = await pour(caller, text);
    expect(caller.heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // What the buffers of both ends of the connection hold may be written beyond the limit.
    expect(written).toBeLessThan(32_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000);
    expect((await fetch(new URL('/chains', url))).status).toBe(200);
  });

  test('a length of 100 MB is refused before any of it comes', async () => {
    const caller = await call(await listen());
    caller.socket.write(
      post.replace('transfer-encoding: chunked', 'content-length: 100000000') + '{',
    );
    await expect.poll(caller.heard).toMatch(/^HTTP\/1.1 413 /);
  });
});

test('T12: an expectation that nobody knows is passed over', async () => {
  const caller = await call(await listen());
  caller.socket.write(
    'GET /chains HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\nconnection: close\r\n\r\n',
  );
  await caller.closed;
  expect(caller.heard()).toMatch(/^HTTP\/1.1 200 /);
});

describe('T2: connections that send a byte now and then', () => {
  test('are ended in time, and the service answers others meanwhile', async () => {
    const url = await listen({ limits: { headMsMax: 1_000, requestMsMax: 1_500 } });
    const slow = await Promise.all(Array.from({ length: 300 }, () => call(url)));
    for (const { socket } of slow) socket.write('GET /chains HTTP/1.1\r\nx: ');
    const drip = setInterval(() => {
      for (const { socket } of slow) if (!socket.destroyed) socket.write('y');
    }, 100);
    try {
      const answered = async (): Promise<number> => (await fetch(new URL('/chains', url))).status;
      expect(await Promise.all(Array.from({ length: 20 }, answered))).toEqual(
        Array.from({ length: 20 }, () => 200),
      );
      // Node looks at its connections every two seconds.
      await Promise.all(slow.map(({ closed }) => closed));
    } finally {
      clearInterval(drip);
    }
    for (const { heard } of slow) expect(heard()).toMatch(/^HTTP\/1.1 408 /);
  });

  test('have a limit for each address (keys-and-usage#limit-connections, keys-and-usage#retry-after)', async () => {
    const url = await listen({ limits: { connectionsPerAddressMax: 5 } });
    const held = await Promise.all(Array.from({ length: 5 }, () => call(url)));
    const more = await call(url);
    await more.closed;
    const [head, body] = more.heard().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 429 /);
    expect(head).toMatch(/\r\nretry-after: [1-9]\d*(?:\r|$)/);
    expect(errorBodySchema.parse(JSON.parse(body ?? ''))).toMatchObject({
      errorCode: 'RATE_LIMITED',
      statusCode: 429,
    });
    // Who ends one may open another.
    held[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const next = await call(url);
        next.socket.write('GET /chains HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
        await next.closed;
        return next.heard();
      })
      .toMatch(/^HTTP\/1.1 200 /);
  });

  test('have a limit together, and none of their own behind proxies', async () => {
    const url = await listen({
      trustedProxies: '127.0.0.1',
      limits: { connectionsPerAddressMax: 1, connectionsMax: 4 },
    });
    await Promise.all(Array.from({ length: 4 }, () => call(url)));
    const more = await call(url);
    await more.closed;
    expect(more.heard()).toBe('');
  });
});
