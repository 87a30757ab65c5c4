import { createClient, type Execute, type RelayChain } from '@relayprotocol/relay-sdk';
import { adaptSolanaWallet } from '@relayprotocol/relay-svm-wallet-adapter';
import { solanaChain } from '@portage/devnet';
import { Connection, Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import { createPublicClient, http, zeroAddress, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
      currency: { address: zeroAddress, name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ];
}

async function transfer(
  account: number,
  {
    currency,
    amount,
    recipient,
  }: { readonly currency: string; readonly amount: string; readonly recipient: Hex },
): Promise<{ readonly quote: Execute; readonly done: Execute }> {
  const { id, accounts } = solanaChain(system.devnet.description);
  const client = createClient({
    baseApiUrl: system.url,
    chains: relayChains(),
    source: 'portage.test',
    pollingInterval: 250,
    confirmationPollingInterval: 100,
  });
  const keypair = Keypair.fromSecretKey(bs58.decode(accounts[account]!.secretKey));
  const user = keypair.publicKey.toBase58();
  const wallet = adaptSolanaWallet(user, id, connection, async (transaction) => {
    transaction.sign([keypair]);
    return { signature: await connection.sendRawTransaction(transaction.serialize()) };
  });
  const quote = await client.actions.getQuote({
    chainId: id,
    toChainId: 8453,
    currency,
    toCurrency: zeroAddress,
    amount,
    user,
    recipient,
    wallet,
    tradeType: 'EXACT_INPUT',
    options: { refundTo: user },
  });
  const { data } = await client.actions.execute({ quote, wallet });
  return { quote, done: data };
}

test.each([
  [
    'SOL',
    '11111111111111111111111111111111',
    '1500000000',
    '0x00000000000000000000000000000000000e7501',
  ],
  ['USDC', undefined, '20000000', '0x00000000000000000000000000000000000e7502'],
] as const)('sells %s from Solana for ETH', async (symbol, currency, amount, recipient) => {
  const { quote, done } = await transfer(symbol === 'SOL' ? 0 : 1, {
    currency: currency ?? solanaChain(system.devnet.description).tokens.usdc.address,
    amount,
    recipient,
  });
  expect(quote.steps.map((step) => [step.id, step.kind])).toEqual([['deposit', 'transaction']]);
  expect(done.steps.every((step) => step.items.every((item) => item.status === 'complete'))).toBe(
    true,
  );
  const balance = await createPublicClient({
    transport: http(system.chain(8453).rpcUrl),
  }).getBalance({ address: recipient });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
  expect(balance).toBeGreaterThan(0n);
});
