import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { QuoteBody } from '@portage/core';
import { createDevnet, devnetPrices, evmChain, type Devnet } from '@portage/devnet';
import { evmCodec } from '@portage/evm/codec';
import { openKey, startNode, type TallyNode } from '@portage/plugin-example/node';
import { createTallyExecutor, native } from '@portage/plugin-example/wallet';
import { createPortage } from '@portage/sdk';
import { parseConfiguration } from '@portage/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked } from '../../../scripts/installPacked.js';
import { publishedPackages, workspacePackages } from '../../../scripts/workspacePackages.js';
import { startProcess, type ServiceProcess } from '../../service/test/startProcess.js';
import { getQuote, sendSteps, tokensOf } from '../../service/test/transfer.js';

const root = join(import.meta.dirname, '../../..');
const plugin = '@portage/plugin-example';

const chainId = 3586257;
const usdc = `tly${'c0'.repeat(32)}`;
const seed = '51'.repeat(32);
const payer = openKey('0a'.repeat(32));
const fresh = '0x00000000000000000000000000000000000a11ce';

/** A folder outside the workspace, with everything packed and installed. */
let project: string;
let devnet: Devnet;
let node: TallyNode;

beforeAll(async () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'portage-plugin-')));
  if (process.env['PORTAGE_TEST_BUILT'] !== '1') build();
  // An operator installs the service with the packages that it needs, and the plugin.
  const example = workspacePackages(root).filter(({ manifest }) => manifest.name === plugin);
  installPacked([...publishedPackages(root), ...example], project);
  devnet = await createDevnet({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }],
    ports: [0],
    controlPort: 0,
    blockTimeSeconds: 1,
  });
  const solver = openKey(seed).address;
  node = await startNode({ chainId, releaser: solver, blockMs: 100 });
  for (const account of [solver, payer.address])
    for (const currency of [native, usdc]) node.credit(account, currency, 10n ** 12n);
}, 300_000);
afterAll(async () => {
  await node.close();
  await devnet.close();
  rmSync(project, { recursive: true, force: true });
});

/** `npm test` has built everything; a single run builds what is packed. */
function build(): void {
  const built = [plugin, '@portage/sdk', '@portage/service'];
  const filters = built.flatMap((name) => ['--filter', `${name}...`]);
  execFileSync('pnpm', [...filters, 'run', 'build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Configuration of an operator who has installed the plugin beside it. */
function writeConfiguration(): string {
  const configuration = parseConfiguration(devnet.description.configuration);
  const tally = {
    vm: 'tally',
    ...{ id: chainId, slug: 'tally', name: 'Tally', rpcUrls: [node.url] },
    assets: [
      { id: 'tally', symbol: 'TLY', name: 'Tally', address: native, decimals: 6 },
      { id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6 },
    ],
  };
  const file = join(project, 'portage.json');
  writeFileSync(
    file,
    JSON.stringify({
      plugins: ['@portage/plugin-example'],
      chains: [...configuration.chains, tally],
      keys: configuration.keys,
      prices: { source: 'fixed', usd: { ...devnetPrices, tally: '1' } },
    }),
  );
  return file;
}

test('the conformance suite passes with the packages as they are published', async () => {
  cpSync(join(import.meta.dirname, 'fixtures.ts'), join(project, 'test/fixtures.ts'));
  const suite = 'conformance.node.test.ts';
  cpSync(join(import.meta.dirname, suite), join(project, 'test', suite));
  const vitest = join(
    realpathSync(join(root, 'packages/testing/node_modules/vitest')),
    'vitest.mjs',
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--root', project, '--reporter=json'],
    { env: { PATH: process.env['PATH'], HOME: process.env['HOME'] } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numFailedTests: 0 });
});

test('the packed service runs the family, pays out of it and into it', async () => {
  const service = startProcess(
    ['--config', writeConfiguration(), '--data', join(project, 'data'), '--port', '0'],
    { PORTAGE_TALLY_SOLVER_KEY: seed },
    { command: [join(project, 'node_modules/@portage/service/bin.mjs')], cwd: project },
  );
  try {
    await payOut(service);
    await payIn(service);
  } finally {
    await service.stop();
  }
  expect(service.log()).not.toContain(seed);
}, 240_000);

/** From the plugin's chain, with the plugin's wallet side. */
async function payOut(service: ServiceProcess): Promise<void> {
  const baseUrl = await service.url;
  const wallet = { address: payer.address, sign: (text: string) => payer.sign(text) };
  const portage = createPortage({
    baseUrl,
    executors: [createTallyExecutor({ wallet, nodes: { [chainId]: node.url }, pollMs: 50 })],
    codecs: [evmCodec],
  });
  const request: QuoteBody = {
    user: payer.address,
    recipient: fresh,
    refundTo: payer.address,
    originChainId: chainId,
    originCurrency: usdc,
    destinationChainId: 8453,
    destinationCurrency: evmChain(devnet.description, 8453).tokens.usdc.address,
    amount: '5000000',
  };
  const quote = await portage.getQuote(request);
  const minAmountOut = 4_000_000n;
  expect((await portage.execute({ quote, request, minAmountOut })).status).toBe('success');
  const paid = BigInt(quote.details.currencyOut.amount);
  expect(paid).toBeGreaterThan(4_000_000n);
  expect(await tokensOf(devnet, 8453, fresh)).toBe(paid);
}

/** To the plugin's chain, from an EVM account. */
async function payIn(service: ServiceProcess): Promise<void> {
  const recipient = openKey('0b'.repeat(32)).address;
  const [account] = devnet.description.accounts;
  if (account === undefined) throw new Error('The devnet has accounts.');
  const quote = await getQuote(await service.url, {
    user: account.address,
    recipient,
    refundTo: account.address,
    originChainId: 8453,
    originCurrency: '0x0000000000000000000000000000000000000000',
    destinationChainId: chainId,
    destinationCurrency: native,
    amount: '1000000000000000',
  });
  await sendSteps(devnet, account.privateKey, quote);
  const { amount } = quote.details.currencyOut;
  await expect.poll(() => node.balancesOf(recipient)[native], { timeout: 60_000 }).toBe(amount);
}
