import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@portage/core/schemas';
import { openDatabase, runningServerUrl } from '@portage/database';
import { createDevnet, devnetPrices, evmChain, type Devnet } from '@portage/devnet';
import { startFaultProxy, type Fault, type FaultProxy, waitMsMax } from '@portage/testing';
import { parseEther, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commandOf } from '../../../scripts/commandOf.js';
import { createServiceDatabase, type ServiceDatabase } from '../src/serviceDatabase.js';
import { serviceMigrations } from '../src/serviceMigrations.js';
import { findCanaries, type Canaries } from './canaries.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { getQuote, sendSteps } from './transfer.js';
import { watchStatus } from './watchStatus.js';

/** A service whose every secret is known here, so that it is found wherever it gets out. */
let devnet: Devnet;
let directory: string;
let database: ServiceDatabase;
let databaseUrl: string;
let proxies: readonly FaultProxy[];
let priceHost: Server;
let service: ServiceProcess;
let url: string;
let apiKey: string;
let canaries: Canaries;
let environment: Readonly<Record<string, string>>;

/** Answers so far: status, headers and body. */
const answers: string[] = [];

const described = z.looseObject({
  keys: z.record(z.string(), z.record(z.string(), z.string())),
  chains: z.array(z.looseObject({ id: z.number() })),
});

const endpointSecrets = {
  'password of an endpoint': 'endpoint/password+8d1f0c',
  'path of an endpoint': 'endpoint-path-55e0b7c1',
  'query of an endpoint': 'endpoint-query-09bb61f3',
};
const priceSecrets = {
  'path of prices': 'prices-path-7ac01e22',
  'header of prices': 'prices-header-e41d7b90',
};

const without = <Value>(
  record: Readonly<Record<string, Value>>,
  left: string,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== left));

/** Address of a proxy with every place filled in which operators have keys. */
function secretUrl(proxy: FaultProxy): string {
  const [password, path, query] = Object.values(endpointSecrets).map(encodeURIComponent);
  const { host } = new URL(proxy.url);
  return `http://someone:${password ?? ''}@${host}/v2/${path ?? ''}?apikey=${query ?? ''}`;
}

