import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createEndpoint, type Endpoint } from './createEndpoint.js';
import { createRpc } from './createRpc.js';

type Answer = (
  calls: readonly { readonly id: number; readonly method: string }[],
  response: ServerResponse,
  request: IncomingMessage,
) => void;

const limits = { timeoutMs: 5_000, responseBytesMax: 1_000 };
const height = { method: 'height', params: [] };
const longKey = '0123456789abcdef0123456789abcdef';
let servers: Server[] = [];
let endpoints: Endpoint[] = [];

afterEach(async () => {
  await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
  endpoints = [];
});

/** A node with these answers, and how often it was asked. */
async function node(
  answer: Answer,
  { timeoutMs }: { readonly timeoutMs: number } = limits,
): Promise<{ readonly endpoint: Endpoint; readonly url: string; readonly asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      answer(Array.isArray(body) ? body : [body], response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://user:secret@127.0.0.1:${String(address.port)}/key?token=hidden`;
  const endpoint = createEndpoint(url, { ...limits, timeoutMs });
  endpoints.push(endpoint);
  return { endpoint, url, asked: () => asked };
}

const result =
  (value: unknown): Answer =>
  (calls, response) =>
    response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: value }))));
const refusal =
  (code: number): Answer =>
  (calls, response) =>
    response.end(JSON.stringify(calls.map(({ id }) => ({ id, error: { code, message: 'no' } }))));

describe('createRpc', () => {
  it('H2: asks the next endpoint when one is busy, and stays with the one that answered', async () => {
    const [busy, well] = await Promise.all([node(refusal(-32005)), node(result(7))]);
    const rpc = createRpc([busy.endpoint, well.endpoint], { busyCodes: [-32005] });
    expect(await rpc.read([height, height])).toEqual([7, 7]);
    expect(await rpc.read([height])).toEqual([7]);
    expect([busy.asked(), well.asked()]).toEqual([1, 2]);
  });

  it('takes any other refusal for an answer', async () => {
    const { endpoint, asked } = await node(refusal(3));
    const rpc = createRpc([endpoint], { busyCodes: [-32005] });
    expect(await rpc.ask([height])).toEqual([{ ok: false, error: { code: 3, message: 'no' } }]);
    await expect(rpc.read([height])).rejects.toThrow(
      expect.objectContaining({
        code: 'RPC_HTTP_ERROR',
        message: 'A chain endpoint refused height: no',
      }),
    );
    expect(asked()).toBe(2);
  });

  it('H2: gives up after three rounds, and its error shows no secret', async () => {
    const { endpoint, asked } = await node((_, response) =>
      response.writeHead(429, { 'retry-after': '0' }).end(),
    );
    const rpc = createRpc([endpoint], { busyCodes: [] });
    const error: unknown = await rpc.ask([height]).catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'RPC_HTTP_ERROR',
      context: { status: 429, retryAfterSeconds: 0 },
    });
    expect(String(error)).not.toMatch(/secret|key|hidden/);
    expect(asked()).toBe(3);
  });

  it('H1: reads on where an endpoint leaves every third call without an answer', async () => {
    let asked = 0;
    const [forgetful, well] = await Promise.all([
      node(
        (calls, response, request) => {
          asked += 1;
          if (asked % 3 !== 0) result(7)(calls, response, request);
        },
        { timeoutMs: 200 },
      ),
      node(result(7)),
    ]);
    const rpc = createRpc([forgetful.endpoint, well.endpoint], { busyCodes: [] });
    for (let count = 0; count < 6; count += 1) expect(await rpc.read([height])).toEqual([7]);
    expect(well.asked()).toBeGreaterThan(0);
  });

  it('H1: fails while no endpoint answers, and goes on when one does', async () => {
    let isDown = true;
    const both = await Promise.all(
      [1, 2].map(() =>
        node((calls, response, request) => {
          if (isDown) response.destroy();
          else result(7)(calls, response, request);
        }),
      ),
    );
    const rpc = createRpc(
      both.map(({ endpoint }) => endpoint),
      { busyCodes: [] },
    );
    await expect(rpc.read([height])).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
    isDown = false;
    expect(await rpc.read([height])).toEqual([7]);
  });

  it('tells who answered what, and lets nobody stand in for one that failed', async () => {
    const [one, two] = await Promise.all([
      node(result(1)),
      node((_, response) => response.destroy()),
    ]);
    const rpc = createRpc([one.endpoint, two.endpoint], { busyCodes: [] });
    expect(await rpc.each([height])).toEqual([[{ ok: true, result: 1 }], undefined]);
  });
});

