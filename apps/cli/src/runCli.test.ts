import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chains } from '../../../packages/client/test/fixtures.js';
import {
  startSharedService,
  type ScriptedService,
} from '../../../packages/client/test/startService.js';
import { runCli } from './runCli.js';

const amountOf = (symbol: string, chainId: number) => ({
  currency: {
    chainId,
    address: '0x',
    symbol,
    name: symbol,
    decimals: 6,
    metadata: { logoURI: '', verified: true },
  },
  amount: '1500000',
  amountFormatted: '1.5',
  amountUsd: '1.500000',
  minimumAmount: '1500000',
});
const entryOf = (number: number) => ({
  id: `0x${String(number).padStart(64, '0')}`,
  status: 'success',
  user: '0x01',
  recipient: '0x02',
  referrer: '=a,b',
  createdAt: '2026-11-21T07:00:00.000Z',
  updatedAt: '2026-11-21T07:00:02.000Z',
  depositAddress: null,
  data: {
    failReason: 'N/A',
    refundFailReason: 'N/A',
    inTxs: [{ hash: '0xin', chainId: 8453, type: 'onchain' }],
    outTxs: [],
    metadata: {
      sender: '0x01',
      recipient: '0x02',
      currencyIn: amountOf('USDC', 8453),
      currencyOut: amountOf('USDC', 10),
      rate: '1',
      route: { origin: side('USDC', 8453), destination: side('USDC', 10) },
    },
  },
});
function side(symbol: string, chainId: number): object {
  return {
    inputCurrency: amountOf(symbol, chainId),
    outputCurrency: amountOf(symbol, chainId),
    router: '',
  };
}

const balanceOf = (symbol: string, chainId: number, figures: object) => ({
  hubTokenId: `${String(chainId)}:0x`,
  currency: amountOf(symbol, chainId).currency,
  ...figures,
});
const balances = [
  balanceOf('ETH', 8453, { amount: '1', amountFormatted: '0.1', amountUsd: '250.000000' }),
  balanceOf('USDC', 10, { amount: '2', amountFormatted: '2', amountUsd: '1.999999' }),
];
const statusOfSuccess = {
  requestId: `0x${'11'.repeat(32)}`,
  status: 'success',
  amountOut: '1500000',
  inTxHashes: ['0xin'],
  txHashes: ['0xout'],
  updatedAt: 1,
  quoteCreatedAt: 1,
  originChainId: 8453,
  destinationChainId: 10,
  failReason: 'N/A',
  refundFailReason: 'N/A',
};

let service: ScriptedService;
const asked: string[] = [];
beforeAll(async () => {
  service = await startSharedService((heard, answer) => {
    if (heard.path === '/chains') {
      answer.json(200, { chains });
      return;
    }
    if (heard.path === '/withdrawals/balances') {
      answer.json(200, { balances });
      return;
    }
    if (heard.path === '/intents/status/v3' && heard.query.get('requestId')?.startsWith('0x11')) {
      answer.json(200, statusOfSuccess);
      return;
    }
    if (!heard.path.startsWith('/requests')) {
      answer.json(404, { message: 'no', errorCode: 'UNKNOWN_REQUEST' });
      return;
    }
    asked.push(heard.query.toString());
    const [limit, first] = [
      Number(heard.query.get('limit')),
      Number(heard.query.get('continuation') ?? 0),
    ];
    const requests = Array.from({ length: Math.min(limit, 60 - first) }, (_, index) =>
      entryOf(first + index),
    );
    answer.json(200, {
      requests,
      ...(first + limit < 60 ? { continuation: String(first + limit) } : {}),
    });
  });
});
afterAll(async () => {
  await service.close();
});

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdin, stdout, stderr] = [
    new PassThrough(),
    new PassThrough({ highWaterMark: 2 ** 20 }),
    new PassThrough(),
  ];
  const code = await runCli(args, {
    env: { PORTAGE_URL: service.url, ...env },
    stdin,
    stdout,
    stderr,
    signal: new AbortController().signal,
  });
  // One reading gives all that is there, or from Node 26 on a part of it.
  const text = (stream: PassThrough): string => {
    const part = stream.read() as Buffer | null;
    return part === null ? '' : part.toString() + text(stream);
  };
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const transfer = ['--amount', '1', '--from', 'eth@base', '--to', 'eth@optimism'];

