import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { evmChain } from '@portage/devnet';
import { createPublicClient, erc20Abi, http, parseEther, zeroAddress, type Hex } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';
import { databaseDir } from '../src/index.js';
import { openStopped } from './openDatabase.js';
import { limits } from './smallConfiguration.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { balanceOf, countFills, getQuote, post, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const local = useDevnet({ accounts: 10 });
let dataDir: string;
let service: ServiceProcess;
let url: string;
/** Quotes that this file has received; each is one stored request, and there are no others. */
let given = 0;

beforeAll(async () => {
  dataDir = join(local.directory, 'data');
  service = local.start('data', ['--log-level', 'trace']);
  url = await service.url;
});

function account(index: number): { readonly address: Hex; readonly privateKey: Hex } {
  const found = local.devnet.description.accounts[index];
  if (found === undefined) throw new Error(`No account ${String(index)}.`);
  return found;
}

function usdc(chainId: 8453 | 10): Hex {
  return evmChain(local.devnet.description, chainId).tokens.usdc.address;
}

describe('a transfer', () => {
  test('of ether: quote, deposit, and a stream of its statuses to success', async () => {
    const { address, privateKey } = account(0);
    const recipient: Hex = '0x00000000000000000000000000000000000e2e01';
    const quote = await getQuote(url, {
      user: address,
      recipient,
      originChainId: 8453,
      destinationChainId: 10,
      amount: parseEther('0.1').toString(),
    });
    given += 1;
    const requestId = quote.steps[0]!.requestId!;
    const watching = watchStatus(url, requestId);
    const [deposit] = await sendSteps(local.devnet, privateKey, quote);
    const seen = await watching;
    expect(seen[0]).toMatchObject({
      requestId,
      status: 'waiting',
      originChainId: 8453,
      destinationChainId: 10,
    });
    const words = seen.map(({ status }) => status);
    expect(words).toEqual(
      ['waiting', 'pending', 'submitted', 'success'].filter((word) =>
        words.some((seenWord) => seenWord === word),
      ),
    );
    const last = seen.at(-1)!;
    expect(last).toMatchObject({
      status: 'success',
      inTxHashes: [deposit],
      amountOut: quote.details.currencyOut.amount,
      failReason: 'N/A',
    });
    expect((await balanceOf(local.devnet, 10, recipient)).toString()).toBe(
      quote.details.currencyOut.amount,
    );
    expect(await countFills(local.devnet, 10, quote.protocol.v2!.orderId)).toBe(1);
    expect(await (await fetch(`${url}/intents/status/v3?requestId=${requestId}`)).json()).toEqual(
      last,
    );
    expect(
      await (await fetch(`${url}/intents/status?requestId=${requestId}`)).json(),
    ).toMatchObject({ status: 'success', time: last.updatedAt });
    expect(
      (await post(url, '/transactions/index', { chainId: '8453', txHash: deposit })).status,
    ).toBe(200);
  });

  test('of USDC to USDC on the other chain, with an approval', async () => {
    const { address, privateKey } = account(1);
    const recipient: Hex = '0x00000000000000000000000000000000000e2e02';
    const quote = await getQuote(url, {
      user: address,
      recipient,
      originChainId: 10,
      destinationChainId: 8453,
      originCurrency: usdc(10),
      destinationCurrency: usdc(8453),
      amount: '25000000',
    });
    given += 1;
    expect(quote.steps.map(({ id }) => id)).toEqual(['approve', 'deposit']);
    await sendSteps(local.devnet, privateKey, quote);
    const seen = await watchStatus(url, quote.steps.at(-1)!.requestId!);
    expect(seen.at(-1)!.status).toBe('success');
    const client = createPublicClient({
      transport: http(evmChain(local.devnet.description, 8453).rpcUrl),
    });
    expect(
      (
        await client.readContract({
          address: usdc(8453),
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [recipient],
        })
      ).toString(),
    ).toBe(quote.details.currencyOut.amount);
  });
});

