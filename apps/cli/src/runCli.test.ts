import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chains } from '../../../packages/client/test/fixtures.js';
import { startSharedService, type ScriptedService } from '../../../packages/client/test/startService.js';
import { runCli } from './runCli.js';

let service: ScriptedService;
beforeAll(async () => {
  service = await startSharedService((heard, answer) => (heard.path === '/chains' ? answer.json(200, { chains }) : answer.json(404, { message: 'no', errorCode: 'UNKNOWN_REQUEST' })));
});
afterAll(async () => {
  await service.close();
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const code = await runCli(args, { env: { PORTAGE_URL: service.url, ...env }, stdin, stdout, stderr, signal: new AbortController().signal });
  const text = (stream: PassThrough): string => (stream.read() as Buffer | null)?.toString() ?? '';
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const transfer = ['--amount', '1', '--from', 'eth@base', '--to', 'eth@optimism'];

describe('runCli', () => {
  it.each([
    [['bogus'], "unknown command 'bogus'"],
    [['quote'], "required option '--from <currency@chain>'"],
    [['status', '0x12'], 'A request id is 0x and 64 hex digits'],
    [['status', `0x${'00'.repeat(32)}`, '--wait', '--timeout', '-1'], 'A time is a number of seconds above 0'],
    [['quote', ...transfer, '--user', '0x1', '--slippage', '10001'], 'Basis points are a whole number'],
    [['swap', ...transfer], 'A key is needed'],
    [['quote', ...transfer], 'Who pays?'],
    [['quote', '--amount', 'x', '--from', 'eth@base', '--to', 'eth@optimism', '--user', '0x1'], 'is not an amount'],
    [['quote', '--amount', '1.1234567', '--from', 'usdc@base', '--to', 'eth@optimism', '--user', '0x1'], 'at most 6 decimals'],
    [['quote', '--amount', '1', '--from', 'doge@base', '--to', 'eth@optimism', '--user', '0x1'], 'There is no currency "doge"'],
    [['quote', ...transfer, '--user', '0x1', '--exact-output', '--expected-output'], 'either --exact-output or --expected-output'],
    [['quote', ...transfer, '--user', '0x1', '--txs', '/nowhere'], 'cannot be read'],
    [['quote', ...transfer, '--user', '0x1', '--txs', 'package.json'], 'no list of calls'],
    [['quote', ...transfer, '--user', '0x1', '--topup', 'much'], 'no amount in USD'],
    [['quote', ...transfer, '--user', '0x1', '--subsidize', '0.0000001'], 'at most 6 decimals'],
    [['quote', ...transfer, '--user', '0x1', '--app-fee', '25'], 'is no app fee'],
    [['quote', ...transfer, '--user', '0x1', '--ttl', '0'], 'no whole number above 0'],
    [['quote', ...transfer, '--user', '0x1', '--set', 'useFallback=true'], 'has no member "useFallback"'],
    [['quote', ...transfer, '--user', '0x1', '--set', 'useFallbacks=maybe'], '"useFallbacks=maybe" does not fit: useFallbacks: '],
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

  it.each([[['--help']], [['swap', '--help']], [['help', 'status']]])('helps with %j', async (args) => {
    const { code, stdout } = await run(args);
    expect(stdout).toContain('Examples:');
    expect(code).toBe(0);
  });

  it('ends with 1 for a request that is not there', async () => {
    const { code, stderr } = await run(['status', `0x${'00'.repeat(32)}`]);
    expect(stderr).toContain('UNKNOWN_REQUEST');
    expect(code).toBe(1);
  });
});
