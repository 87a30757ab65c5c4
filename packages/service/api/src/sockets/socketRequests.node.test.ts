import { randomBytes } from 'node:crypto';
import { openAccessRecords, type AccessRecords } from '@portage/access';
import { createTestDatabases } from '@portage/database/testing';
import { defaultPolicy } from '@portage/quoter';
import {
  beginRequests,
  hashBytes,
  openTestSettlement,
  type TestSettlement,
} from '@portage/settlement/testing';
import { fakeAddress } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuoting } from '../../test/quoting.js';
import { connectSocket, type SocketClient } from '../../test/socketClient.js';
import { createServer, type Server } from '../index.js';

const databases = createTestDatabases();
let store: TestSettlement & AccessRecords;
let server: Server;
let url: string;

beforeAll(async () => {
  const settlement = await openTestSettlement(databases);
  store = { ...settlement, ...(await openAccessRecords(settlement)) };
  const { chains, quoter, prices } = await createQuoting(store);
  server = await createServer({
    chains,
    quoter,
    prices,
    policy: defaultPolicy,
    store,
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    version: '1',
    log: { error: () => undefined },
    access: { keys: store.keys, usage: store.usage },
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.close();
  await databases.close();
});

const usdc = fakeAddress('usdc');
const amounts = { next: 50_000_000 };

/** Orders a transfer and lets something happen to it. */
async function begin(user: string, key?: string): Promise<{ id: string; orderId: string }> {
  amounts.next += 1;
  const { requestId, protocol } = (
    await server.inject({
      method: 'POST',
      url: '/quote/v2',
      headers: key === undefined ? {} : { 'x-api-key': key },
      payload: {
        user,
        originChainId: 1,
        destinationChainId: 2,
        originCurrency: usdc,
        destinationCurrency: usdc,
        amount: String(amounts.next),
      },
    })
  ).json<{ requestId: string; protocol: { v2: { orderId: string } } }>();
  const { orderId } = protocol.v2;
  await store.transaction((tx) => beginRequests(tx, [orderId]));
  return { id: requestId, orderId };
}

/** Waits until the server has taken in every change that was notified before. */
async function untilTakenIn(): Promise<void> {
  const last = `0x${randomBytes(32).toString('hex')}`;
  const heard: string[] = [];
  store.hub.onChange((ids) => void heard.push(...ids));
  await store.transaction((tx) => tx.query(`select pg_notify('portage_requests', $1)`, [last]));
  await expect.poll(() => heard).toContain(last);
}

/** Moves a request on as another process would, which tells of it through the database alone. */
async function moveOn({ id, orderId }: { id: string; orderId: string }): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.query(
      `update request_states set status = 'pending', version = version + 1, updated_at = now() where order_id = $1`,
      [hashBytes(orderId)],
    );
    await tx.query(`select pg_notify('portage_requests', $1)`, [id]);
  });
}

const requestsOf = ({ heard }: SocketClient): readonly (string | undefined)[] =>
  heard.filter(({ event }) => event !== undefined).map(({ data }) => data.requestId);

async function subscribed(filters: object, headers: object = {}, cursor?: string) {
  const client = await connectSocket(url, { headers });
  client.subscribe(filters, cursor);
  await client.hear(2);
  expect(client.heard[1]).toMatchObject({ type: 'subscribe', status: 'success' });
  return client;
}

