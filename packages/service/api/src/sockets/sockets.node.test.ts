import { connect } from 'node:net';
import { once } from 'node:events';
import { fakeAddress } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { connectSocket } from '../../test/socketClient.js';
import { idOf } from '../../test/createTestServer.js';
import { subscribed, useSocketServer } from '../../test/useSocketServer.js';
import { socketUpdateSchema } from './socketSchemas.js';

const listen = useSocketServer();
const id = idOf(0x51);

describe('a subscription to one request (websocket#type, websocket#ready, websocket#subscribed)', () => {
  it('WS1: tells the present status, each change once, and ends with the last (websocket#filter-id, websocket#order)', async () => {
    const { store, url } = await listen();
    store.add(id);
    const client = await subscribed(url, { id });
    for (const event of ['depositFinal', 'fillSent', 'fillConfirmed'] as const)
      store.apply(id, event);
    await client.hear(6);
    expect(client.heard[0]).toEqual({
      type: 'connection',
      status: 'ready',
      data: { id: expect.stringMatching(/./) as string },
    });
    expect(client.heard[1]).toMatchObject({
      type: 'subscribe',
      status: 'success',
      data: {
        event: 'request.status.updated',
        filters: { id },
        cursor: expect.stringMatching(/^[0-9]{13}\.0$/) as string,
      },
    });
    const updates = client.heard.slice(2).map((message) => socketUpdateSchema.parse(message));
    expect(updates.map(({ data }) => data.status)).toEqual([
      'waiting',
      'pending',
      'submitted',
      'success',
    ]);
    expect(new Set(updates.map((update) => update.id)).size).toBe(4);
    expect(store.listeners(id)).toBe(0);
  });

  it('WS2: goes on behind its cursor, and tells an end once more (websocket#cursor)', async () => {
    const { store, url } = await listen();
    store.add(id);
    const first = await subscribed(url, { id });
    store.apply(id, 'depositFinal');
    await first.hear(4);
    first.socket.terminate();
    const same = await connectSocket(url);
    same.subscribe({ id }, first.heard[3]?.cursor);
    await same.hear(2);
    store.apply(id, 'fillSent');
    await same.hear(3);
    expect(same.statuses()).toEqual(['submitted']);
    same.socket.terminate();
    const second = await connectSocket(url);
    second.subscribe({ id }, first.heard[3]?.cursor);
    await second.hear(3);
    store.apply(id, 'fillConfirmed');
    await second.hear(4);
    expect(second.statuses()).toEqual(['submitted', 'success']);
    second.subscribe({ id }, second.heard[3]?.cursor);
    await second.hear(6);
    expect(second.statuses()).toEqual(['submitted', 'success', 'success']);
  });

  it('WS3: misses nothing that happens while the status is read', async () => {
    const { store, url } = await listen();
    store.add(id);
    store.onRead = () => {
      store.onRead = undefined;
      store.apply(id, 'depositFinal');
      store.apply(id, 'fillConfirmed');
    };
    const client = await subscribed(url, { id });
    await client.hear(5);
    expect(client.statuses()).toEqual(['waiting', 'pending', 'success']);
  });

  it('ends when it is asked to, and leaves nothing behind when its client goes (websocket#unsubscribe)', async () => {
    const { store, url, server } = await listen();
    store.add(id);
    const client = await subscribed(url, { id });
    client.subscribe({ id: id.toUpperCase().replace('0X', '0x') });
    await client.hear(5);
    expect(store.listeners(id)).toBe(1);
    client.send({ type: 'unsubscribe', event: 'request.status.updated', filters: { id } });
    expect((await client.hear(6)).at(-1)).toMatchObject({ type: 'unsubscribe', status: 'success' });
    expect(store.listeners(id)).toBe(0);
    client.subscribe({ id });
    await client.hear(7);
    client.socket.terminate();
    await expect.poll(() => [store.listeners(id), server.sockets()]).toEqual([0, 0]);
  });
});

