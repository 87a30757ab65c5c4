import { afterEach, expect, test } from 'vitest';
import { createTestServer, idOf, type TestServer } from '../../test/createTestServer.js';

/** A request that the operator has archived is told from one that never was. */
let parts: TestServer | undefined;
afterEach(() => parts?.server.close());

const archived = { orderId: idOf(8), archiveId: '2026-01' };

test.each([
  ['GET', `/intents/status/v3?requestId=${idOf(7)}`, undefined],
  ['GET', `/intents/status/v2?requestId=${idOf(7)}`, undefined],
  ['GET', `/intents/status?requestId=${idOf(7)}`, undefined],
  [
    'POST',
    '/transactions/single',
    { requestId: idOf(7), chainId: '1', tx: JSON.stringify({ txHash: undefined }) },
  ],
] as const)('%s %s', async (method, url, payload) => {
  parts = await createTestServer();
  const { server, store } = parts;
  const ask = async () => {
    const answer = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const never = await ask();
  expect(never).toMatchObject({ status: 404, body: { errorCode: 'UNKNOWN_REQUEST' } });
  expect(JSON.stringify(never)).not.toContain('archive');
  Object.assign(store, { archives: { find: async () => archived } });
  expect(await ask()).toMatchObject({
    status: 404,
    body: {
      errorCode: 'UNKNOWN_REQUEST',
      message: 'The request ended and is in the archive 2026-01.',
      hint: expect.stringContaining('Ask the operator') as unknown,
    },
  });
});