/** Publisher of prices that tells its callers what they have sent, as some do. */
async function startPriceHost(): Promise<Server> {
  const server = createServer(({ url: path, headers: { authorization } }, response) => {
    response
      .writeHead(401, { 'x-reason': `${String(authorization)} at ${String(path)}` })
      .end(JSON.stringify({ error: `no right: ${String(authorization)} at ${String(path)}` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Configuration file of the devnet's service, with secrets in its addresses. */
function writeConfiguration(
  name: string,
  change: (chain: object, index: number) => object,
): string {
  const { chains, ...rest } = described.parse(devnet.description.configuration);
  const { port } = priceHost.address() as AddressInfo; // A TCP server has one.
  const fixed = Object.keys(devnetPrices).map((id) => [id, { primary: 'fixed' }] as const);
  const file = join(directory, name);
  writeFileSync(
    file,
    JSON.stringify({
      ...without(rest, 'keys'),
      chains: chains.map(change),
      prices: {
        source: 'feeds',
        fixed: devnetPrices,
        http: {
          url: `http://127.0.0.1:${String(port)}/${priceSecrets['path of prices']}`,
          headers: { authorization: `Bearer ${priceSecrets['header of prices']}` },
          ids: { usdt: 'ab'.repeat(32) },
          pollMs: 200,
        },
        // Quotes of one currency fail for want of a price.
        assets: { ...Object.fromEntries(fixed), usdt: { primary: 'http' } },
      },
    }),
  );
  return file;
}

const throughProxies = (chain: object & { readonly id?: unknown }): object => {
  const index = [8453, 10].findIndex((id) => id === chain.id);
  const proxy = proxies[index];
  return proxy === undefined ? chain : { ...chain, rpcUrls: [secretUrl(proxy)] };
};

const start = (args: readonly string[], env: Readonly<Record<string, string>> = environment) =>
  startProcess(
    ['--data', join(directory, 'data'), '--port', '0', '--log-level', 'trace', ...args],
    env,
  );

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portage-canaries-'));
  devnet = await createDevnet({ accounts: 4, blockTimeSeconds: 0.25 });
  proxies = await Promise.all(
    [8453, 10].map((id) => startFaultProxy({ target: evmChain(devnet.description, id).rpcUrl })),
  );
  priceHost = await startPriceHost();
  const dataDir = join(directory, 'database');
  const opened = await openDatabase({ dataDir, migrations: serviceMigrations });
  database = await createServiceDatabase(opened);
  databaseUrl = (await runningServerUrl(dataDir)) ?? '';
  await database.settlement.sponsors.credit({ account: 'app', microUsd: 10n ** 9n, ref: 'app' });
  const made = await database.access.keys.create({
    name: 'app',
    sponsor: 'app',
    rights: ['operator'],
  });
  apiKey = made.secret;
  const { keys } = described.parse(devnet.description.configuration);
  const named = Object.entries(keys).flatMap(([family, own]) =>
    Object.entries(own).map(([name, key]) => ({ family, name, key })),
  );
  const keyFile = join(directory, 'allocator.key');
  writeFileSync(keyFile, `${keys['evm']?.['allocator'] ?? ''}\n`);
  environment = {
    DATABASE_URL: databaseUrl,
    ...Object.fromEntries(
      named.map(({ family, name, key }) => [
        `PORTAGE_${family.toUpperCase()}_${name.toUpperCase()}_KEY`,
        key,
      ]),
    ),
  };
  environment = {
    ...without(environment, 'PORTAGE_EVM_ALLOCATOR_KEY'),
    PORTAGE_ALLOCATOR_KEY_FILE: keyFile,
  };
  canaries = {
    ...endpointSecrets,
    ...priceSecrets,
    'password of the database': new URL(databaseUrl).password,
    'API key': apiKey.split('.')[1] ?? '',
    ...Object.fromEntries(
      named.flatMap(({ family, name, key }) =>
        key
          .split(':')
          .filter((part) => part.length >= 32)
          .map((part, index) => [`key ${family}.${name} ${String(index)}`, part]),
      ),
    ),
  };
  service = start(['--config', writeConfiguration('portage.json', throughProxies)]);
  url = await service.url;
});

afterAll(async () => {
  await service.stop('SIGKILL');
  await Promise.all([...proxies.map((proxy) => proxy.close()), database.close(), devnet.close()]);
  priceHost.close();
  await rm(directory, { recursive: true, force: true });
});

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(waitMsMax) });
  const headers = JSON.stringify([...answer.headers]);
  answers.push(
    `${path.split('?')[0] ?? ''} ${String(answer.status)} ${headers} ${await answer.text()}`,
  );
  return answer.status;
}

const evm = (index: number): { readonly address: Hex; readonly privateKey: Hex } => {
  const account = devnet.description.accounts[index];
  if (account === undefined) throw new Error('The devnet has such an account.');
  return account;
};

const quoteBody = (members: object = {}) => ({
  user: evm(0).address,
  originChainId: 8453,
  destinationChainId: 10,
  amount: parseEther('0.05').toString(),
  ...members,
});

/** Calls every endpoint with the API key where it belongs, and where it does not. */
async function callAll(): Promise<void> {
  const { tokens } = evmChain(devnet.description, 8453);
  const json = { 'content-type': 'application/json' };
  const account = evm(0).address;
  const body = {
    ...quoteBody({ subsidizeFees: true, usePermit: true, originCurrency: tokens.usdc.address }),
    chainId: '8453',
    txHash: `0x${'ab'.repeat(32)}`,
    requestId: `0x${'cd'.repeat(32)}`,
    depositAddress: account,
    recipient: account,
    currency: tokens.usdc.address,
    ownerChainId: 'base',
    owner: account,
    kind: 'eip3009',
    executionKind: 'rawCalls',
  };
  for (const { method, path } of Object.values(endpoints)) {
    const place = path.replace(/\{wallet\}/, account).replace(/\{requestId\}/, body.requestId);
    const query = `requestId=${body.requestId}&originChainId=8453&destinationChainId=10&user=${account}&id=1`;
    const content = method === 'POST' ? { body: JSON.stringify(body) } : {};
    for (const headers of [{ 'x-api-key': apiKey }, { 'x-api-key': `${apiKey}x` }, {}])
      await ask(`${place}?${query}`, { method, ...content, headers: { ...json, ...headers } });
    await ask(`${place}?${query}&apiKey=${apiKey}&signature=${apiKey}`, {
      method,
      ...content,
      headers: { ...json, authorization: `Bearer ${apiKey}`, cookie: `key=${apiKey}` },
    });
  }
  const usdt = { originCurrency: tokens.usdt.address, destinationCurrency: tokens.usdc.address };
  for (const members of [{}, { includeProtocolData: true }, { ...usdt, destinationChainId: 8453 }])
    await ask('/quote/v2', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(quoteBody(members)),
    });
  await ask('/quote/v2', { method: 'POST', headers: json, body: `{"user":"${apiKey}` });
  const pages = [
    '/',
    '/metrics',
    '/ready',
    '/live',
    '/docs',
    '/openapi.json',
    '/dashboard',
    '/none',
  ];
  for (const page of pages) await ask(`${page}?key=${apiKey}`);
}

