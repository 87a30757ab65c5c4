import { createClient, type Execute, type RelayChain } from '@relayprotocol/relay-sdk';
import { adaptSolanaWallet } from '@relayprotocol/relay-svm-wallet-adapter';
import { solanaChain } from '@portage/devnet';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { base58 } from '@scure/base';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  zeroAddress,
  type Chain,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/**
 * Published client and its published Solana adapter, unmodified, against our server and our
 * programs.
 */
let system: TestSystem;
let connection: Connection;

beforeAll(async () => {
  system = await useSystem();
  connection = new Connection(solanaChain(system.devnet.description).rpcUrl, 'confirmed');
});
afterAll(async () => {
  await system.close();
});

function relayChains(): RelayChain[] {
  const { id, name, rpcUrl, slug } = solanaChain(system.devnet.description);
  const common = { wsRpcUrl: '', explorerUrl: '', depositEnabled: true };
  return [
    {
      ...common,
      id,
      name: slug,
      displayName: name,
      httpRpcUrl: rpcUrl,
      vmType: 'svm',
      currency: {
        address: '11111111111111111111111111111111',
        name: 'Solana',
        symbol: 'SOL',
        decimals: 9,
      },
    },
    {
      ...common,
      id: 8453,
      name: 'base',
      displayName: 'Base',
      httpRpcUrl: system.chain(8453).rpcUrl,
      vmType: 'evm',
      currency: { address: zeroAddress, ...ether },
      viemChain: baseChain(),
    },
  ];
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };

function baseChain(): Chain {
  const { id, rpcUrl } = system.chain(8453);
  return defineChain({
    id,
    name: 'Base',
    nativeCurrency: ether,
    rpcUrls: { default: { http: [rpcUrl] } },
  });
}

/** Currencies of a swap, its amount and its recipient. */
interface Transfer {
  readonly currency: string;
  readonly amount: string;
  readonly toChainId: number;
  readonly toCurrency: string;
  readonly recipient: string;
}

interface Transferred {
  readonly quote: Execute;
  readonly done: Execute;
}

function openClient(): ReturnType<typeof createClient> {
  return createClient({
    baseApiUrl: system.url,
    chains: relayChains(),
    source: 'portage.test',
    pollingInterval: 250,
    confirmationPollingInterval: 100,
  });
}

/** Key of an account of Solana. */
function keypairOf(account: number): Keypair {
  const { accounts } = solanaChain(system.devnet.description);
  return Keypair.fromSecretKey(base58.decode(accounts[account]!.secretKey));
}

async function transfer(account: number, terms: Transfer): Promise<Transferred> {
  const { id } = solanaChain(system.devnet.description);
  const client = openClient();
  const keypair = keypairOf(account);
  const user = keypair.publicKey.toBase58();
  const wallet = adaptSolanaWallet(user, id, connection, async (transaction) => {
    transaction.sign([keypair]);
    return { signature: await connection.sendRawTransaction(transaction.serialize()) };
  });
  const quote = await client.actions.getQuote({
    ...terms,
    chainId: id,
    user,
    wallet,
    tradeType: 'EXACT_INPUT',
    options: { refundTo: user },
  });
  const { data } = await client.actions.execute({ quote, wallet });
  return { quote, done: data };
}

/** Pays ETH of Base. */
async function transferEth(account: number, terms: Omit<Transfer, 'currency'>) {
  const client = openClient();
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    chain: baseChain(),
    transport: http(system.chain(8453).rpcUrl),
  });
  const quote = await client.actions.getQuote({
    ...terms,
    chainId: 8453,
    currency: zeroAddress,
    user: wallet.account.address,
    wallet,
    tradeType: 'EXACT_INPUT',
  });
  const { data } = await client.actions.execute({ quote, wallet });
  return { quote, done: data };
}

function expectComplete({ done }: Transferred): void {
  const items = done.steps.flatMap((step) => step.items.map((item) => item.status));
  expect(new Set(items)).toEqual(new Set(['complete']));
}

/** Units of a token that an account of Solana holds. */
async function heldBy(owner: string, mint: string): Promise<bigint> {
  const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(owner), {
    mint: new PublicKey(mint),
  });
  const parsed = tokenAccounts.parse(value.map(({ account }) => account.data));
  return parsed.reduce((sum, each) => sum + BigInt(each.parsed.info.tokenAmount.amount), 0n);
}

const tokenAccounts = z.array(
  z.object({
    parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }),
  }),
);

test.each([
  [
    'SOL',
    '11111111111111111111111111111111',
    '1500000000',
    '0x00000000000000000000000000000000000e7501',
  ],
  ['USDC', undefined, '20000000', '0x00000000000000000000000000000000000e7502'],
] as const)('sells %s from Solana for ETH', async (symbol, currency, amount, recipient) => {
  const transferred = await transfer(symbol === 'SOL' ? 0 : 1, {
    currency: currency ?? solanaChain(system.devnet.description).tokens.usdc.address,
    amount,
    toChainId: 8453,
    toCurrency: zeroAddress,
    recipient,
  });
  const { quote } = transferred;
  expect(quote.steps.map((step) => [step.id, step.kind])).toEqual([['deposit', 'transaction']]);
  expectComplete(transferred);
  const balance = await createPublicClient({
    transport: http(system.chain(8453).rpcUrl),
  }).getBalance({ address: recipient });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
  expect(balance).toBeGreaterThan(0n);
});

describe('swaps', () => {
  const parts = () => {
    const { id, tokens, testPools } = solanaChain(system.devnet.description);
    return { id, usdc: tokens.usdc.address, port: testPools.tokens.port.address };
  };

  test('a token that the solver does not trade for ETH on Base', async () => {
    const recipient = '0x00000000000000000000000000000000000e7503';
    const transferred = await transfer(2, {
      currency: parts().port,
      amount: '40000000',
      toChainId: 8453,
      toCurrency: zeroAddress,
      recipient,
    });
    const { quote } = transferred;
    expect(quote.steps.map((step) => step.id)).toEqual(['deposit']);
    expectComplete(transferred);
    const transport = http(system.chain(8453).rpcUrl);
    const balance = await createPublicClient({ transport }).getBalance({ address: recipient });
    expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
  });

  test('a token for another one on Solana, as the payer swaps it alone', async () => {
    const { id, usdc, port } = parts();
    const user = keypairOf(3).publicKey.toBase58();
    const before = await heldBy(user, usdc);
    const transferred = await transfer(3, {
      currency: port,
      amount: '30000000',
      toChainId: id,
      toCurrency: usdc,
      recipient: user,
    });
    expectComplete(transferred);
    const got = (await heldBy(user, usdc)) - before;
    const { currencyOut } = transferred.quote.details ?? {};
    expect(got).toBeGreaterThanOrEqual(BigInt(currencyOut?.minimumAmount ?? '0'));
    expect(got).toBeGreaterThan(0n);
  });

  test('ETH of Base for a token that the solver swaps on Solana', async () => {
    const { id, port } = parts();
    const recipient = Keypair.generate().publicKey.toBase58();
    const transferred = await transferEth(4, {
      amount: '10000000000000000',
      toChainId: id,
      toCurrency: port,
      recipient,
    });
    expectComplete(transferred);
    const { currencyOut } = transferred.quote.details ?? {};
    const least = BigInt(currencyOut?.minimumAmount ?? '0');
    expect(least).toBeGreaterThan(0n);
    expect(await heldBy(recipient, port)).toBeGreaterThanOrEqual(least);
  });
});
