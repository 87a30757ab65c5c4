import type { Facade } from '@portage/core/plugin';
import { afterEach, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../test/createTestServer.js';

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

const facade: Facade = {
  name: 'other',
  prefix: '/other/v1',
  keyHeader: 'x-other-key',
  routes: [
    {
      method: 'POST',
      path: '/pay/{name}',
      answer: async ({ ask, body, params, query }) => ({
        params,
        query,
        quote: await ask('quote', { body }),
      }),
    },
    { method: 'GET', path: '/usage', answer: ({ ask }) => ask('usage') },
    {
      method: 'GET',
      path: '/broken',
      answer: () => Promise.reject(new Error('postgres://hunter2')),
    },
  ],
  printError: ({ statusCode, errorCode, message }) => ({
    statusCode,
    body: { oops: errorCode, message },
  }),
};

async function serve(): Promise<TestServer> {
  const server = await createTestServer({ facades: [facade] });
  open.push(server);
  return server;
}

test('a façade asks the own endpoints, and answers in its words', async () => {
  const { server, quoted } = await serve();
  const answer = await server.inject({
    method: 'POST',
    url: '/other/v1/pay/bob?n=1&n=2',
    payload: { user: 'alice' },
  });
  expect(answer.json()).toMatchObject({ params: { name: 'bob' }, query: { n: ['1', '2'] } });
  expect(quoted).toEqual([{ user: 'alice' }]);
});

test('errors are printed in its words, also of unknown paths, and hide what is internal', async () => {
  const { server } = await serve();
  const ask = async (url: string, headers = {}): Promise<unknown> =>
    (await server.inject({ url, headers })).json();
  expect(await ask('/other/v1/nothing')).toMatchObject({ oops: 'NOT_FOUND' });
  expect(await ask('/nothing')).toMatchObject({ errorCode: 'NOT_FOUND' });
  expect(await ask('/other/v1/broken')).toMatchObject({ oops: 'UNKNOWN_ERROR' });
  expect(JSON.stringify(await ask('/other/v1/broken'))).not.toContain('hunter2');
});

test('B2: keys go along, in the header of its clients too: limits and rights are those of the endpoint', async () => {
  const { server } = await serve();
  const ask = async (headers: Record<string, string>): Promise<unknown> =>
    (await server.inject({ url: '/other/v1/usage', headers })).json();
  expect(await ask({})).toMatchObject({
    oops: 'UNAUTHORIZED',
    message: expect.stringMatching(/needs/) as unknown,
  });
  const wrong = { oops: 'UNAUTHORIZED', message: expect.not.stringMatching(/needs/) as unknown };
  expect(await ask({ 'x-other-key': 'wrong' })).toMatchObject(wrong);
  expect(await ask({ 'x-api-key': 'wrong' })).toMatchObject(wrong);
  // B2: neither of two keys is chosen for the caller.
  expect(await ask({ 'x-api-key': 'one', 'x-other-key': 'two' })).toMatchObject({
    oops: 'INVALID_REQUEST',
    message: expect.stringContaining('more than one') as unknown,
  });
});