test('W1: no secret is in an answer, a stream, a metric, a log, or the database, while endpoints fail and tell it too', async () => {
  const quote = await getQuote(url, quoteBody());
  const watching = watchStatus(url, quote.steps[0]!.requestId!);
  await sendSteps(devnet, evm(0).privateKey, quote);
  const statuses = await watching;
  expect(statuses.at(-1)?.status).toBe('success');
  answers.push(JSON.stringify([quote, statuses]));
  await callAll();
  const told = Object.values(endpointSecrets).join(' ');
  const faults: readonly Fault[][] = [
    [
      {
        type: 'rpcError',
        code: -32_000,
        message: `no credit for ${told} at ${secretUrl(proxies[0]!)}`,
      },
    ],
    [{ type: 'htmlBody', status: 502 }],
    [{ type: 'reset' }],
    [{ type: 'truncate' }],
  ];
  for (const fault of faults) {
    for (const proxy of proxies) proxy.set(fault);
    await sleep(500);
    await Promise.all([
      ask('/quote/v2', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(quoteBody({ userBalance: true, usePermit: true })),
      }),
      ask(`/config/v2?originChainId=8453&destinationChainId=10&user=${evm(0).address}`),
      ask('/transactions/index', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chainId: '8453',
          txHash: `0x${fault[0]!.type.length.toString(16).repeat(64).slice(0, 64)}`,
        }),
      }),
      ask('/health'),
      ask('/metrics'),
    ]);
  }
  await callAll();
  for (const proxy of proxies) proxy.set([]);
  const tables = await database.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.database.query<{ row: string }>(`select t::text as row from "${name}" t`),
    ),
  );
  const dump = rows
    .flat()
    .map(({ row }) => row)
    .join('\n');

  const log = service.log();
  expect(answers.filter((answer) => findCanaries(answer, canaries).length > 0)).toEqual([]);
  expect(log.split('\n').filter((line) => findCanaries(line, canaries).length > 0)).toEqual([]);
  expect(findCanaries(dump, canaries)).toEqual([]);
  // All of it was there to be looked at.
  expect(answers.filter((answer) => / 200 /.test(answer)).length).toBeGreaterThan(30);
  expect(answers.filter((answer) => / (?:4\d\d|5\d\d) /.test(answer)).length).toBeGreaterThan(60);
  expect(dump).toContain(quote.requestId.slice(2));
  expect(log).toContain(new URL(proxies[0]!.url).host);
  expect(log).toContain('prices cannot be fetched');
  const written = readFileSync(join(directory, 'portage.json'), 'utf8');
  expect(findCanaries(written, canaries)).toEqual([
    ...Object.keys(endpointSecrets),
    ...Object.keys(priceSecrets),
  ]);
});

