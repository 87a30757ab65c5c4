import { randomBytes } from 'node:crypto';
import { openAccessRecords, type AccessRecords } from '@portage/access';
import { createTestDatabases } from '@portage/database/testing';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../test/createTestServer.js';

const databases = createTestDatabases();
let store: TestSettlement;
let access: AccessRecords;
let server: TestServer['server'];
let [key, sibling, stranger]: (string | undefined)[] = [];

afterAll(() => databases.close());
beforeEach(async () => {
  store = await openTestSettlement(databases);
  access = await openAccessRecords(store);
  [key, sibling, stranger] = await Promise.all(
    ['acme', 'acme', undefined].map(
      async (owner) => (await access.keys.create({ name: 'shop', owner })).secret,
    ),
  );
  const { webhooks } = store;
  const webhookParts = { webhooks, randomBytes, isLocalAllowed: false };
  ({ server } = await createTestServer({ access, webhookParts }));
});
afterEach(() => server.close());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function call(
  [method, path]: readonly ['GET' | 'POST', string],
  payload?: object,
  as: string | undefined = key,
): Promise<Answer> {
  const answer = await server.inject({
    method,
    url: `/webhooks${path}`,
    ...(payload === undefined ? {} : { payload }),
    headers: as === undefined ? {} : { 'x-api-key': as },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function create(): Promise<string> {
  const { body } = await call(['POST', ''], { url: 'https://shop.example/hooks' });
  return (body['webhook'] as { webhookId: string }).webhookId;
}

it('PU27: an owner makes a webhook, and its secret is shown once (webhooks#create, webhooks#list)', async () => {
  const { status, body } = await call(['POST', ''], { url: 'https://shop.example/hooks' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
    webhook: {
      webhookId: expect.stringMatching(/^wh_[0-9a-f]{16}$/) as string,
      events: ['request.status.updated', 'transfer'],
      url: 'https://shop.example/hooks',
      state: 'active',
      pending: 0,
      parked: 0,
    },
  });
  const later = await create();
  const { body: listed } = await call(['GET', ''], undefined, sibling);
  expect(listed).toMatchObject({ webhooks: [body['webhook'], { webhookId: later }] });
  expect(JSON.stringify(listed)).not.toContain('whsec_');
});

it('PU27: a webhook is changed, paused, rotated and ended (webhooks#change, webhooks#rotate, webhooks#delete)', async () => {
  const id = await create();
  const change = { url: 'https://other.example/', events: ['transfer'], state: 'paused' };
  expect(await call(['POST', `/${id}`], change)).toMatchObject({ status: 200, body: change });
  const from = Date.now();
  const rotated = await call(['POST', `/${id}/rotate`], { overlapSeconds: 60 });
  expect(rotated.body).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string });
  const { previousSecretUntil } = rotated.body['webhook'] as { previousSecretUntil: string };
  const until = Date.parse(previousSecretUntil) - 60_000;
  expect([until >= from, until <= Date.now()]).toEqual([true, true]);
  await call(['POST', `/${id}/test`]);
  const waiting = () => store.query('select 1 from webhook_deliveries');
  expect(await waiting()).toHaveLength(1);
  expect((await call(['POST', `/${id}/delete`])).status).toBe(200);
  expect((await call(['POST', `/${id}/delete`])).status).toBe(400);
  // Deliveries that wait are deleted with it.
  expect(await waiting()).toEqual([]);
  expect((await call(['GET', ''])).body).toEqual({ webhooks: [] });
});

it('PU27: deliveries are tested, listed by pages and sent again (webhooks#test, webhooks#deliveries-list, webhooks#replay)', async () => {
  const id = await create();
  const messages: unknown[] = [];
  for (let count = 0; count < 3; count += 1)
    messages.unshift((await call(['POST', `/${id}/test`])).body['messageId']);
  const read = async (query: string): Promise<readonly unknown[]> => {
    const { body } = await call(['GET', `/${id}/deliveries?${query}`]);
    const deliveries = body['deliveries'] as { messageId: string }[];
    return [...deliveries.map(({ messageId }) => messageId), body['continuation'] ?? 'end'];
  };
  const [first, second, continuation] = await read('limit=2');
  expect([first, second]).toEqual(messages.slice(0, 2));
  expect(await read(`limit=2&continuation=${String(continuation)}`)).toEqual([messages[2], 'end']);
  expect(await read('state=delivered')).toEqual(['end']);
  const now = Math.floor(Date.now() / 1000);
  const times = { startTimestamp: now - 3_600, endTimestamp: now + 3_600 };
  expect((await call(['POST', `/${id}/replay`], times)).body).toEqual({ count: 3 });
  // The whole of the last second counts, and nothing of the next.
  const [row] = await store.query<{ at: number }>(
    `select floor(extract(epoch from max(created_at)))::float8 as at from webhook_deliveries`,
  );
  await store.query(`update webhook_deliveries set created_at = to_timestamp($1::float8 + 0.5)`, [
    row!.at,
  ]);
  const replayed = async (startTimestamp: number, endTimestamp: number): Promise<unknown> =>
    (await call(['POST', `/${id}/replay`], { startTimestamp, endTimestamp })).body['count'];
  expect(await replayed(row!.at, row!.at)).toBe(3);
  expect(await replayed(row!.at - 1, row!.at - 1)).toBe(0);
});

it('PU27: a stranger finds none, and without a key nothing is told', async () => {
  const id = await create();
  expect((await call(['GET', ''], undefined, stranger)).body).toEqual({ webhooks: [] });
  for (const [path, payload] of [
    ['', { state: 'paused' }],
    ['/delete', undefined],
    ['/rotate', {}],
    ['/test', undefined],
    ['/replay', { startTimestamp: 0, endTimestamp: 1 }],
  ] as const)
    expect(await call(['POST', `/${id}${path}`], payload, stranger)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_REQUEST', errors: [{ path: 'webhookId' }] },
    });
  expect((await call(['GET', `/${id}/deliveries`], undefined, stranger)).status).toBe(400);
  const anonymous = await server.inject({ method: 'GET', url: '/webhooks' });
  expect(anonymous.statusCode).toBe(401);
});

