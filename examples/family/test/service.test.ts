import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPortage, type Portage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createPublicClient, createWalletClient, erc20Abi, getAddress, http, isHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openKey } from '../src/openKey.js';
import { createTallyExecutor, native } from '../src/wallet.js';
import { startNode, type TallyNode } from './node/startNode.js';

/** File of a devnet on which no other service pays. */
const file = process.env['DEVNET_FILE'];

const devnetSchema = z.object({
  configuration: z.object({
    chains: z.array(z.unknown()),
    keys: z.record(z.string(), z.unknown()),
    prices: z.object({ usd: z.record(z.string(), z.string()) }),
  }),
  accounts: z.array(z.object({ privateKey: z.string().refine((text) => isHex(text)) })),
  chains: z.record(
    z.string(),
    z.object({
      rpcUrl: z.string(),
      tokens: z.object({
        usdc: z.object({ address: z.string().transform((text) => getAddress(text)) }),
      }),
    }),
  ),
});

const root = join(import.meta.dirname, '..');
const chainId = 3586257;
const evmChainId = 8453;
const usdc = `tly${'c0'.repeat(32)}`;
const seed = '51'.repeat(32);
const payer = openKey('0a'.repeat(32));

/** A service as an operator starts it, with the plugin beside its configuration. */
interface Service {
  readonly url: string;
  log(): string;
  stop(): Promise<void>;
}

async function startService(configuration: object, data: string): Promise<Service> {
  // Names of plugins are looked for from the folder of the configuration.
  const config = join(root, 'portage.json');
  writeFileSync(config, JSON.stringify(configuration));
  const program = join(root, 'node_modules/@portage/service/bin.mjs');
  const child = spawn(
    process.execPath,
    [program, '--config', config, '--data', data, '--port', '0'],
    { env: { ...process.env, PORTAGE_TALLY_SOLVER_KEY: seed }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'close');
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => {
      throw new Error(`The service did not start: ${log}`);
    }),
  ]);
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(String(line[0])));
  return {
    url,
    log: () => log,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(config);
    },
  };
}

describe.skipIf(file === undefined)('the packed service, with an EVM chain beside', () => {
  const { configuration, accounts, chains } = devnetSchema.parse(
    file === undefined
      ? { configuration: { chains: [], keys: {}, prices: { usd: {} } }, accounts: [], chains: {} }
      : JSON.parse(readFileSync(file, 'utf8')),
  );
  const folder = mkdtempSync(join(tmpdir(), 'portage-family-'));
  /** Ends of what was started, the newest last. */
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  let node: TallyNode;
  let service: Service;
  let portage: Portage;

  beforeAll(async () => {
    node = await startNode({ chainId, releaser: openKey(seed).address, blockMs: 100 });
    ends.push(() => node.close());
    for (const account of [openKey(seed).address, payer.address])
      for (const currency of [native, usdc]) node.credit(account, currency, 10n ** 12n);
    const tally = {
      vm: 'tally',
      id: chainId,
      slug: 'tally',
      name: 'Tally',
      rpcUrls: [node.url],
      devnet: true,
      assets: [
        { id: 'tally', symbol: 'TLY', name: 'Tally', address: native, decimals: 6 },
        { id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6 },
      ],
    };
    service = await startService(
      {
        plugins: ['portage-example-family'],
        chains: [...configuration.chains, tally],
        keys: configuration.keys,
        prices: { source: 'fixed', usd: { ...configuration.prices.usd, tally: '1' } },
      },
      join(folder, 'data'),
    );
    ends.push(() => service.stop());
    const account = privateKeyToAccount(accounts[0]?.privateKey ?? '0x');
    const evmWallet = createWalletClient({ account, transport: http(chains[evmChainId]?.rpcUrl) });
    const wallet = { address: payer.address, sign: (text: string) => payer.sign(text) };
    portage = createPortage({
      baseUrl: service.url,
      executors: [
        createTallyExecutor({ wallet, nodes: { [chainId]: node.url }, pollMs: 50 }),
        createEvmExecutor({ wallet: () => evmWallet }),
      ],
    });
  }, 120_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  test('pays out of the family', async () => {
    const { rpcUrl, tokens } = chains[evmChainId] ?? expect.fail('The devnet has the chain.');
    const recipient = privateKeyToAccount(generatePrivateKey()).address;
    const request = {
      user: payer.address,
      refundTo: payer.address,
      recipient,
      originChainId: chainId,
      originCurrency: usdc,
      amount: '5000000',
      destinationChainId: evmChainId,
      destinationCurrency: tokens.usdc.address,
    };
    const quote = await portage.getQuote(request);
    const { status } = await portage.execute({ quote, request, minAmountOut: 4_000_000n });
    expect(status).toBe('success');
    const reader = createPublicClient({ transport: http(rpcUrl) });
    const arrived = await reader.readContract({
      address: tokens.usdc.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [recipient],
    });
    expect(arrived).toBe(BigInt(quote.details.currencyOut.amount));
  });

  test('pays into the family', async () => {
    const recipient = openKey('0b'.repeat(32)).address;
    const request = {
      user: privateKeyToAccount(accounts[0]?.privateKey ?? '0x').address,
      recipient,
      originChainId: evmChainId,
      destinationChainId: chainId,
      destinationCurrency: native,
      amount: '1000000000000000',
    };
    const quote = await portage.getQuote(request);
    const { status } = await portage.execute({ quote, request, minAmountOut: 2_000_000n });
    expect(status).toBe('success');
    expect(node.balancesOf(recipient)[native]).toBe(quote.details.currencyOut.amount);
  });

  test('never shows the key', () => {
    expect(service.log()).not.toContain(seed);
  });
});
