import { createClient, type Execute, type RelayChain } from '@relayprotocol/relay-sdk';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  zeroAddress,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/**
 * Published client of the compatible service, unmodified, against our server. The tests shorten its
 * poll interval, five seconds by default; every other option is its default.
 */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

function relayChain(id: 8453 | 10): RelayChain {
  const { name, rpcUrl } = system.chain(id);
  const viemChain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
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
  readonly toChainId?: 8453 | 10;
  /** Milliseconds between two questions for the status; the client's default is five seconds. */
  readonly pollingInterval?: number;
}

async function transfer(
  account: number,
  { currency, toCurrency, amount, recipient, ...options }: Transfer,
): Promise<{ readonly quote: Execute; readonly done: Execute }> {
  const { toChainId = 10, pollingInterval = 250 } = options;
  const chains = [relayChain(8453), relayChain(10)];
  const client = createClient({
    baseApiUrl: system.url,
    chains,
    source: 'portage.test',
    pollingInterval,
    confirmationPollingInterval: 100,
  });
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    chain: chains[0]?.viemChain,
    transport: http(system.chain(8453).rpcUrl),
  });
  const user = wallet.account.address;
  const quote = await client.actions.getQuote({
    chainId: 8453,
    toChainId,
    currency,
    toCurrency,
    amount,
    user,
    recipient,
    wallet,
    tradeType: 'EXACT_INPUT',
  });
  const { data } = await client.actions.execute({ quote, wallet });
  return { quote, done: data };
}

function allComplete(execute: Execute): boolean {
  return execute.steps.every((step) => step.items.every((item) => item.status === 'complete'));
}

test('bridges ETH', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7401';
  const { quote, done } = await transfer(0, {
    currency: zeroAddress,
    toCurrency: zeroAddress,
    amount: '100000000000000000',
    recipient,
  });
  expect(allComplete(done)).toBe(true);
  const balance = await createPublicClient({ transport: http(system.chain(10).rpcUrl) }).getBalance(
    { address: recipient },
  );
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
});

test('bridges USDC with an approval', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7402';
  const { quote, done } = await transfer(1, {
    currency: system.usdc(8453),
    toCurrency: system.usdc(10),
    amount: '25000000',
    recipient,
  });
  expect(quote.steps.map((step) => step.id)).toEqual(['approve', 'deposit']);
  expect(allComplete(done)).toBe(true);
  const balance = await createPublicClient({
    transport: http(system.chain(10).rpcUrl),
  }).readContract({
    address: system.usdc(10),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [recipient],
  });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
});

/** The devnet's faucet owns the tokens that only pools trade. */
async function give(account: number, token: Hex, amount: bigint): Promise<Hex> {
  const { rpcUrl } = system.chain(8453);
  const faucet = createWalletClient({
    account: privateKeyToAccount(system.devnet.description.roles.faucet.privateKey),
    chain: relayChain(8453).viemChain,
    transport: http(rpcUrl),
  });
  const to = privateKeyToAccount(system.privateKey(account)).address;
  const hash = await faucet.writeContract({
    chain: null,
    abi: erc20Abi,
    address: token,
    functionName: 'transfer',
    args: [to, amount],
  });
  await createPublicClient({
    transport: http(rpcUrl),
    pollingInterval: 100,
  }).waitForTransactionReceipt({ hash });
  return to;
}

test('swaps token for token across chains, through pools on both, with an approval', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7403';
  const { dai } = system.chain(8453).uniswap.tokens;
  const { wbtc } = system.chain(10).uniswap.tokens;
  const amount = 500n * 10n ** 18n;
  const payer = await give(2, dai.address, amount);
  const { approvalProxy } = system.chain(8453).contracts;
  const origin = createPublicClient({ transport: http(system.chain(8453).rpcUrl) });
  const held = (): Promise<bigint> =>
    origin.readContract({
      address: dai.address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [payer],
    });
  const before = await held();
  const { quote, done } = await transfer(2, {
    currency: dai.address,
    toCurrency: wbtc.address,
    amount: amount.toString(),
    recipient,
  });
  expect(quote.steps.map((step) => step.id)).toEqual(['approve', 'deposit']);
  expect(allComplete(done)).toBe(true);
  const got = await createPublicClient({ transport: http(system.chain(10).rpcUrl) }).readContract({
    address: wbtc.address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [recipient],
  });
  expect(got).toBeGreaterThanOrEqual(
    BigInt(quote.details?.currencyOut?.minimumAmount ?? 'no minimum'),
  );
  expect(before - (await held())).toBe(amount);
  expect(
    await origin.readContract({
      address: dai.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [payer, approvalProxy],
    }),
  ).toBe(0n);
});

test('swaps within a chain, with an approval', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7404';
  const { dai, wbtc } = system.chain(8453).uniswap.tokens;
  const amount = 300n * 10n ** 18n;
  await give(4, dai.address, amount);
  const { quote, done } = await transfer(4, {
    currency: dai.address,
    toCurrency: wbtc.address,
    amount: amount.toString(),
    recipient,
    toChainId: 8453,
  });
  expect(quote.steps.map((step) => step.id)).toEqual(['approve', 'swap']);
  expect(allComplete(done)).toBe(true);
  const got = await createPublicClient({ transport: http(system.chain(8453).rpcUrl) }).readContract(
    { address: wbtc.address, abi: erc20Abi, functionName: 'balanceOf', args: [recipient] },
  );
  expect(got).toBeGreaterThanOrEqual(
    BigInt(quote.details?.currencyOut?.minimumAmount ?? 'no minimum'),
  );
});

/** Final status that an item shows, in the words of the service. */
const shownStatus = (execute: Execute): unknown => execute.steps.at(-1)?.items[0]?.checkStatus;

test('shows what the payer does alone as a success, while it asks every five seconds (steps#swap, status#success)', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7405';
  const { dai, wbtc } = system.chain(8453).uniswap.tokens;
  const amount = 300n * 10n ** 18n;
  await give(5, dai.address, 2n * amount);
  const send = { currency: dai.address, amount: amount.toString(), recipient };
  for (const [toCurrency, id] of [
    [wbtc.address, 'swap'],
    [dai.address, 'send'],
  ] as const) {
    const { quote, done } = await transfer(5, {
      ...send,
      toCurrency,
      toChainId: 8453,
      pollingInterval: 5_000,
    });
    expect(quote.steps.at(-1)?.id).toBe(id);
    expect(allComplete(done)).toBe(true);
    await expect.poll(() => shownStatus(done)).toBe('success');
  }
  const got = await createPublicClient({ transport: http(system.chain(8453).rpcUrl) }).readContract(
    { address: dai.address, abi: erc20Abi, functionName: 'balanceOf', args: [recipient] },
  );
  expect(got).toBe(amount);
});

test('reads our list of chains', async () => {
  const answer = await fetch(`${system.url}/chains?referrer=portage.test`);
  const { chains } = (await answer.json()) as {
    chains: { id: number; vmType: string; httpRpcUrl: string }[];
  };
  expect(chains.map(({ id, vmType }) => `${String(id)} ${vmType}`).sort()).toEqual([
    '10 evm',
    '3586256 lvm',
    '792703809 svm',
    '8253038 bvm',
    '8453 evm',
  ]);
  expect(chains.every((chain) => chain.httpRpcUrl.startsWith('http'))).toBe(true);
});
