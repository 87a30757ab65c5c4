import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtimeCodes } from '@portage/contracts/verification';
import { createPublicClient, http, numberToHex, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnvil, type Anvil } from '../../../packages/service/evm-chain/test/startAnvil.js';
import { commandOf } from '../../../scripts/commandOf.js';

interface Ended {
  readonly code: number;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

interface Deployed {
  readonly slug: string;
  readonly contracts: Readonly<Record<string, Hex>>;
  readonly startHeight?: number;
}

interface Row {
  readonly check: string;
  readonly subject: string;
  readonly result: string;
  readonly message?: string;
}

const networks = [
  { slug: 'ethereum', chainId: 1, isBare: true },
  { slug: 'base', chainId: 8_453, isBare: false },
  { slug: 'optimism', chainId: 10, isBare: true },
];
/** Points of the first chain, in their order; the process dies at each in turn. */
const deaths = [
  'deploy-stored-factory-funds',
  'deploy-funded',
  'deploy-stored-Depository',
  'deploy-sent-Filler',
];
const pricesUsd = { eth: '2500', weth: '2500', wbtc: '2500', cbbtc: '2500', usdt: '2500' };
const key = generatePrivateKey();
const deployer = privateKeyToAccount(key).address;
const [owner, guardian, allocator] = [0, 1, 2].map(
  () => privateKeyToAccount(generatePrivateKey()).address,
);

describe('the contracts of three new networks', () => {
  let folder: string;
  let anvils: readonly Anvil[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portage-deploy-'));
    anvils = await Promise.all(
      networks.map(({ chainId, isBare }) => startAnvil({ chainId, isBare, blockTime: 1 })),
    );
    for (const anvil of anvils)
      await anvil.rpc('anvil_setBalance', [deployer, numberToHex(10n ** 19n)]);
    const settings = { owner, guardian, allocator, limitUsd: '500000' };
    await writeFile(join(folder, 'deployment.json'), JSON.stringify(settings));
  });

  afterAll(async () => {
    await Promise.all(anvils.map((anvil) => anvil.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  function run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const { PATH, HOME } = process.env;
    const options = { cwd: folder, env: { PATH, HOME, PORTAGE_DEPLOYER_KEY: key, ...env } };
    const shared = ['--config', 'portage.json', '--data', join(folder, 'data')];
    const command = [...commandOf('apps/service'), ...args, ...shared];
    return new Promise((resolve) => {
      execFile(process.execPath, command, options, (error, output, errors) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, output, errors, signal: error?.signal ?? null });
      });
    });
  }

  const sent = (): Promise<readonly number[]> =>
    Promise.all(
      anvils.map(({ rpcUrl }) =>
        createPublicClient({ transport: http(rpcUrl) }).getTransactionCount({ address: deployer }),
      ),
    );

  async function verify(): Promise<readonly Row[]> {
    const { output } = await run(['verify', 'evm', '--json', '--write-input', 'input']);
    return JSON.parse(output) as readonly Row[];
  }

  const failed = (rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ result }) => result === 'failed');

  test('init writes a whole configuration from values that are given', async () => {
    const endpoints = networks.map(({ slug }, index) => [slug, [anvils[index]!.rpcUrl]]);
    await writeFile(join(folder, 'endpoints.json'), JSON.stringify(Object.fromEntries(endpoints)));
    const usd = { ...pricesUsd, usdc: '1' };
    await writeFile(join(folder, 'values.json'), JSON.stringify(valuesOf(usd)));
    const names = networks.map(({ slug }) => slug).join();
    const given = ['--networks', names, '--endpoints', 'endpoints.json'];
    const ended = await run(['init', ...given, '--values', 'values.json']);
    expect(ended.errors).toBe('');
    // Addresses of contracts come from the deployment alone.
    const open = networks.flatMap((_, index) =>
      ['depository', 'filler'].map((name) => `  chains.${String(index)}.contracts.${name}`),
    );
    expect(ended.output.split('\n').filter((line) => line.startsWith('  '))).toEqual(open);
  });

  test('a plan shows limits in units, and sends nothing', async () => {
    const ended = await run(['deploy', 'evm', '--plan']);
    expect(ended.errors).toBe('');
    expect(ended.output).toContain('500000 USDC (500000000000) = 500000 USD at 1');
    expect(ended.output).toContain('200 ETH (200000000000000000000)');
    expect(ended.code).toBe(0);
    expect(await sent()).toEqual([0, 0, 0]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('a process that dies at every point creates each contract once', async () => {
    for (const point of deaths) {
      const died = await run(['deploy', 'evm', '--yes', '--json'], { PORTAGE_FAILPOINT: point });
      expect(died, point).toMatchObject({ errors: '', signal: 'SIGKILL' });
    }
    const ended = await run(['deploy', 'evm', '--yes', '--json', '--fill']);
    expect(ended.errors).toBe('');
    const deployed = JSON.parse(ended.output) as readonly Deployed[];
    expect(deployed.map(({ slug }) => slug)).toEqual(networks.map(({ slug }) => slug));
    expect(new Set(deployed.map(({ contracts }) => JSON.stringify(contracts))).size).toBe(1);
    // Those to the sender of the factory's transaction, and four contracts.
    expect(await sent()).toEqual([5, 4, 5]);
    expect(deployed.every(({ startHeight = 0 }) => startHeight > 0)).toBe(true);
    const filled = JSON.parse(readFileSync(join(folder, 'portage.json'), 'utf8')) as {
      readonly chains: readonly Deployed[];
    };
    expect(filled.chains[0]?.contracts).toEqual(deployed[0]?.contracts);
  });

  test('a second run sends nothing', async () => {
    const before = await sent();
    const ended = await run(['deploy', 'evm', '--yes', '--json']);
    expect(ended.code).toBe(0);
    expect(await sent()).toEqual(before);
  });

  test('verify passes, and finds one changed byte and one wrong immutable', async () => {
    const rows = await verify();
    expect(failed(rows)).toEqual([]);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'owner', subject: 'base', result: 'ok', message: owner }),
        expect.objectContaining({ check: 'limit usdc', subject: 'base', result: 'ok' }),
      ]),
    );
    expect(existsSync(join(folder, 'input', 'standard-input.json'))).toBe(true);
    const { message: address = '' } = rows.find(({ check }) => check === 'code Depository')!;
    const read = (anvil: Anvil): Promise<Hex> =>
      anvil.rpc('eth_getCode', [address, 'latest']) as Promise<Hex>;
    const [first, second] = [anvils[0]!, anvils[1]!];
    await first.rpc('anvil_setCode', [address, withByte(await read(first), 0)]);
    const { start } = runtimeCodes['Depository']!.immutables.find(
      ({ name }) => name === 'RECLAIM_DELAY',
    )!.places[0]!;
    await second.rpc('anvil_setCode', [address, withByte(await read(second), start + 31)]);
    expect(failed(await verify())).toEqual([
      expect.objectContaining({
        check: 'code Depository',
        subject: 'ethereum',
        message: expect.stringContaining('byte 0 of the code is') as string,
      }),
      expect.objectContaining({
        check: 'code Depository',
        subject: 'base',
        message: expect.stringContaining('the immutable RECLAIM_DELAY is') as string,
      }),
    ]);
  });
});

/** Values that only the operator knows: prices, and limits in millionths of a USD. */
function valuesOf(usd: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const limits = ['hour', 'day', 'recipient'];
  return {
    prices: { source: 'fixed', usd },
    ...Object.fromEntries(limits.map((name) => [`policy.outflows.${name}MicroUsdMax`, '1000000'])),
  };
}

/** Code with one byte turned over. */
function withByte(code: Hex, at: number): Hex {
  const bytes = Buffer.from(code.slice(2), 'hex');
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return `0x${bytes.toString('hex')}`;
}
