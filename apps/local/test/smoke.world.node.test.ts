import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solanaChain } from '@portage/devnet';
import { createPortage } from '@portage/sdk';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines, type BinRun } from '../../cli/test/runBin.js';
import { runInProcess } from '../../cli/test/runInProcess.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

let system: TestSystem;
let folder: string;

beforeAll(async () => {
  system = await useSystem();
  folder = await mkdtemp(join(tmpdir(), 'portage-smoke-'));
  const { accounts } = solanaChain(system.devnet.description);
  const keys = { evm: system.privateKey(0), svm: accounts[0]!.secretKey };
  await writeFile(join(folder, 'keys.json'), JSON.stringify(keys));
});
afterAll(async () => {
  await system.close();
  await rm(folder, { recursive: true, force: true });
});

function smoke(pairs: string, trial: string): Promise<BinRun> {
  return runInProcess([
    'smoke',
    '--json',
    '--url',
    system.url,
    '--devnet',
    system.devnet.file,
    '--pairs',
    pairs,
    '--usd',
    '2',
    '--keys',
    join(folder, 'keys.json'),
    '--trial',
    join(folder, trial),
  ]);
}

test('small money goes along pairs and back, and a second run pays nothing again', async () => {
  const both = 'base:optimism,base:solana';
  const first = await smoke(both, 'smoke.jsonl');
  expect(first.stderr).toBe('');
  const lines = jsonLines(first.stdout);
  expect(lines.map(({ transfer, status }) => [transfer, status])).toEqual([
    ['usdc@base>usdc@optimism', 'success'],
    ['usdc@optimism>usdc@base', 'success'],
    ['usdc@base>usdc@solana', 'success'],
    ['usdc@solana>usdc@base', 'success'],
    [undefined, undefined],
  ]);
  expect(lines.at(-1)).toMatchObject({ transfers: 4, failures: 0 });
  expect(first.code).toBe(0);
  const file = join(folder, 'smoke.jsonl');
  const written = await readFile(file, 'utf8');
  // As after a crash within the last transfer: its end is not written, but for half a line.
  const cut = written.slice(0, written.trimEnd().lastIndexOf('\n') + 1);
  await writeFile(file, `${cut}{"transfer":"usdc@sol`);
  const second = await smoke(both, 'smoke.jsonl');
  expect(second.code).toBe(0);
  const ids = (run: BinRun): readonly unknown[] =>
    jsonLines(run.stdout).map(({ requestId }) => requestId);
  expect(ids(second)).toEqual(ids(first));
});

test('a quote that was never paid is asked for anew', async () => {
  const portage = createPortage({ baseUrl: system.url });
  const quote = await portage.getQuote({
    user: privateKeyToAccount(system.privateKey(0)).address,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: '2000000',
    ttl: 1,
  });
  const begun = { transfer: 'usdc@base>usdc@optimism', requestId: quote.requestId, costUsd: '0.1' };
  await writeFile(join(folder, 'unpaid.jsonl'), `${JSON.stringify(begun)}\n`);
  const run = await smoke('base:optimism', 'unpaid.jsonl');
  const [line] = jsonLines(run.stdout);
  expect(line).toMatchObject({ transfer: begun.transfer, status: 'success' });
  expect(line?.['requestId']).not.toBe(quote.requestId);
});
