import { testUsdcAbi } from '@portage/contracts';
import { createClient } from '@relayprotocol/relay-sdk';
import { createPublicClient, createWalletClient, defineChain, http, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startKeyProxy } from './startKeyProxy.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/**
 * Gasless batches of the published client of the compatible service as apps make them: with its
 * defaults, so that accounts are delegated to Calibur.
 */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(() => system.close());

const chainOf = (id: 8453 | 10) =>
  defineChain({
    id,
    name: system.chain(id).name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [system.chain(id).rpcUrl] } },
  });
const reader = (id: 8453 | 10) => createPublicClient({ chain: chainOf(id), transport: http() });
const walletOf = (privateKey: Hex) =>
  createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: chainOf(8453),
    transport: http(),
  });
const dollars = (id: 8453 | 10, holder: Hex): Promise<bigint> =>
  reader(id).readContract({
    address: system.usdc(id),
    abi: testUsdcAbi,
    functionName: 'balanceOf',
    args: [holder],
  });

test('executeGaslessBatch pays with its defaults, and again once the account is delegated', async () => {
  const proxy = await startKeyProxy(system.url, await system.createSponsor(100_000_000n));
  onTestFinished(() => proxy.close());
  const client = createClient({
    // The client wants a key before it begins, and sends it to one host alone.
    baseApiUrl: proxy.url,
    apiKey: 'at the proxy',
    pollingInterval: 250,
    chains: ([8453, 10] as const).map((id) => ({
      id,
      name: system.chain(id).name,
      displayName: system.chain(id).name,
      httpRpcUrl: system.chain(id).rpcUrl,
      wsRpcUrl: '',
      explorerUrl: '',
      vmType: 'evm',
      depositEnabled: true,
      viemChain: chainOf(id),
    })),
  });
  const payer = walletOf(generatePrivateKey());
  const amount = 20_000_000n;
  const hash = await walletOf(system.privateKey(0)).writeContract({
    address: system.usdc(8453),
    abi: testUsdcAbi,
    functionName: 'transfer',
    args: [payer.account.address, 2n * amount],
  });
  await reader(8453).waitForTransactionReceipt({ hash });
  for (const left of [amount, 0n]) {
    const recipient = privateKeyToAccount(generatePrivateKey()).address;
    const quote = await client.actions.getQuote({
      chainId: 8453,
      toChainId: 10,
      currency: system.usdc(8453),
      toCurrency: system.usdc(10),
      amount: amount.toString(),
      user: payer.account.address,
      recipient,
      wallet: payer,
      tradeType: 'EXACT_INPUT',
      options: { originGasOverhead: 80_000 },
    });
    const seen: string[] = [];
    const { requestId } = await client.actions.executeGaslessBatch({
      quote,
      walletClient: payer,
      onProgress: ({ status }) => seen.push(status),
    });
    expect(requestId).toBe(quote.steps[0]?.requestId);
    expect(seen.at(-1)).toBe('success');
    expect(await reader(8453).getBalance({ address: payer.account.address })).toBe(0n);
    expect(await dollars(8453, payer.account.address)).toBe(left);
    expect((await dollars(10, recipient)).toString()).toBe(quote.details?.currencyOut?.amount);
  }
});
