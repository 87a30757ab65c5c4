import { createClient, type Execute, type RelayChain } from '@relayprotocol/relay-sdk';
import { createPublicClient, createWalletClient, defineChain, erc20Abi, http, zeroAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSystem, type TestSystem } from './testSystem.js';

/**
 * The published client of the service that our interface describes, unmodified, against our server. Its own poll waits
 * five seconds unless told otherwise; everything else is its default.
 */
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(async () => {
  await system.close();
});

function relayChain(id: 8453 | 10): RelayChain {
  const { name, rpcUrl } = system.chain(id);
  const viemChain = defineChain({ id, name, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [rpcUrl] } } });
  return {
    id,
    name,
    displayName: name,
    httpRpcUrl: rpcUrl,
    wsRpcUrl: '',
    explorerUrl: '',
    vmType: 'evm',
    depositEnabled: true,
    currency: { address: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 18 },
    viemChain,
  };
}

interface Transfer {
  readonly currency: string;
  readonly toCurrency: string;
  readonly amount: string;
  readonly recipient: Hex;
}

async function transfer(account: number, { currency, toCurrency, amount, recipient }: Transfer): Promise<{ readonly quote: Execute; readonly done: Execute }> {
  const chains = [relayChain(8453), relayChain(10)];
  const client = createClient({ baseApiUrl: system.url, chains, source: 'portage.test', pollingInterval: 250, confirmationPollingInterval: 100 });
  const wallet = createWalletClient({ account: privateKeyToAccount(system.privateKey(account)), chain: chains[0]?.viemChain, transport: http(system.chain(8453).rpcUrl) });
  const user = wallet.account.address;
  const quote = await client.actions.getQuote({ chainId: 8453, toChainId: 10, currency, toCurrency, amount, user, recipient, wallet, tradeType: 'EXACT_INPUT' });
  const { data } = await client.actions.execute({ quote, wallet });
  return { quote, done: data };
}

function allComplete(execute: Execute): boolean {
  return execute.steps.every((step) => step.items.every((item) => item.status === 'complete'));
}

test('bridges ETH', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7401';
  const { quote, done } = await transfer(0, { currency: zeroAddress, toCurrency: zeroAddress, amount: '100000000000000000', recipient });
  expect(allComplete(done)).toBe(true);
  const balance = await createPublicClient({ transport: http(system.chain(10).rpcUrl) }).getBalance({ address: recipient });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
});

test('bridges USDC with an approval', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7402';
  const { quote, done } = await transfer(1, { currency: system.usdc(8453), toCurrency: system.usdc(10), amount: '25000000', recipient });
  expect(quote.steps.map((step) => step.id)).toEqual(['approve', 'deposit']);
  expect(allComplete(done)).toBe(true);
  const balance = await createPublicClient({ transport: http(system.chain(10).rpcUrl) }).readContract({ address: system.usdc(10), abi: erc20Abi, functionName: 'balanceOf', args: [recipient] });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
});

test('reads our list of chains', async () => {
  const answer = await fetch(`${system.url}/chains?referrer=portage.test`);
  const { chains } = (await answer.json()) as { chains: { id: number; vmType: string; httpRpcUrl: string }[] };
  expect(chains.map((chain) => chain.id).sort((a, b) => a - b)).toEqual([10, 8453, 792_703_809]);
  expect(chains.map(({ id, vmType }) => `${String(id)} ${vmType}`).sort()).toEqual(['10 evm', '792703809 svm', '8453 evm']);
  expect(chains.every((chain) => chain.httpRpcUrl.startsWith('http'))).toBe(true);
});
