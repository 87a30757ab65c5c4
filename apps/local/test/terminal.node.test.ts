import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, runBin, type BinRun } from '../../cli/test/runBin.js';
import { startSystem, type System } from '../src/startSystem.js';

let dataDir: string;
let system: System;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-terminal-'));
  system = await startSystem({ dataDir, port: 0, blockTimeSeconds: 0.25, accounts: 5 });
  await writeFile(join(dataDir, 'key.txt'), system.privateKey(1));
});
afterAll(async () => {
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
});

const readme = new URL('../../cli/README.md', import.meta.url);

/** Runs a line of a shell as the README prints it. */
async function run(line: string): Promise<BinRun> {
  const words = line.split(/\s+#/)[0]!.replace(/^PORTAGE_PRIVATE_KEY=\S+ \S+ /, '');
  const args = words
    .replaceAll('.portage/', `${dataDir}/`)
    .replaceAll('key.txt', join(dataDir, 'key.txt'))
    .trim()
    .split(/\s+/)
    .slice(1);
  const own = line.startsWith('PORTAGE_PRIVATE_KEY')
    ? { PORTAGE_PRIVATE_KEY: system.privateKey(1) }
    : {};
  return await runBin(args, { env: { PORTAGE_URL: system.url, ...own } });
}

test('the commands of the README work as they stand there', { timeout: 300_000 }, async () => {
  const blocks = (await readFile(readme, 'utf8'))
    .split('```sh\n')
    .map((part) => part.split('```')[0]!);
  const lines = blocks
    .find((block) => block.includes('portage chains'))!
    .split('\n')
    .filter((line) => /^(?:PORTAGE_PRIVATE_KEY=.* )?portage /.test(line));
  expect(lines.length).toBeGreaterThan(15);
  let requestId = '';
  for (const line of lines) {
    const { code, stdout, stderr } = await run(line.replace('0x…', requestId));
    expect([code, stderr], `${line}\n${stdout}`).toEqual([0, '']);
    if (line.includes(' swap ')) requestId = /^(0x[0-9a-f]{64}) success$/m.exec(stdout)?.[1] ?? '';
  }
});

describe('portage', () => {
  test('says truly that nothing was paid where it stopped before the deposit', async () => {
    const swap = `portage --devnet .portage/devnet.json swap --amount 0.01 --from eth@base --to eth@optimism --account 2 --min-out 0.001 --timeout 0.001`;
    const { code, stderr } = await run(swap);
    expect(code).toBe(1);
    expect(stderr).toContain('EXECUTION_TIMED_OUT');
    expect(stderr).toContain('Nothing was paid');
    expect(stderr).not.toContain('not lost');
    const [error] = jsonLines((await run(`${swap} --json`)).stdout).slice(-1);
    expect(error).toMatchObject({
      event: 'error',
      hint: expect.stringContaining('Nothing was') as string,
    });
    expect(error).not.toHaveProperty('next');
  });

  test('sends within a chain, and pays by a direct transfer', async () => {
    const swap = 'portage --devnet .portage/devnet.json swap --account 3 --json';
    const to = '--recipient 0x00000000000000000000000000000000000e7602';
    for (const route of [
      `--amount 0.01 --from eth@base --to eth@base --min-out 0.01 ${to}`,
      `--amount 20 --from usdc@base --to usdc@optimism --min-out 19 ${to} --set explicitDeposit=false`,
    ]) {
      const { code, stdout } = await run(`${swap} ${route}`);
      expect([code, stdout]).toEqual([0, expect.stringContaining('success')]);
    }
  });

  test('prints objects for machines', async () => {
    const price = 'portage price --amount 1 --from eth@base --to usdc@optimism --json';
    expect(jsonLines((await run(price)).stdout)).toMatchObject([
      { event: 'price', totalFees: { usd: expect.stringMatching(/^\d+\.\d{6}$/) as string } },
    ]);
    const currencies = jsonLines((await run('portage currencies usdc --chain base --json')).stdout);
    expect(currencies).toMatchObject([{ event: 'currency', symbol: 'USDC', chainId: 8453 }]);
    const faucet = `portage --devnet .portage/devnet.json faucet 0x00000000000000000000000000000000000e7601 --chain base --usdc 7 --json`;
    expect(jsonLines((await run(faucet)).stdout)).toMatchObject([{ event: 'faucet', usdc: '7' }]);
    const balance =
      'portage --devnet .portage/devnet.json balance 0x00000000000000000000000000000000000e7601 --chain base --json';
    await expect
      .poll(async () => jsonLines((await run(balance)).stdout), { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ symbol: 'USDC', amount: '7000000' }));
  });

  test.each(['price', 'currencies', 'balance', 'faucet', 'resume'])(
    'explains %s',
    async (command) => {
      const { code, stdout } = await run(`portage ${command} --help`);
      expect(code).toBe(0);
      expect(stdout).toContain('Examples:');
    },
  );
});
