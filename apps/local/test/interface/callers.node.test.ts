import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { errorBodySchema } from '@portage/core/schemas';
import { createPortage } from '@portage/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { createEvmSide } from '../../src/demonstrations/evmSide.js';
import { transfer } from '../../src/demonstrations/transfer.js';
import { badInput, zeroIds } from './badInput.js';
import { freshAccount, openInterface, type InterfaceSystem } from './interfaceSystem.js';
import { startTestSystem } from '../testSystem.js';
import { blocksTaken } from '../rounds.js';

/** Isolation of callers from each other on a running service, and limits of their effect on it. */
let system: InterfaceSystem;
beforeAll(async () => {
  system = await openInterface(await startTestSystem());
});
afterAll(() => system.close());

/** Text of a quote without ids, signatures and times. */
function withoutChance(quote: unknown): string {
  return JSON.stringify(quote)
    .replaceAll(/0x[0-9a-f]{64,}/gi, 'hex')
    .replaceAll(/\b1\d{9}(\d{3})?\b/g, 'time');
}

test('B4: an order whose key is revoked after its quote is filled, and its sponsor pays for it alone', async () => {
  const { access, settlement } = system.service;
  await settlement.sponsors.credit({ account: 'late', microUsd: 1_000_000n, ref: 'late' });
  const { key, secret } = await access.keys.create({ name: 'late', sponsor: 'late' });
  const context = createContext(system, 4);
  const payer = createEvmSide(context);
  const recipient = freshAccount();
  const request = {
    user: payer.user,
    recipient,
    subsidizeFees: true,
    originChainId: 8453,
    destinationChainId: 10,
    amount: '20000000',
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
  };
  const quote = await system.quote(request, secret);
  await access.keys.revoke(key.id);
  await expect.poll(async () => (await system.refusal(request, secret)).code).toBe('UNAUTHORIZED');
  const portage = createPortage({ baseUrl: system.url, executors: [payer.executor] });
  const { status } = await portage.execute({
    quote,
    request,
    maxAmountIn: 20_000_000n,
    minAmountOut: 19_000_000n,
  });
  expect(status).toBe('success');
  const left = (await settlement.sponsors.balances(['late'])).get('late') ?? 0n;
  expect(left).toBeGreaterThan(0n);
  expect(left).toBeLessThan(1_000_000n);
});

test('B8: members that the interface does not know change nothing', async () => {
  const names = ['force', 'admin', 'isAdmin', 'skipVerification', 'internal', 'apiKey', 'debug'];
  const marks = Object.fromEntries(names.map((name) => [name, true]));
  // Fees of the network change with blocks; two quotes of one block are alike.
  await expect
    .poll(async () => {
      const [plain, marked] = await Promise.all([system.quote(), system.quote(marks)]);
      return withoutChance(marked) === withoutChance(plain);
    })
    .toBe(true);
});

test('B9: a status tells nothing of the key, the sponsor or the address of who asked for the quote', async () => {
  const { access } = system.service;
  const { key, secret } = await access.keys.create({
    name: 'canary-name',
    sponsor: system.sponsor,
  });
  const { requestId } = await system.quote({ subsidizeFees: true }, secret);
  for (const path of [
    `/intents/status/v3?requestId=${requestId}`,
    `/intents/status?requestId=${requestId}`,
    `/requests/v2?id=${requestId}`,
  ]) {
    const text = JSON.stringify(await system.get(path));
    for (const told of [key.id, secret, 'canary-name', '127.0.0.1', '"all"'])
      expect(text).not.toContain(told);
  }
});