describe('createEndpoint', () => {
  it('H1: counts one that sends its answer byte by byte as one that does not answer', async () => {
    const { endpoint } = await node(
      (_, response) => {
        const drip = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(drip));
      },
      { timeoutMs: 200 },
    );
    await expect(endpoint.ask([height])).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it.each<readonly [string, Answer]>([
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('[{"jsonrpc"', () => response.destroy());
      },
    ],
    ['JSON that is cut short', (_, response) => response.end('[{"jsonrpc":"2.0","id":1')],
    ['a page of a proxy', (_, response) => response.writeHead(502).end('<html>Bad gateway</html>')],
    ['an answer that is too long', (_, response) => response.end('x'.repeat(1_001))],
    ['what is not JSON', (_, response) => response.end('<html>')],
  ])('H2: refuses %s', async (_, answer) => {
    const { endpoint } = await node(answer);
    await expect(endpoint.ask([height])).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
  });

  it.each([302, 307])('H14: follows no redirect with %s', async (status) => {
    const elsewhere = await node(result(7));
    const { endpoint } = await node((_, response) =>
      response.writeHead(status, { location: elsewhere.url }).end(),
    );
    await expect(endpoint.ask([height])).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
    expect(elsewhere.asked()).toBe(0);
  });

  it('signs in with the user of its address', async () => {
    const { endpoint } = await node((calls, response, request) =>
      result(request.headers.authorization)(calls, response, request),
    );
    expect(await endpoint.ask([height])).toEqual([
      { ok: true, result: `Basic ${Buffer.from('user:secret').toString('base64')}` },
    ]);
  });
});

describe('an endpoint that takes few calls at once', () => {
  const heights = (count: number) => Array.from({ length: count }, () => height);
  const error = (message: string, code = -32600) => ({ code, message });
  type Refuse = (calls: Parameters<Answer>[0], response: ServerResponse) => void;

  /** Refusals as hosts were seen to send them. */
  const refusals: Readonly<Record<string, Refuse>> = {
    'dRPC: status 500 and a list of one error': (calls, response) =>
      response
        .writeHead(500)
        .end(
          JSON.stringify([
            {
              id: calls[0]?.id,
              jsonrpc: '2.0',
              error: error(
                'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account at drpc.org',
                31,
              ),
            },
          ]),
        ),
    'go-ethereum: one error in a list': (calls, response) =>
      response.end(JSON.stringify([{ id: calls[0]?.id, error: error('batch too large') }])),
    'an error of the whole without an id': (_, response) =>
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: null, error: error('batch size limit exceeded') }),
      ),
    'an error for each call': (calls, response) =>
      response.end(
        JSON.stringify(calls.map(({ id }) => ({ id, error: error('maximum batch size is 3') }))),
      ),
    'status 413 with a page': (_, response) =>
      response.writeHead(413).end('<html>Request Entity Too Large</html>'),
    'Ronin: status 400': (_, response) =>
      response.writeHead(400).end(JSON.stringify({ error: error('too many requests') })),
  };

  it.each(Object.entries(refusals))('is asked for fewer (%s)', async (_, refuse) => {
    const sizes: number[] = [];
    const { endpoint } = await node((calls, response, request) => {
      sizes.push(calls.length);
      if (calls.length > 3) refuse(calls, response);
      else result(7)(calls, response, request);
    });
    expect(await endpoint.ask(heights(10))).toHaveLength(10);
    expect(sizes.filter((size) => size > 3).length).toBeLessThanOrEqual(2);
    const before = sizes.length;
    // What was learned is remembered.
    expect(await endpoint.ask(heights(9))).toHaveLength(9);
    expect(sizes.slice(before).every((size) => size <= 3)).toBe(true);
  });

  it('is asked one by one where it takes no batch at all, and says so in the log', async () => {
    const told: unknown[] = [];
    const { url } = await node((calls, response, request) => {
      if (calls.length > 1)
        response
          .writeHead(400)
          .end(JSON.stringify({ error: error(`Batch requests are not supported, ${longKey}`) }));
      else result(7)(calls, response, request);
    });
    const endpoint = createEndpoint(`${url}&key=${longKey}`, {
      ...limits,
      onBatchMax: (batchMax, words) => told.push(batchMax, words),
    });
    endpoints.push(endpoint);
    expect(await endpoint.ask(heights(4))).toHaveLength(4);
    expect(told.at(-2)).toBe(1);
    expect(String(told.at(-1))).toMatch(/^Batch requests are not supported/);
    expect(String(told)).not.toContain(longKey);
  });

  it('is not taken from what a contract says of its own batches', async () => {
    const sizes: number[] = [];
    const { endpoint } = await node((calls, response) => {
      sizes.push(calls.length);
      const reverted = error('execution reverted: batch size limit exceeded', 3);
      response.end(JSON.stringify(calls.map(({ id }) => ({ id, error: reverted }))));
    });
    expect(await endpoint.ask(heights(4))).toHaveLength(4);
    expect(sizes).toEqual([4]);
  });
});

