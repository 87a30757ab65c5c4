import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExchangeEndpoint } from './createExchangeEndpoint.js';
import { calls } from './requests.js';

const token = '1800000000:7:0:0123456789abcdef';
const key = 'key-0123456789';
let server: Server;

/** A host that refuses each call, and repeats in its words how it was called. */
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const message = `not allowed: ${decodeURIComponent(url)}`;
    response.end(JSON.stringify({ code: 21_000, message }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

it('W1: words of a host tell neither its key nor the token of an account', async () => {
  // A server that listens has a port.
  const { port } = server.address() as AddressInfo;
  const endpoint = createExchangeEndpoint(
    `http://127.0.0.1:${port}/${key}`,
    { timeoutMs: 5_000, responseBytesMax: 10_000 },
    { of: () => token },
  );
  const [reply] = await endpoint.ask([calls.history(7, 10, 0)]);
  if (reply?.ok !== false) throw new Error('the host refuses');
  expect(reply.error.message).toContain('not allowed: /[redacted]/api/v1/accountTxs');
  expect(reply.error.message).toContain('auth=[redacted]');
  for (const secret of [token, key]) expect(reply.error.message).not.toContain(secret);
});

it('H15: a host is asked no more often than its budget allows', async () => {
  // A server that listens has a port.
  const { port } = server.address() as AddressInfo;
  const counted: string[] = [];
  const endpoint = createExchangeEndpoint(`http://127.0.0.1:${port}`, {
    timeoutMs: 5_000,
    responseBytesMax: 10_000,
    beforeCalls: (requests) => {
      counted.push(...requests.map(({ method }) => method));
      return counted.length > 3 ? Promise.reject(new Error('spent')) : Promise.resolve();
    },
  });
  await endpoint.ask([calls.height(), calls.fee(7, 0)]);
  await expect(endpoint.ask([calls.height(), calls.account(7)])).rejects.toThrow('spent');
  expect(counted).toEqual(['currentHeight', 'transferFeeInfo', 'currentHeight', 'account']);
});