describe('what a client sends', () => {
  it.each([
    ['no JSON', '{', 'INVALID_JSON'],
    ['another event', { type: 'subscribe', event: 'x', filters: { id } }, 'INVALID_REQUEST'],
    ['two filters', { filters: { id, user: fakeAddress('alice') } }, 'INVALID_REQUEST'],
    ['no filter', { filters: {} }, 'INVALID_REQUEST'],
    ['a cursor of somebody else', { filters: { id }, cursor: 'next' }, 'INVALID_REQUEST'],
    ['an unknown request', { filters: { id: idOf(0x99) } }, 'UNKNOWN_REQUEST'],
    ['no account', { filters: { user: 'nobody at all' } }, 'INVALID_ADDRESS'],
    ['the key of a stranger', { filters: { apiKey: 'shop' } }, 'UNAUTHORIZED'],
  ])(
    'WS4: is refused with a code and nothing else ends: %s (websocket#refused)',
    async (_, message, code) => {
      const { store, url, logged } = await listen();
      store.add(id);
      const client = await subscribed(url, { id });
      const whole = { type: 'subscribe', event: 'request.status.updated' };
      client.send(typeof message === 'string' ? message : { ...whole, ...message });
      const answer = (await client.hear(4)).at(-1);
      expect(answer).toMatchObject({ status: 'error', data: { error: { errorCode: code } } });
      const isRead = !['INVALID_JSON', 'INVALID_REQUEST'].includes(code);
      if (isRead) expect(answer).toMatchObject({ type: 'subscribe', data: message });
      store.apply(id, 'depositFinal');
      await client.hear(5);
      expect(client.statuses()).toEqual(['waiting', 'pending']);
      expect(logged).toEqual([]);
    },
  );

  it('WS5: is bounded: its length, its number at once, subscriptions and connections (websocket#bounds)', async () => {
    const { store, url, server } = await listen({
      limits: { socketMessageBytesMax: 512, subscriptionsPerSocketMax: 1, socketsPerAddressMax: 3 },
    });
    store.add(id);
    store.add(idOf(0x52));
    const client = await subscribed(url, { id });
    client.subscribe({ id: idOf(0x52) });
    expect((await client.hear(4)).at(-1)).toMatchObject({
      data: { error: { errorCode: 'RATE_LIMITED' } },
    });
    const long = await connectSocket(url);
    const many = await connectSocket(url);
    await expect(connectSocket(url)).rejects.toThrow('429');
    long.send('x'.repeat(513));
    await expect.poll(() => long.code()).toBe(1009);
    let go = (): void => undefined;
    store.onRead = () => new Promise((resolve) => (go = resolve));
    for (let count = 0; count < 40; count += 1) many.subscribe({ id });
    await expect.poll(() => many.code()).toBe(1008);
    store.onRead = undefined;
    go();
    await expect.poll(() => [server.sockets(), store.listeners(id)]).toEqual([1, 1]);
  });

  it('WS6: counts as calls of its caller (websocket#rate)', async () => {
    const rate = { address: 2, key: 2 };
    const { url } = await listen({
      access: {
        keys: {
          find: () => Promise.resolve(undefined),
          owned: () => Promise.resolve([]),
          used: () => Promise.resolve([]),
          onChanged: () => () => undefined,
        },
        usage: { read: () => Promise.resolve([]), write: () => Promise.resolve() },
        rateLimits: { perMinute: { quote: rate, other: rate } },
      },
    });
    const client = await connectSocket(url);
    client.send('{');
    client.send('{');
    const codes = (await client.hear(3)).map(({ data }) => data.error?.errorCode);
    expect(codes).toEqual([undefined, 'INVALID_JSON', 'RATE_LIMITED']);
    await expect(connectSocket(url)).rejects.toThrow('429');
  });
});

describe('a connection', () => {
  it('WS7: of a reader that takes nothing is cut off, and no other waits for it (websocket#slow)', async () => {
    const { store, url, server } = await listen({ limits: { streamBytesWaitingMax: 2_048 } });
    store.add(id);
    store.add(idOf(0x52));
    const slow = await subscribed(url, { id });
    const quick = await subscribed(url, { id: idOf(0x52) });
    await Promise.all([slow.hear(3), quick.hear(3)]);
    slow.socket.pause();
    // More than the buffers of both ends of a connection hold.
    const inTxIds = Array.from({ length: 300_000 }, () => `0x${'1a'.repeat(32)}`);
    store.apply(id, 'depositFinal', { inTxIds });
    await expect.poll(() => server.sockets()).toBe(1);
    store.apply(idOf(0x52), 'depositFinal');
    await quick.hear(4);
    expect(quick.statuses()).toEqual(['waiting', 'pending']);
    slow.socket.terminate();
  });

  it('tells that a request has expired (websocket#expiry)', async () => {
    let time = 1_700_000_000_000;
    const { store, url } = await listen({ now: () => time, limits: { heartbeatMs: 30 } });
    store.add(id);
    const client = await subscribed(url, { id });
    time = 4_000_000_000_001;
    await expect.poll(() => client.statuses()).toEqual(['waiting', 'expired']);
    expect(client.heard[2]?.id).not.toBe(client.heard[3]?.id);
  });

  it('WS9: ends with the service, which takes no further one (websocket#close)', async () => {
    const { store, url, server } = await listen();
    store.add(id);
    const client = await subscribed(url, { id });
    const deaf = await subscribed(url, { id });
    deaf.socket.pause();
    await server.close();
    await expect.poll(() => client.code()).toBe(1001);
    await expect.poll(() => server.sockets()).toBe(0);
    await expect(connectSocket(url)).rejects.toThrow();
  });

  it('is taken at the bare host too, and nowhere else (websocket#address)', async () => {
    const { url } = await listen();
    for (const path of ['/', '/?x=1', '/ws']) {
      const client = await connectSocket(url, { path });
      expect((await client.hear(1))[0]).toMatchObject({ type: 'connection' });
    }
    await expect(connectSocket(url, { path: '/chains' })).rejects.toThrow('200');
    await expect(connectSocket(url, { path: '/nowhere' })).rejects.toThrow('404');
    const plain = await fetch(`${url}/ws`);
    expect([plain.status, await plain.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  it('WS10: with a key that is none is refused as every call is (websocket#key)', async () => {
    const { url } = await listen();
    const headers = { 'x-api-key': `portage_${'0'.repeat(40)}` };
    await expect(connectSocket(url, { headers })).rejects.toThrow('401');
    await expect(connectSocket(url, { path: '/ws?apiKey=x' })).rejects.toThrow('401');
  });
});

it('WS11: a call that asks for HTTP/2 is answered as before, with its body', async () => {
  const { url } = await listen();
  const { port, hostname } = new URL(url);
  const body = JSON.stringify({ user: fakeAddress('alice') });
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = ['POST /quote/v2 HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
  const ask = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
  socket.write([...head, ...ask, `Content-Length: ${String(body.length)}`, '', ''].join('\r\n'));
  let answers = '';
  socket.on('data', (data: Buffer) => (answers += data.toString()));
  setImmediate(() => socket.write(body));
  await expect.poll(() => answers).toContain(body);
  // The connection goes on, and may ask again.
  socket.write(['GET /chains HTTP/1.1', 'Host: x', ...ask, '', ''].join('\r\n'));
  await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(2);
  socket.destroy();
});