describe('a subscription to the requests of a user', () => {
  it('WS12: is one and the same however its account is written (websocket#unsubscribe)', async () => {
    const dave = fakeAddress('dave');
    const capitals = dave.toUpperCase();
    const [client, witness] = [await subscribed({ user: dave }), await subscribed({ user: dave })];
    client.send({
      type: 'unsubscribe',
      event: 'request.status.updated',
      filters: { user: capitals },
    });
    expect((await client.hear(3)).at(-1)).toMatchObject({ status: 'success' });
    await moveOn(await begin(dave));
    // A change that is on its way would reach the next subscription too.
    await witness.hear(3);
    client.subscribe({ user: capitals });
    await client.hear(4);
    const told = await begin(dave);
    await moveOn(told);
    await expect.poll(() => requestsOf(client)).toEqual([told.id]);
    for (const { socket } of [client, witness]) socket.terminate();
  });

  it('WS12: tells every change of its requests, and of no others (websocket#filter-user)', async () => {
    const [alice, bob] = [fakeAddress('alice'), fakeAddress('bob')];
    const client = await subscribed({ user: alice });
    const [hers, his] = [await begin(alice), await begin(bob)];
    await moveOn(his);
    await moveOn(hers);
    await client.hear(3);
    const other = await begin(alice);
    await moveOn(other);
    await expect.poll(() => requestsOf(client)).toEqual([hers.id, other.id]);
    client.socket.terminate();
  });

  it('WS13: resumed by a cursor, tells what happened meanwhile, each under its id (websocket#filter-user, websocket#resume, websocket#duplicates)', async () => {
    const carol = fakeAddress('carol');
    const first = await subscribed({ user: carol });
    const requests = [await begin(carol), await begin(carol)];
    for (const request of requests) await moveOn(request);
    await first.hear(4);
    first.socket.terminate();
    await moveOn(await begin(fakeAddress('erin')));
    const later = await begin(carol);
    await moveOn(later);
    const second = await subscribed({ user: carol }, {}, first.heard.at(-1)?.cursor);
    await second.hear(5);
    expect(requestsOf(second)).toEqual([...requests, later].map(({ id }) => id));
    // An event that is sent again keeps its id.
    const ids = new Set(first.heard.map(({ id }) => id));
    for (const { id, data } of second.heard.slice(2))
      if (data.requestId !== later.id) expect(ids).toContain(id);
    // A confirmation has a cursor too, for a client that has heard of nothing yet.
    const third = await subscribed({ user: carol }, {}, second.heard[1]?.data.cursor);
    await third.hear(3);
    second.socket.terminate();
    third.socket.terminate();
  });

  it('WS14: is closed where changes may be missing, to be resumed (websocket#missed)', async () => {
    const client = await subscribed({ user: fakeAddress('dora') });
    await store.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portage listener' and datname = current_database()`,
    );
    await expect.poll(() => client.code()).toBe(1012);
    expect(server.sockets()).toBe(0);
  });
});

it('WS15: a subscription to a key is for its owner, and tells of the requests of that key (websocket#filter-apiKey)', async () => {
  const [shop, bar] = await Promise.all(
    ['shop', 'bar'].map((name) => store.keys.create({ name, owner: name })),
  );
  const user = fakeAddress('erin');
  const client = await subscribed({ apiKey: shop!.key.id }, { 'x-api-key': shop!.secret });
  const byQuery = await connectSocket(url, { path: `/ws?apiKey=${shop!.secret}` });
  byQuery.subscribe({ apiKey: shop!.key.id });
  await byQuery.hear(2);
  const stranger = await connectSocket(url, { headers: { 'x-api-key': bar!.secret } });
  stranger.subscribe({ apiKey: shop!.key.id });
  expect((await stranger.hear(2))[1]).toMatchObject({
    status: 'error',
    data: { error: { errorCode: 'UNAUTHORIZED' } },
  });
  await moveOn(await begin(user, bar!.secret));
  await moveOn(await begin(user));
  const own = await begin(user, shop!.secret);
  await moveOn(own);
  await Promise.all([client.hear(3), byQuery.hear(3)]);
  expect([requestsOf(client), requestsOf(byQuery)]).toEqual([[own.id], [own.id]]);
  for (const each of [client, byQuery, stranger]) each.socket.terminate();
});

it('WS16: where nobody follows, a change reads nothing (websocket#cost)', async () => {
  const asked: string[] = [];
  const records = { ...store.requests };
  store.requests.followed = (ids) => {
    asked.push(...ids);
    return records.followed(ids);
  };
  await expect.poll(() => server.sockets()).toBe(0);
  const unheard = await begin(fakeAddress('frank'));
  await moveOn(unheard);
  await untilTakenIn();
  const client = await subscribed({ user: fakeAddress('frank') });
  const heard = await begin(fakeAddress('frank'));
  await moveOn(heard);
  await client.hear(3);
  expect(asked).not.toContain(unheard.id);
  expect(asked).toContain(heard.id);
  client.socket.terminate();
});