describe('bad input stores nothing', () => {
  const valid = {
    user: '0x00000000000000000000000000000000000000aa',
    originChainId: 8453,
    destinationChainId: 10,
    amount: '100000000000000000',
  };
  const table: readonly (readonly [name: string, change: object, code: string])[] = [
    ['no user', { user: undefined }, 'INVALID_REQUEST'],
    [
      'a wrong checksum',
      { user: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9b'.replace('Ab58', 'aB58') },
      'INVALID_ADDRESS',
    ],
    ['a name for an address', { user: 'vitalik.eth' }, 'INVALID_ADDRESS'],
    ['an empty amount', { amount: '' }, 'INVALID_REQUEST'],
    ['a negative amount', { amount: '-1' }, 'INVALID_REQUEST'],
    ['an amount as a number', { amount: 1 }, 'INVALID_REQUEST'],
    ['an amount of 1e18', { amount: '1e18' }, 'INVALID_REQUEST'],
    ['an amount of 79 digits', { amount: '1'.repeat(79) }, 'INVALID_REQUEST'],
    ['an amount of 0', { amount: '0' }, 'AMOUNT_TOO_LOW'],
    ['an amount below the fees', { amount: '1' }, 'AMOUNT_TOO_LOW'],
    ['a chain as text', { originChainId: '8453' }, 'INVALID_REQUEST'],
    ['an unknown chain', { originChainId: 1 }, 'UNSUPPORTED_CHAIN'],
    [
      'an unknown currency',
      { originCurrency: '0x00000000000000000000000000000000000000bb' },
      'INVALID_INPUT_CURRENCY',
    ],
    ['an unknown trade type', { tradeType: 'exact_input' }, 'INVALID_REQUEST'],
    ['a slippage beyond all', { slippageTolerance: '10001' }, 'INVALID_SLIPPAGE_TOLERANCE'],
    ['a component without sponsorship', { sponsoredFeeComponents: ['app'] }, 'INVALID_REQUEST'],
    ['a fee of letters', { appFees: [{ recipient: zeroAddress, fee: '1e3' }] }, 'INVALID_REQUEST'],
  ];

  test.each(table)('%s', async (_, change, code) => {
    const answer = await post(url, '/quote/v2', { ...valid, ...change });
    expect(answer.body).toMatchObject({ errorCode: code, code, statusCode: answer.status });
    expect(answer.status).toBe(400);
  });

  test('recipients that would lose the money', async () => {
    const { depository, filler } = evmChain(local.devnet.description, 10).contracts;
    for (const recipient of [
      depository,
      filler,
      usdc(10),
      zeroAddress,
      '0x0000000000000000000000000000000000000001',
    ]) {
      expect((await post(url, '/quote/v2', { ...valid, recipient })).body).toMatchObject({
        errorCode: 'INVALID_RECIPIENT',
      });
    }
  });

  test('an indicative quote is not kept', async () => {
    expect((await post(url, '/quote/v2', { ...valid, indicativeQuote: true })).status).toBe(200);
  });

  test('assertions about transactions credit nothing', async () => {
    const unknown = { chainId: '8453', txHash: `0x${'ab'.repeat(32)}` };
    const told = await post(url, '/transactions/index', unknown);
    expect([told.status, told.body]).toMatchObject([404, { errorCode: 'UNKNOWN_TRANSACTION' }]);
    expect((await post(url, '/transactions/index', { chainId: '8453', txHash: 'ab' })).status).toBe(
      400,
    );
    const quote = await getQuote(url, valid);
    given += 1;
    const requestId = quote.steps[0]!.requestId!;
    const tx = JSON.stringify({
      ...quote.steps[0]!.items[0]!.data,
      txHash: `0x${'cd'.repeat(32)}`,
    });
    expect(
      (await post(url, '/transactions/single', { requestId, chainId: '8453', tx })).status,
    ).toBe(200);
    expect(
      await (await fetch(`${url}/intents/status/v3?requestId=${requestId}`)).json(),
    ).toMatchObject({ status: 'waiting', inTxHashes: [] });
  });
});

describe('what an operator meets', () => {
  test('health and chains', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({
      status: 'ok',
      database: 'ok',
      chains: Array.from({ length: 5 }, () => ({ status: 'ok' })),
    });
    expect(JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))).toEqual({
      url,
      pid: service.pid,
    });
  });

  test('one data directory serves one process', async () => {
    const second = local.start('data');
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.log()).toContain('DATA_DIRECTORY_LOCKED');
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test('a port that is named must be free', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const refused = local.start('other', ['--port', String(port)]);
    expect((await refused.ended).code).toBe(1);
    expect(refused.log()).toMatch(/Port \d+ of 127\.0\.0\.1 is taken/);
    taken.close();
  });

  test('configurations that are not one are refused with the reason', async () => {
    const file = join(dataDir, 'wrong.json');
    const key = `0x${'11'.repeat(32)}`;
    const chain = {
      id: 1,
      slug: 'one',
      name: 'One',
      rpcUrls: ['http://127.0.0.1:1'],
      devnet: true,
      contracts: { depository: zeroAddress, filler: zeroAddress },
      assets: [],
    };
    const asset = { id: 'eth', symbol: 'ETH', name: 'Ether', address: zeroAddress, decimals: 18 };
    const valid = {
      chains: [chain],
      keys: { evm: { solver: key, allocator: key } },
      prices: { source: 'fixed', usd: { eth: '1' } },
    };
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      ['nothing', /does not hold an object/],
      [{}, /chains/],
      [{ ...valid, prices: { source: 'oracle' } }, /prices/],
      [{ ...valid, prices: undefined }, /prices/],
      [
        {
          ...valid,
          chains: [{ ...chain, assets: [asset] }],
          keys: { evm: { solver: '0x12', allocator: key } },
        },
        /keys\.evm\.solver/,
      ],
      [valid, /assets/],
      [
        { ...valid, chains: [{ ...chain, devnet: false, assets: [asset] }], policy: limits },
        /keys\.evm\.solver: is a key that everybody knows/,
      ],
    ];
    for (const [configuration, reason] of wrong) {
      await writeFile(file, JSON.stringify(configuration));
      const refused = startProcess([
        '--config',
        file,
        '--data',
        await mkdtemp(join(dataDir, 'wrong-')),
      ]);
      expect((await refused.ended).code).toBe(1);
      expect(refused.log()).toMatch(/^INVALID_CONFIGURATION: /);
      expect(refused.log()).toMatch(reason);
      expect(refused.log()).not.toContain(key.slice(2));
    }
  });

  test('help', async () => {
    const help = spawn(process.execPath, [...commandOf('apps/service'), '--help'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text = (await help.stdout.toArray()).join('');
    for (const option of [
      '--config',
      '--devnet',
      '--data',
      '--host',
      '--port',
      '--role',
      '--log-level',
      'DATABASE_URL',
    ])
      expect(text).toContain(option);
  });
});

