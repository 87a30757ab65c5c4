import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPublicClient, createTestClient, http, publicActions, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { commandOf } from '../../../scripts/commandOf.js';
import { orderKeyOf, parseConfiguration } from '../src/index.js';
import { useDevnet } from './useDevnet.js';

/** Output of a command, and its exit code. */
interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

interface Row {
  readonly check: string;
  readonly subject?: string;
  readonly result: string;
  readonly message?: string;
}

/** Settings of a chain with pools of Uniswap. */
interface UniswapSettings {
  readonly slug: string;
  readonly rpcUrls: readonly string[];
  readonly swapSources?: readonly { readonly factory: Hex; readonly pools: readonly string[] }[];
}

function run(args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } };
    const command = [...commandOf('apps/service'), ...args];
    execFile(process.execPath, command, options, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

describe('the commands before a start', () => {
  const local = useDevnet({ accounts: 2 });

  const rowsOf = ({ output }: Ended): readonly Row[] => JSON.parse(output) as readonly Row[];

  /** Transactions that the solver has sent on Base. */
  async function sentBySolver(): Promise<number> {
    const { chains, keys } = parseConfiguration(local.devnet.description.configuration);
    const base = chains.find(({ slug }) => slug === 'base') as unknown as {
      readonly rpcUrls: readonly string[];
    };
    const client = createPublicClient({ transport: http(base.rpcUrls[0]) });
    const { address } = privateKeyToAccount(orderKeyOf(keys));
    return client.getTransactionCount({ address });
  }

  test('check opens every chain, sends nothing and leaves nothing behind', async () => {
    const before = await sentBySolver();
    const args = ['check', '--devnet', local.devnet.file, '--data', join(local.directory, 'data')];
    const ended = await run([...args, '--json'], local.directory);
    const rows = rowsOf(ended);
    expect(rows.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(rows.filter(({ check }) => check === 'chain').map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['base', 'optimism']),
    );
    expect(rows.filter(({ check }) => check === 'endpoint')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'base',
          profile: expect.objectContaining({ callsMax: 100, simulates: true }) as object,
        }),
      ]),
    );
    expect(rows).toContainEqual({ check: 'limit', subject: 'base', result: 'ok' });
    expect(ended.code).toBe(0);
    expect(await sentBySolver()).toBe(before);
    expect(existsSync(join(local.directory, 'data'))).toBe(false);
    const table = await run(args, local.directory);
    expect(table.output).toMatch(/^ok +settings +base$/m);
    expect(table.output).toMatch(
      /^ok +endpoint +base +http.*100 calls at once, logs of \d+ blocks/m,
    );
  });

  test('check names a contract that is none, and ends with 1', async () => {
    const { configuration } = local.devnet.description;
    const { chains } = configuration as unknown as {
      readonly chains: readonly { readonly contracts?: object }[];
    };
    const file = join(local.directory, 'wrong.json');
    const filler = `0x${'ab'.repeat(20)}`;
    const wrong = chains.map((chain, index) =>
      index === 0 ? { ...chain, contracts: { ...chain.contracts, filler } } : chain,
    );
    await writeFile(file, JSON.stringify({ ...configuration, chains: wrong }));
    const ended = await run(['check', '--config', file, '--json'], local.directory);
    expect(rowsOf(ended).filter(({ result }) => result === 'failed')).toEqual([
      expect.objectContaining({
        check: 'chain',
        message: expect.stringContaining(filler) as string,
      }),
    ]);
    expect(ended.code).toBe(1);
  });

  test('check names a pool that its factory does not know, and ends with 1', async () => {
    const { configuration } = local.devnet.description;
    const { chains } = configuration as unknown as { readonly chains: readonly UniswapSettings[] };
    const { rpcUrls, swapSources } = chains.find(({ slug }) => slug === 'base') ?? {};
    const source = swapSources?.[0];
    if (rpcUrls === undefined || source === undefined) throw new Error('Base has no pools.');
    // The same code at another address, which has created no pool.
    const factory = `0x${'fa'.repeat(20)}` as const;
    const client = createTestClient({ mode: 'anvil', transport: http(rpcUrls[0]) }).extend(
      publicActions,
    );
    const bytecode = (await client.getCode({ address: source.factory })) ?? '0x';
    await client.setCode({ address: factory, bytecode });
    const wrong = chains.map((chain) => ({
      ...chain,
      swapSources: chain.slug === 'base' ? [{ ...source, factory }] : chain.swapSources,
    }));
    const file = join(local.directory, 'false-factory.json');
    await writeFile(file, JSON.stringify({ ...configuration, chains: wrong }));
    const ended = await run(['check', '--config', file, '--json'], local.directory);
    expect(rowsOf(ended).filter(({ result }) => result === 'failed')).toEqual([
      expect.objectContaining({
        check: 'chain',
        subject: 'base',
        message: expect.stringMatching(
          new RegExp(`${source.pools[0] ?? ''}.*factory ${factory}, which names`, 'i'),
        ) as string,
      }),
    ]);
    expect(ended.code).toBe(1);
  });

  test('init writes what check then names, and overwrites nothing', async () => {
    const out = join(local.directory, 'portage.json');
    const args = ['init', '--networks', 'base,optimism,solana,bitcoin', '--out', out];
    const first = await run(args, local.directory);
    expect(first.output).toContain('chains.0.rpcUrls.0');
    expect(first.code).toBe(0);
    const again = await run(args, local.directory);
    expect(again.code).toBe(1);
    expect(again.errors).toContain('is there already');
    const checked = await run(['check', '--config', out, '--json'], local.directory);
    expect(checked.code).toBe(1);
    expect(checked.output).toContain('prices.http.url');
  });
});
