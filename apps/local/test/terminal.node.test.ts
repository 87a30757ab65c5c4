import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, testMsMax } from '@portage/testing';
import { exchangeChain } from '@portage/devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines, runBin, type BinRun } from '../../cli/test/runBin.js';
import { runInProcess } from '../../cli/test/runInProcess.js';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { depositUnmatched } from '../src/demonstrations/unmatchedDeposit.js';
import { startSystem, type System } from '../src/startSystem.js';
import { auditOnClose } from './auditOnClose.js';

let dataDir: string;
let system: System;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-terminal-'));
  system = auditOnClose(
    await startSystem({ dataDir, port: 0, blockTimeSeconds: 0.25, accounts: 5 }),
  );
  await writeFile(join(dataDir, 'key.txt'), system.privateKey(1));
});
afterAll(async () => {
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
});

const readme = new URL('../../cli/README.md', import.meta.url);

/** Arguments of a line of a shell as the README prints it. */
function argsOf(line: string): readonly string[] {
  const words = line.split(/\s+#/)[0]!.replace(/^PORTAGE_PRIVATE_KEY=\S+ \S+ /, '');
  return words
    .replaceAll('.portage/', `${dataDir}/`)
    .replaceAll('key.txt', join(dataDir, 'key.txt'))
    .trim()
    .split(/\s+/)
    .slice(1);
}

/** Runs a line in this process. */
const runHere = (line: string): Promise<BinRun> =>
  runInProcess(argsOf(line), { PORTAGE_URL: system.url });

/**
 * Runs a line in this process, again while the money is not there: what is paid in, or earned, can
 * be taken out once its chain calls it final.
 */
const runOnceFinal = (line: string): Promise<BinRun> =>
  eventually(
    () => runHere(line),
    ({ stdout, stderr }) => !`${stdout}${stderr}`.includes('INSUFFICIENT_FUNDS'),
    { what: `the money of ${line}`, everyMs: 500 },
  );

/** Runs a line as a process. */
async function run(line: string, env: Readonly<Record<string, string>> = {}): Promise<BinRun> {
  const own = line.startsWith('PORTAGE_PRIVATE_KEY')
    ? { PORTAGE_PRIVATE_KEY: system.privateKey(1) }
    : {};
  return await runBin(argsOf(line), { env: { PORTAGE_URL: system.url, ...own, ...env } });
}

test('the commands of the README work as they stand there', async () => {
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
      .poll(async () => jsonLines((await run(balance)).stdout))
      .toContainEqual(expect.objectContaining({ symbol: 'USDC', amount: '7000000' }));
  });

  test('Q12: looks accounts of the exchange up, and assumes none', async () => {
    const [first] = exchangeChain(system.devnet.description).accounts;
    const owner = first?.owner.address ?? '';
    const found = await run(`portage accounts ${owner} --json`);
    const account = String(first?.accountIndex);
    expect(jsonLines(found.stdout)).toEqual([
      { event: 'account', owner, chainId: 3586256, account },
    ]);
    const second = String(await system.devnet.exchange().openAccount(owner));
    const both = await run(`portage accounts ${owner} --chain lighter`);
    expect(both.stdout.match(/\d+$/gm)).toEqual([account, second]);
    for (const [line, code, reason] of [
      ['accounts 0x00000000000000000000000000000000000e7602', 1, 'has no account on Lighter'],
      ['accounts 7', 2, 'is no address of an EVM wallet'],
      [`accounts ${owner} --chain base`, 2, 'An account is the wallet itself'],
      ['balance 99999999 --chain lighter', 1, 'There is no account 99999999'],
    ] as const) {
      const { stderr, ...ended } = await run(`portage ${line}`);
      expect([line, ended.code, stderr]).toEqual([line, code, expect.stringContaining(reason)]);
    }
  });

  test('withdraws from the exchange with a key from a file or from the environment, and never shows a text that is none', async () => {
    const chain = exchangeChain(system.devnet.description);
    const { accountIndex, apiKeyIndex, privateKey, owner } = chain.accounts[1]!;
    const key = [accountIndex, apiKeyIndex, privateKey, owner.privateKey].join(':');
    const file = join(dataDir, 'exchange.txt');
    await writeFile(file, key);
    const swap = `portage --devnet .portage/devnet.json swap --amount 40 --from usdc@lighter --to usdc@optimism --min-out 30 --recipient 0x00000000000000000000000000000000000e7603 --key-file ${file}`;
    const { code, stdout } = await run(swap);
    expect([code, stdout]).toEqual([0, expect.stringContaining('success')]);
    const named = swap.replace(` --key-file ${file}`, '');
    const again = await run(named, { PORTAGE_PRIVATE_KEY: key });
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('success')]);
    const odd = await run(named, { PORTAGE_PRIVATE_KEY: 'secret' });
    expect([odd.code, odd.stdout + odd.stderr]).toEqual([2, expect.not.stringContaining('secret')]);
    for (const wrong of [key.slice(0, -2), `9${key}0`, key.replace(/:/g, ';'), 'secret']) {
      await writeFile(file, wrong);
      const refused = await run(swap);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining('The key is not account:api-key-index:api-key:owner-key'),
      ]);
      expect(refused.stdout + refused.stderr).not.toContain(wrong);
    }
  });

  test('U8: claims what an app earned, by a key that is no argument, and lists it (portage app-fees)', async () => {
    const devnet = 'portage --devnet .portage/devnet.json';
    const wallet = system.devnet.description.accounts[4]!.address;
    const balance = async () =>
      jsonLines((await runHere(`portage app-fees ${wallet} --json`)).stdout);
    const swap = `${devnet} swap --amount 40 --from usdc@base --to usdc@optimism --min-out 30 --account 3 --app-fee ${wallet}=500`;
    expect(await runHere(swap)).toMatchObject({ code: 0 });
    // The fee is earned once the payment is booked.
    await expect
      .poll(balance, { interval: 500 })
      .toMatchObject([{ balances: [{ amount: '2000000' }] }]);
    expect(await runHere(`portage app-fees claims ${wallet}`)).toMatchObject({
      code: 0,
      stdout: 'This wallet has claimed nothing.\n',
    });
    const keyless = await runHere('portage app-fees claim --from usdc@base');
    expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('A key is needed')]);
    const elsewhere = await runHere(`${devnet} app-fees claim --from sol@solana --account 4`);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      2,
      expect.stringContaining('Who is paid?'),
    ]);
    const recipient = '0x00000000000000000000000000000000000e7604';
    const claim = `${devnet} app-fees claim --from usdc@base --account 4 --to ${recipient}`;
    const tooMuch = await runHere(`${claim} --amount 2.000001`);
    expect([tooMuch.code, tooMuch.stderr]).toEqual([
      1,
      expect.stringContaining('INSUFFICIENT_FUNDS'),
    ]);
    const part = await runOnceFinal(`${claim} --amount 1.5 --json`);
    const events = jsonLines(part.stdout);
    expect([part.code, events.at(-1)]).toMatchObject([0, { event: 'claim' }]);
    expect(events.slice(0, 3).map(({ progress }) => progress)).toMatchObject([
      { stage: 'prepared', amount: '1500000' },
      { stage: 'signed' },
      { stage: 'started' },
    ]);
    const [paid] = events.slice(-1);
    expect(paid).toMatchObject({ event: 'claim', status: 'success', amountOut: '1500000' });
    const rest = await runHere(claim);
    expect([rest.code, rest.stdout]).toEqual([
      0,
      expect.stringContaining(`0.5 USDC paid to ${recipient} by 0x`),
    ]);
    expect(
      jsonLines((await runHere(`portage app-fees claims ${wallet} --json`)).stdout),
    ).toMatchObject([
      { event: 'app-fee-claim', status: 'success', amount: '500000' },
      { event: 'app-fee-claim', claimId: paid!['claimId'], amount: '1500000', recipient },
    ]);
    const { stdout: listed } = await runHere(`portage app-fees claims ${wallet}`);
    expect(listed).toMatch(/ success {2}1\.5 USDC on Base to 0x0+e7604 {2}0x[0-9a-f]{64}\n$/i);
    expect(await balance()).toMatchObject([{ balances: [] }]);
    const held = await runHere(`${devnet} balance ${recipient} --chain base --json`);
    expect(jsonLines(held.stdout)).toContainEqual(
      expect.objectContaining({ symbol: 'USDC', amount: '2000000' }),
    );
  });

  test('takes out what no order takes, and lists what can be taken (portage withdraw, portage withdrawable)', async () => {
    const devnet = 'portage --devnet .portage/devnet.json';
    const context = createContext(system, 2, { signal: AbortSignal.timeout(testMsMax) });
    const owner = system.devnet.description.accounts[2]!.address;
    const list = `portage withdrawable ${owner} --chain base`;
    expect((await runHere(list)).stdout).toBe('There is nothing to withdraw.\n');
    await depositUnmatched(context, findPlace(context.devnet, 'eth@base'), 10n ** 17n);
    await expect
      .poll(async () => (await runHere(list)).stdout, { interval: 1_000 })
      .toBe('0.1 ETH on base ($250.00)\n');
    expect(jsonLines((await runHere(`${list} --json`)).stdout)).toMatchObject([
      { event: 'withdrawable', amount: '100000000000000000', currency: { symbol: 'ETH' } },
    ]);
    const recipient = '0x00000000000000000000000000000000000e7605';
    const withdraw = `${devnet} withdraw --from eth@base --account 2 --to ${recipient}`;
    const keyless = await runHere('portage withdraw --amount 0.1 --from eth@base');
    expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('A key is needed')]);
    const tooMuch = await runHere(`${withdraw} --amount 0.2`);
    expect([tooMuch.code, tooMuch.stderr]).toEqual([
      1,
      expect.stringContaining('INSUFFICIENT_FUNDS'),
    ]);
    const part = await runOnceFinal(`${withdraw} --amount 0.04 --json`);
    expect([part.code, jsonLines(part.stdout).slice(-1)]).toMatchObject([
      0,
      [{ event: 'withdrawal', status: 'executed', txHash: expect.stringMatching(/^0x/) as string }],
    ]);
    const rest = await runHere(`${withdraw} --amount 0.06`);
    expect([rest.code, rest.stdout], rest.stderr).toEqual([
      0,
      expect.stringMatching(/^Paid by 0x[0-9a-f]{64}\.$/m),
    ]);
    expect((await runHere(list)).stdout).toBe('There is nothing to withdraw.\n');
  });

  test.each([
    'price',
    'currencies',
    'accounts',
    'balance',
    'faucet',
    'resume',
    'withdraw',
    'app-fees',
    'app-fees claim',
  ])('explains %s', async (command) => {
    const { code, stdout } = await runHere(`portage ${command} --help`);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
  });
});