describe('runCli', () => {
  it.each([
    [['bogus'], "unknown command 'bogus'"],
    [['requests', '--limit', '0'], 'Give a whole number above 0'],
    [['requests', '--status', 'done'], 'Allowed choices are'],
    [['quote'], "required option '--from <currency@chain>'"],
    [['status', '0x12'], 'A request id is 0x and 64 hex digits'],
    [
      ['status', `0x${'00'.repeat(32)}`, '--wait', '--timeout', '-1'],
      'A time is a number of seconds above 0',
    ],
    [
      ['quote', ...transfer, '--user', '0x1', '--slippage', '10001'],
      'Basis points are a whole number',
    ],
    [['swap', ...transfer], 'A key is needed'],
    [['quote', ...transfer], 'Who pays?'],
    [
      ['quote', '--amount', 'x', '--from', 'eth@base', '--to', 'eth@optimism', '--user', '0x1'],
      'is not an amount',
    ],
    [
      [
        'quote',
        '--amount',
        '1.1234567',
        '--from',
        'usdc@base',
        '--to',
        'eth@optimism',
        '--user',
        '0x1',
      ],
      'at most 6 decimals',
    ],
    [
      ['quote', '--amount', '1', '--from', 'doge@base', '--to', 'eth@optimism', '--user', '0x1'],
      'There is no currency "doge"',
    ],
    [
      ['quote', ...transfer, '--user', '0x1', '--exact-output', '--expected-output'],
      'either --exact-output or --expected-output',
    ],
    [['quote', ...transfer, '--user', '0x1', '--txs', '/nowhere'], 'cannot be read'],
    [['quote', ...transfer, '--user', '0x1', '--txs', 'package.json'], 'no list of calls'],
    [['quote', ...transfer, '--user', '0x1', '--topup', 'much'], 'no amount in USD'],
    [['quote', ...transfer, '--user', '0x1', '--subsidize', '0.0000001'], 'at most 6 decimals'],
    [['quote', ...transfer, '--user', '0x1', '--app-fee', '25'], 'is no app fee'],
    [['quote', ...transfer, '--user', '0x1', '--ttl', '0'], 'no whole number above 0'],
    [
      ['quote', ...transfer, '--user', '0x1', '--set', 'useFallback=true'],
      'has no member "useFallback"',
    ],
    [
      ['quote', ...transfer, '--user', '0x1', '--set', 'useFallbacks=maybe'],
      '"useFallbacks=maybe" does not fit: useFallbacks: ',
    ],
    [['quote', ...transfer, '--user', '0x1', '--set', '__proto__=1'], 'has no member'],
    [['quote', ...transfer, '--account', '0'], '--account needs --devnet'],
    [['quote', ...transfer, '--devnet', '/nowhere'], 'is no devnet.json'],
    [['quote', ...transfer, '--key-file', '/nowhere'], 'cannot be read'],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it.each([
    [
      ['quote', '--amont', '1', '--from', 'eth@base', '--to', 'eth@optimism'],
      '--amont',
      '--amount',
    ],
    [['withdraw', '--amount', '1', '--form', 'eth@base'], '--form', '--from'],
    [['faucet', '0x1', '--chian', 'base'], '--chian', '--chain'],
    [['halts', 'clear', '10', '--reasn', 'mended'], '--reasn', '--reason'],
  ])('names the misspelt option rather than the missing one: %j', async (args, wrong, meant) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`error: unknown option '${wrong}'\n(Did you mean ${meant}?)\n`);
    const json = await run([...args, '--json']);
    expect([json.stderr, JSON.parse(json.stdout)]).toEqual([
      '',
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringContaining(`Did you mean ${meant}`) as string,
      }),
    ]);
  });

  it('groups its commands in the help', async () => {
    const { stdout } = await run(['--help']);
    const titles = ['Transfers:', 'Look up:', 'Money back:', 'Apps:', 'Operators of a service:'];
    const places = titles.map((title) => stdout.indexOf(`\n${title}\n`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(stdout.slice(places[0], places[1])).toContain('  swap ');
    expect(stdout.slice(places[4])).toContain('  halts ');
  });

  it('tells machines of wrong use, too', async () => {
    const { code, stdout, stderr } = await run(['quote', ...transfer, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'error', code: 'USAGE' });
    expect(stderr).toBe('');
    expect(code).toBe(2);
  });

  it('does not repeat a key that it cannot read', async () => {
    const { code, stderr } = await run(['swap', ...transfer], { PORTAGE_PRIVATE_KEY: '0xsecret' });
    expect(stderr).toContain('not 32 bytes of hex');
    expect(stderr).not.toContain('secret');
    expect(code).toBe(2);
  });

  it.each([[['--help']], [['swap', '--help']], [['help', 'status']]])(
    'helps with %j',
    async (args) => {
      const { code, stdout } = await run(args);
      expect(stdout).toContain('Examples:');
      expect(code).toBe(0);
    },
  );

  it('tells its version', async () => {
    expect(await run(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });

  it('lists requests page after page, as lines, CSV and JSON', async () => {
    const csv = await run([
      'requests',
      '--csv',
      '--status',
      'success',
      '--from',
      '2026-11-21',
      '-n',
      '55',
    ]);
    const [header, first, ...others] = csv.stdout.trimEnd().split('\n');
    expect(csv.stderr).toBe('');
    expect(header).toContain('id,status,createdAt');
    expect(first).toContain(
      `2026-11-21T07:00:02.000Z,0x01,0x02,8453,1.5,USDC,1.500000,10,1.5,USDC,1.500000,0xin,,N/A,"'=a,b"`,
    );
    expect(others).toHaveLength(54);
    expect(asked.splice(0)).toEqual([
      'limit=50&status=success&startTimestamp=1795219200',
      'limit=5&continuation=50&status=success&startTimestamp=1795219200',
    ]);
    expect((await run(['requests', '-n', '1'])).stdout).toBe(
      `2026-11-21T07:00:00Z  success     0x${'0'.repeat(64)}  1.5 USDC on base → 1.5 USDC on optimism\n`,
    );
    const json = (await run(['requests', '--json', '-n', '99'])).stdout.trimEnd().split('\n');
    expect(json.map((line) => JSON.parse(line) as object)).toHaveLength(60);
  });

  it('takes slugs where chains are named, and says which chains there are', async () => {
    asked.length = 0;
    expect(
      (await run(['requests', '-n', '1', '--origin', 'base', '--destination', '10'])).code,
    ).toBe(0);
    expect(asked.splice(0)).toEqual(['limit=1&originChainId=8453&destinationChainId=10']);
    const unknown = await run(['requests', '--csv', '--chain', 'bse']);
    expect(unknown).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no chain "bse". Chains: base, optimism') as string,
    });
  });

  it('shows what arrived in whole units with its symbol', async () => {
    const { code, stdout } = await run(['status', `0x${'11'.repeat(32)}`]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('  got  1.5 USDC\n')]);
  });

  it('lists what can be withdrawn on every chain, or on one', async () => {
    const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    expect(await run(['withdrawable', owner])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: '0.1 ETH on base ($250.00)\n2 USDC on optimism ($2.00)\n',
    });
    expect((await run(['withdrawable', owner, '--chain', 'optimism'])).stdout).toBe(
      '2 USDC on optimism ($2.00)\n',
    );
    expect(await run(['withdrawable', 'nobody'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no address on a chain') as string,
    });
  });

  it('ends with 1 for a request that is not there', async () => {
    const { code, stderr } = await run(['status', `0x${'00'.repeat(32)}`]);
    expect(stderr).toContain('UNKNOWN_REQUEST');
    expect(code).toBe(1);
  });
});