test('G22: SIGTERM ends streams and everything else in order; the books hold what was done and no more', async () => {
  const quote = await getQuote(url, {
    user: account(2).address,
    originChainId: 8453,
    destinationChainId: 10,
  });
  given += 1;
  const watching = watchStatus(url, quote.steps[0]!.requestId!);
  await expect.poll(() => service.log().length).toBeGreaterThan(0);
  await fetch(`${url}/health`);
  const cluster = join(databaseDir(dataDir, local.devnet.id), 'postgres', 'postmaster.pid');
  await access(cluster);
  const before = performance.now();
  expect(await service.stop('SIGTERM')).toEqual({ code: 0, signal: null });
  // Streams last for minutes.
  expect(performance.now() - before).toBeLessThan(30_000);
  expect((await watching).map(({ status }) => status)).toEqual(['waiting']);
  await expect(access(cluster)).rejects.toThrow();
  await expect(access(join(dataDir, 'service.json'))).rejects.toThrow();

  for (const { privateKey } of [
    local.devnet.description.roles.solver,
    local.devnet.description.roles.allocator,
  ])
    expect(service.log()).not.toContain(privateKey.slice(2));
  for (const line of service.log().trim().split('\n'))
    expect(() => {
      JSON.parse(line);
    }).not.toThrow();

  const store = await openStopped(dataDir, local.devnet);
  const [count] = await store.query<{ count: number }>('select count(*)::int as count from quotes');
  const violations = await store.ledger.audit();
  await store.close();
  expect({ quotes: count?.count, violations }).toEqual({ quotes: given, violations: [] });
});
