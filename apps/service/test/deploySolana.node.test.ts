import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositoryProgram, fillerProgram, programBytes } from '@portage/contracts/solana';
import { createDevnet, solanaChain, type Devnet, type SolanaDevnetChain } from '@portage/devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';
import { freshSolanaKey } from './freshSolanaKey.js';
import { solanaDeaths } from './solanaDeaths.js';
import { startLiar, type Liar } from './startLiar.js';

interface Ended {
  readonly code: number;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

interface Deployed {
  readonly slug: string;
  readonly programs: Readonly<Record<string, string>>;
  readonly startHeight: number;
}

interface Row {
  readonly check: string;
  readonly result: string;
  readonly message?: string;
}

const deployer = freshSolanaKey();
const [owner, guardian, allocator] = [0, 1, 2].map(() => freshSolanaKey().address);
/** Transactions that a deployment of both programs takes: each once. */
const wantedTransactions = [depositoryProgram, fillerProgram].reduce(
  (sum, program) => sum + Math.ceil(programBytes(program).length / 900) + 3,
  1,
);

describe('the programs of a new cluster', () => {
  let folder: string;
  let devnet: Devnet;
  let chain: SolanaDevnetChain;
  /** Second endpoint, which changes a byte of a program once it is asked to. */
  let liar: Liar;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portage-deploy-solana-'));
    devnet = await createDevnet({
      chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
      ports: [0],
      controlPort: 0,
      solana: { slotMs: 200 },
    });
    chain = solanaChain(devnet.description);
    await devnet.solana().faucet(deployer.address, { native: 10_000_000_000n });
    liar = await startLiar(chain.rpcUrl);
    const settings = { owner, guardian, allocator, upgradeAuthority: owner, limitUsd: '500000' };
    await writeFile(join(folder, 'deployment-solana.json'), JSON.stringify(settings));
    const configuration = {
      chains: [
        {
          vm: 'svm',
          id: chain.id,
          slug: 'solana',
          devnet: true,
          genesisHash: chain.genesisHash,
          rpcUrls: [chain.rpcUrl, liar.url],
          assets: [
            { id: 'sol', symbol: 'SOL', decimals: 9, address: '11111111111111111111111111111111' },
            { id: 'usdc', symbol: 'USDC', decimals: 6, address: chain.tokens.usdc.address },
          ],
          programs: { depository: '<address of the depository>', filler: '<address>' },
        },
      ],
      prices: { source: 'fixed', usd: { sol: '150', usdc: '1' } },
    };
    await writeFile(join(folder, 'portage.json'), JSON.stringify(configuration));
  });

  afterAll(async () => {
    await liar.close();
    await devnet.close();
    await rm(folder, { recursive: true, force: true });
  });

  function run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const { PATH, HOME } = process.env;
    const key = { PORTAGE_SVM_DEPLOYER_KEY: deployer.secret };
    const options = { cwd: folder, env: { PATH, HOME, ...key, ...env } };
    const shared = ['--config', 'portage.json', '--data', join(folder, 'data')];
    const command = [...commandOf('apps/service'), ...args, ...shared];
    return new Promise((resolve) => {
      execFile(process.execPath, command, options, (error, output, errors) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, output, errors, signal: error?.signal ?? null });
      });
    });
  }

  /** Transactions that the deployer signed, without those that gave it money. */
  async function sent(): Promise<number> {
    const body = { jsonrpc: '2.0', id: 1, method: 'getSignaturesForAddress' };
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, params: [deployer.address, { commitment: 'confirmed' }] }),
    });
    const { result } = (await response.json()) as { readonly result: readonly unknown[] };
    return result.length - 1;
  }

  async function verify(): Promise<readonly Row[]> {
    const { output } = await run(['verify', 'solana', '--json']);
    return JSON.parse(output) as readonly Row[];
  }

  const failed = (rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ result }) => result === 'failed');

  test('a plan shows limits and costs, and sends nothing', async () => {
    const ended = await run(['deploy', 'solana', '--plan']);
    expect(ended.errors).toBe('');
    expect(ended.output).toContain('500000 USDC (500000000000) = 500000 USD at 1');
    expect(ended.output).toContain('sol: at first 75000 USD may leave');
    expect(ended.code).toBe(0);
    expect(await sent()).toBe(0);
  });

  test('a process that dies at every point deploys each program once', async () => {
    for (const point of solanaDeaths) {
      const died = await run(['deploy', 'solana', '--yes', '--json'], { PORTAGE_FAILPOINT: point });
      expect(died, point).toMatchObject({ errors: '', signal: 'SIGKILL' });
    }
    const ended = await run(['deploy', 'solana', '--yes', '--json', '--fill']);
    expect(ended.errors).toBe('');
    const [deployed] = JSON.parse(ended.output) as readonly Deployed[];
    expect(deployed?.startHeight).toBeGreaterThan(0);
    expect(await sent()).toBe(wantedTransactions);
    const filled = JSON.parse(await readFile(join(folder, 'portage.json'), 'utf8')) as {
      readonly chains: readonly Deployed[];
    };
    expect(filled.chains[0]).toMatchObject({
      programs: deployed?.programs,
      governance: { owner, guardian, upgradeAuthority: owner },
    });
  });

  test('a second run sends nothing', async () => {
    const ended = await run(['deploy', 'solana', '--yes', '--json']);
    expect(ended).toMatchObject({ errors: '', code: 0 });
    expect(await sent()).toBe(wantedTransactions);
  });

  test('other arguments are refused', async () => {
    const file = join(folder, 'deployment-solana.json');
    const before = await readFile(file, 'utf8');
    await writeFile(file, JSON.stringify({ ...JSON.parse(before), upgradeAuthority: null }));
    const ended = await run(['deploy', 'solana', '--yes', '--json']);
    await writeFile(file, before);
    expect(ended.errors).toContain('upgradeAuthority: is nobody, but the programs of solana');
    expect(ended.code).toBe(1);
  });

  test('verify passes, and finds one changed byte at one endpoint', async () => {
    const rows = await verify();
    expect(failed(rows)).toEqual([]);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'upgradeAuthority filler', message: owner }),
        expect.objectContaining({ check: 'limit usdc', result: 'ok' }),
        expect.objectContaining({ check: 'programs.filler', result: 'ok' }),
      ]),
    );
    liar.damage(rows.find(({ check }) => check === 'code filler')?.message);
    expect(failed(await verify())).toEqual([
      expect.objectContaining({
        check: 'code filler',
        message: expect.stringContaining('byte 1000 of the program is 0x') as string,
      }),
    ]);
  });
});