describe('a status 413 with the words of a node', () => {
  const message = 'eth_getLogs is limited to a 10,000 range';
  const refusal = { code: -32614, message };

  it('H15: refuses the call that it answers', async () => {
    const { endpoint } = await node(([call], response) =>
      response.writeHead(413).end(JSON.stringify({ id: call?.id, error: refusal })),
    );
    expect(await endpoint.ask([height])).toEqual([{ ok: false, error: refusal }]);
  });

  it('H15: leaves calls together that come with it', async () => {
    const sizes: number[] = [];
    const { endpoint } = await node((calls, response) => {
      sizes.push(calls.length);
      response.writeHead(413).end(JSON.stringify(calls.map(({ id }) => ({ id, error: refusal }))));
    });
    for (let turn = 0; turn < 2; turn += 1) await endpoint.ask([height, height, height]);
    expect(sizes).toEqual([3, 3]);
  });
});

describe('words of a host', () => {
  it.each([
    [
      400,
      '{"error":{"code":-32602,"message":"archive requests need a token"}}',
      'archive requests',
    ],
    [401, '{"message":"Unauthorized: key missing"}', 'Unauthorized'],
    [429, '{"error":"rate limit exceeded"}', 'rate limit exceeded'],
    [402, 'credits used up', 'credits used up'],
  ])('of a status %s are in its error', async (status, body, words) => {
    const { endpoint } = await node((_, response) => response.writeHead(status).end(body));
    await expect(endpoint.ask([height])).rejects.toMatchObject({
      code: 'RPC_HTTP_ERROR',
      message: expect.stringContaining(`HTTP status ${String(status)}: ${words}`) as string,
    });
  });

  it('are an answer where the body of a status 400 refuses the call itself', async () => {
    const { endpoint } = await node(([call], response) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ id: call?.id, error: { code: -32000, message: 'nonce too low' } })),
    );
    expect(await endpoint.ask([height])).toEqual([
      { ok: false, error: { code: -32000, message: 'nonce too low' } },
    ]);
  });

  it('show no key, and are left out where they are a page', async () => {
    let body = JSON.stringify({ message: `token ${longKey} is not known` });
    const { url } = await node((_, response) => response.writeHead(403).end(body));
    const endpoint = createEndpoint(`${url}&key=${longKey}`, limits);
    endpoints.push(endpoint);
    const ask = () => endpoint.ask([height]).catch(String);
    expect(await ask()).toMatch(/HTTP status 403: token .* is not known$/);
    expect(await ask()).not.toContain(longKey);
    body = '<html>Forbidden</html>';
    expect(await ask()).toMatch(/HTTP status 403\.$/);
  });
});