test('B10: ids of requests are 32 bytes of a hash over a random salt: none is like another', async () => {
  const ids = await Promise.all(
    Array.from({ length: 64 }, async () => (await system.quote()).requestId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^0x[0-9a-f]{64}$/);
  // Every bit is set in about half of them: 64 tosses give fewer than 8 once in 10^9 times.
  for (let bit = 0n; bit < 256n; bit += 1n) {
    const set = ids.filter((id) => ((BigInt(id) >> bit) & 1n) === 1n).length;
    expect(set).toBeGreaterThan(7);
    expect(set).toBeLessThan(57);
  }
});

test('T10: the service asks no address that a caller names, in whatever member', async () => {
  let calls = 0;
  const trap = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const port = String((trap.address() as AddressInfo).port);
  const urls = [
    `http://127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/x`,
    `http://base@127.0.0.1:${port}/#`,
    `tcp:127.0.0.1:${port}`,
  ];
  const members = [
    'user',
    'recipient',
    'refundTo',
    'originCurrency',
    'destinationCurrency',
    'amount',
    'referrer',
    'referrerAddress',
    'originChainId',
    'destinationChainId',
    'tradeType',
    'includedSwapSources',
    'txs',
    'appFees',
    'authorizationList',
    'additionalData',
  ];
  const nested = (url: string): readonly unknown[] => [
    url,
    [url],
    [{ to: url, data: url, value: url, recipient: url, fee: url }],
    { url, logoURI: url, rpcUrl: url, endpoint: url },
  ];
  for (const url of urls) {
    await Promise.all(
      members.flatMap((member) =>
        nested(url).map((value) =>
          system.post('/quote/v2', { user: system.user, [member]: value }),
        ),
      ),
    );
    for (const path of ['/transactions/index', '/transactions/single', '/execute', '/fast-fill'])
      await system.post(path, { chainId: url, txHash: url, tx: url, requestId: url, url });
    for (const name of ['requestId', 'id', 'user', 'hash', 'chainId', 'referrer'])
      for (const path of ['/requests/v2', '/intents/status/v3', '/chains', '/currencies/v1'])
        await fetch(`${system.url}${path}?${name}=${encodeURIComponent(url)}`);
    await fetch(system.url, { headers: { 'x-forwarded-host': url, host: url, referer: url } });
  }
  const plain = await system.quote({ referrer: urls[0] });
  expect(plain.steps.length).toBeGreaterThan(0);
  expect(calls).toBe(0);
  trap.close();
});

/** Number of quotes and requests that are stored. */
async function storedQuotes(): Promise<number> {
  const [row] = await system.service.database.query<{ count: number }>(
    'select ((select count(*) from quotes) + (select count(*) from requests))::int as count',
  );
  return row?.count ?? 0;
}

test('A1, A2, A3, A5, A6, A7, A8, A9, A10, A11, A12, A15, A17: bad input is refused with its member, and no order is stored', async () => {
  const rows = badInput(system.devnet, system.user);
  const before = await storedQuotes();
  const answers = await Promise.all(
    rows.map(async ([name, members]) => {
      const { status, code, paths } = await system.refusal(members, system.key);
      return [name, status, code, paths[0]];
    }),
  );
  expect(answers).toEqual(rows.map(([name, , code, path]) => [name, 400, code, path]));
  expect(await storedQuotes()).toBe(before);
});

test('A4: an amount with zeros before it is the same amount', async () => {
  const { details, protocol } = await system.quote({ amount: '000100000000' });
  expect(details.currencyIn.amount).toBe('100000000');
  expect(protocol.v2?.orderData.inputs[0]?.payment.amount).toBe('100000000');
});

test('A13: an id of zeros names nothing, wherever it stands', async () => {
  for (const [path, body] of zeroIds) {
    const answer =
      body === undefined ? await fetch(system.url + path) : await system.post(path, body);
    expect([path, answer.status >= 400 && answer.status < 500]).toEqual([path, true]);
    expect(errorBodySchema.parse(await answer.json()).errorCode).toMatch(/^(?:UNKNOWN|INVALID)_/);
  }
});

test('W5: a halt stops quotes and payments within a second, and what waited is paid once when it ends', async () => {
  const { settlement, database } = system.service;
  const destination = 10;
  const ofUs = async (): Promise<number> => {
    const [row] = await database.query<{ count: number }>(
      'select count(*)::int as count from outbox where chain_id = $1',
      [destination],
    );
    return row?.count ?? 0;
  };
  const signed = await ofUs();
  let orderId = '';
  const paying = transfer(createContext(system, 5), {
    from: 'usdc@base',
    to: 'usdc@optimism',
    amount: '20',
    onQuote: async ({ protocol }) => {
      orderId = protocol.v2?.orderId ?? '';
      await settlement.chains.halt(destination, 'a drill');
    },
  });
  await expect.poll(() => orderId).not.toBe('');
  await expect
    .poll(async () => (await system.post('/quote/v2', system.body())).status, { interval: 50 })
    .toBe(400);
  expect((await system.refusal({})).code).toBe('CHAIN_DISABLED');
  const isFinal = async (): Promise<boolean> => {
    const rows = await database.query(
      `select from deposits where hash_text(order_id) = $1 and state = 'final'`,
      [orderId],
    );
    return rows.length === 1;
  };
  await expect.poll(isFinal).toBe(true);
  await blocksTaken(system, 8453, 3);
  expect(await ofUs()).toBe(signed);
  expect(await settlement.chains.clearHalt(destination, 'the drill is over')).toBe('a drill');
  const { status, received, quote } = await paying;
  expect([status, received]).toEqual(['success', BigInt(quote.details.currencyOut.amount)]);
  expect(await ofUs()).toBe(signed + 1);
  await expect.poll(async () => (await system.post('/quote/v2', system.body())).status).toBe(200);
});
