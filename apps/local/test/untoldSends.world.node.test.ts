import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestsResponseSchema } from '@portage/core/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { transfer } from '../src/demonstrations/transfer.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Transfers and swaps whose payers' clients never get to tell the service of them. */
let system: TestSystem;
let proxy: Server;
let refused = 0;

beforeAll(async () => {
  system = await useSystem();
  proxy = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/transactions/')) {
      refused += 1;
      response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const body = request.method === 'GET' ? {} : { body: request, duplex: 'half' as const };
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      ['content-type', 'accept'].includes(name) ? [[name, String(value)] as [string, string]] : [],
    );
    fetch(`${system.url}${path}`, {
      ...body,
      method: request.method ?? 'GET',
      headers,
    } as RequestInit)
      .then(async (answer) => {
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
        });
        for await (const chunk of answer.body ?? []) response.write(chunk);
        response.end();
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await system.close();
});

test.each([
  ['eth@base', 'eth@base', '0.2'],
  ['usdc@optimism', 'usdc@optimism', '31'],
  ['sol@solana', 'sol@solana', '0.4'],
  ['usdc@solana', 'usdc@solana', '33'],
  ['usdc@solana', 'port@solana', '34'],
  ['sol@solana', 'port@solana', '0.2'],
] as const)(
  '%s to %s that nobody tells of is found in its block, and by its payer and hash',
  async (from, to, amount) => {
    const port = (proxy.address() as AddressInfo).port;
    const url = `http://127.0.0.1:${String(port)}`;
    const told = refused;
    const done = await transfer(createContext({ ...system, url }, 0), { from, to, amount });
    expect(done.quote.details.operation).toBe(from === to ? 'send' : 'swap');
    expect(done.quote.protocol).toEqual({});
    expect(done.status).toBe('success');
    expect(refused).toBeGreaterThan(told);
    const find = async (query: string): Promise<readonly string[]> => {
      const answer = await fetch(`${system.url}/requests/v2?${query}`);
      return requestsResponseSchema.parse(await answer.json()).requests.map(({ id }) => id);
    };
    expect(await find(`user=${done.quote.details.sender}`)).toContain(done.quote.requestId);
    expect(await find(`hash=${done.inTxHashes[0]!}`)).toEqual([done.quote.requestId]);
  },
);