test('W1: no secret is in what a process says of its end', async () => {
  const config = join(directory, 'portage.json');
  const members = '{ url: process.env.DATABASE_URL }';
  const fault = `throw Object.assign(new Error(process.env.PORTAGE_EVM_SOLVER_KEY), ${members})`;
  const onSignal = `process.on('SIGUSR2', () => setTimeout(() => { ${fault} }))`;
  const dying = startProcess(
    ['--data', join(directory, 'dying'), '--port', '0', '--config', config, '--role', 'api'],
    environment,
    {
      command: [
        `--import=data:text/javascript,${encodeURIComponent(onSignal)}`,
        ...commandOf('apps/service'),
      ],
    },
  );
  await dying.url;
  process.kill(dying.pid, 'SIGUSR2');
  expect(await dying.ended).toMatchObject({ code: 1 });
  expect(dying.log()).toContain('an error that nobody expected');
  expect(findCanaries(dying.log(), canaries)).toEqual([]);
  // A service loses its database.
  await database.close();
  for (let asked = 0; asked < 20; asked += 1) await ask('/requests/v2').catch(() => undefined);
  await service.stop();
  expect(findCanaries(service.log() + answers.join('\n'), canaries)).toEqual([]);
});

test('W1, W6: no secret is in what a process says that does not start', async () => {
  const swapped = writeConfiguration('swapped.json', (chain: object & { readonly id?: unknown }) =>
    chain.id === 10 ? { ...chain, rpcUrls: [secretUrl(proxies[0]!)] } : chain,
  );
  const malformed = writeConfiguration(
    'malformed.json',
    (chain: object & { readonly id?: unknown }) =>
      chain.id === 10
        ? { ...chain, rpcUrls: [`http://no host/${endpointSecrets['path of an endpoint']}`] }
        : chain,
  );
  const half = join(directory, 'half.json');
  writeFileSync(half, `{"keys":{"evm":{"solver":"${environment['PORTAGE_EVM_SOLVER_KEY'] ?? ''}"`);
  const config = join(directory, 'portage.json');
  const own = join(directory, 'own');
  const embedded = without(environment, 'DATABASE_URL');
  const key = environment['PORTAGE_EVM_SOLVER_KEY'] ?? '';
  const secret = encodeURIComponent(endpointSecrets['query of an endpoint']);
  const starts: readonly (readonly [
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ])[] = [
    [['--config', swapped, '--data', own], embedded],
    [['--config', malformed], embedded],
    [['--config', half], embedded],
    [['--devnet', half], embedded],
    [
      ['--config', config],
      { ...embedded, DATABASE_URL: `postgres://portage:${secret}@127.0.0.1:1/x` },
    ],
    [
      ['--config', config],
      { ...embedded, DATABASE_URL: `postgres://portage:a/${secret}@127.0.0.1/x` },
    ],
    [['--config', config], { ...embedded, DATABASE_URL: secret }],
    [['--config', config], { ...embedded, PORTAGE_EVM_SOLVER_KEY: `${key}00` }],
    [['--config', config], { ...embedded, PORTAGE_SOLVER_KEY_FILE: key }],
  ];
  const ends = await Promise.all(
    starts.map(async ([args, env]) => {
      const process = start(args, env);
      const { code } = await process.ended;
      return { code, log: process.log() };
    }),
  );
  for (const { code, log } of ends) {
    expect(code, log).toBe(1);
    expect(log).not.toBe('');
    expect(findCanaries(log, canaries), log).toEqual([]);
  }
});

test('a secret is found in every form', () => {
  const [solver, word] = [`0x${'5e1f'.repeat(16)}`, 'a word/of+many"letters'];
  const texts = [
    solver.slice(2).toUpperCase(),
    Buffer.from(solver.slice(2), 'hex').toString('base64'),
    `x${Buffer.from(`user:${word}`).toString('base64')}`,
    encodeURIComponent(word),
    Buffer.from(word).toString('hex'),
    JSON.stringify(word),
  ];
  expect(texts.map((text) => findCanaries(`--${text}--`, { solver, word }).length)).toEqual([
    1, 1, 1, 1, 1, 1,
  ]);
});