it('PU14: where a webhook leads is judged when it is made and when it is changed (webhooks#change)', async () => {
  const id = await create();
  for (const url of ['http://shop.example/', 'https://127.1/', 'https://[::ffff:10.0.0.1]/']) {
    expect((await call(['POST', ''], { url })).status).toBe(400);
    expect((await call(['POST', `/${id}`], { url })).status).toBe(400);
  }
});

it('PU27: what needs no body takes none, or an empty object', async () => {
  const id = await create();
  expect((await call(['POST', `/${id}/test`])).status).toBe(200);
  expect((await call(['POST', `/${id}/test`], {})).status).toBe(200);
  const answer = await server.inject({
    method: 'POST',
    url: `/webhooks/${id}/test`,
    payload: '',
    headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
  });
  expect(answer.json()).toMatchObject({ statusCode: 400, errorCode: 'INVALID_JSON' });
});

it('PU27: an owner has at most twenty webhooks', async () => {
  for (let count = 0; count < 20; count += 1) await create();
  const { status, body } = await call(['POST', ''], { url: 'https://shop.example/hooks' });
  expect([status, body['errorCode']]).toEqual([400, 'INVALID_REQUEST']);
});

it('PU27: nor has it more by asking for many at once, with whichever of its keys', async () => {
  const asked = Array.from({ length: 30 }, (_, at) =>
    call(['POST', ''], { url: 'https://shop.example/hooks' }, at % 2 === 0 ? key : sibling),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect([200, 400].map((code) => statuses.filter((each) => each === code).length)).toEqual([
    20, 10,
  ]);
  const { body } = await call(['GET', '']);
  expect(body['webhooks']).toHaveLength(20);
  expect((await call(['POST', ''], { url: 'https://b.example/' }, stranger)).status).toBe(200);
});
