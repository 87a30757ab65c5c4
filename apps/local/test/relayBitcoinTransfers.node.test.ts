import { createClient, type Execute, type RelayChain } from '@relayprotocol/relay-sdk';
import { adaptBitcoinWallet } from '@relayprotocol/relay-bitcoin-wallet-adapter';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { bitcoinChain, bitcoinDevnetChain, type BitcoinDevnetChain } from '@portage/devnet';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyWallet, type KeyAddressKind } from '../../../packages/bitcoin/src/index.js';
import { startBroadcastHost, type BroadcastHost } from './startBroadcastHost.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/**
 * Published client and its published Bitcoin adapter, unmodified, against our server and chains.
 * The public host to which the adapter sends is answered with our node's Esplora.
 */
let system: TestSystem;
let host: BroadcastHost;
let bitcoin: BitcoinDevnetChain;

const btc = bitcoinCodec.nativeCurrency;

beforeAll(async () => {
  system = await startTestSystem({
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
  });
  bitcoin = bitcoinChain(system.devnet.description);
  host = await startBroadcastHost(async (body) => {
    const answer = await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  });
});
afterAll(async () => {
  host.close();
  await system.close();
});

function relayChains(): readonly [bitcoin: RelayChain, base: RelayChain] {
  const { rpcUrl, name } = system.chain(8453);
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const common = { wsRpcUrl: '', explorerUrl: '', depositEnabled: true };
  return [
    {
      ...common,
      id: bitcoin.id,
      name: bitcoin.slug,
      displayName: bitcoin.name,
      vmType: 'bvm',
      httpRpcUrl: bitcoin.rpcUrl,
      currency: { address: btc, name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    },
    {
      ...common,
      id: 8453,
      name,
      displayName: name,
      vmType: 'evm',
      httpRpcUrl: rpcUrl,
      currency: { address: zeroAddress, ...nativeCurrency },
      viemChain: defineChain({
        id: 8453,
        name,
        nativeCurrency,
        rpcUrls: { default: { http: [rpcUrl] } },
      }),
    },
  ];
}

function connect(): ReturnType<typeof createClient> {
  return createClient({
    baseApiUrl: system.url,
    chains: [...relayChains()],
    source: 'portage.test',
    pollingInterval: 250,
    confirmationPollingInterval: 100,
  });
}

/** The published adapter with a key of the devnet, which signs like a wallet of an app. */
async function bitcoinWallet(
  index: number,
  kind: KeyAddressKind = 'p2wpkh',
): Promise<ReturnType<typeof adaptBitcoinWallet>> {
  const { privateKey } = bitcoin.accounts[index]!;
  const own = keyWallet(Buffer.from(privateKey, 'hex'), 'regtest', kind);
  return adaptBitcoinWallet(await own.address(), async (address, unsigned) => {
    const signed = await own.signPsbt({
      psbt: unsigned.toHex(),
      address,
      inputs: unsigned.inputCount,
    });
    return Buffer.from(signed, 'hex').toString('base64');
  });
}

function evm(): ReturnType<typeof createPublicClient> {
  return createPublicClient({ transport: http(system.chain(8453).rpcUrl) });
}

async function statusOf({ steps }: Execute): Promise<string> {
  const requestId = steps.at(-1)?.requestId ?? '';
  const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
  // Checked against the interface by the system's own reader.
  return ((await answer.json()) as { readonly status: string }).status;
}

test.each([
  ['p2wpkh', '0x00000000000000000000000000000000000e7601'],
  ['p2pkh', '0x00000000000000000000000000000000000e7602'],
] as const)('sells BTC of %s for USDC', async (kind, recipient) => {
  const client = connect();
  const wallet = await bitcoinWallet(2, kind);
  const user = await wallet.address();
  await system.devnet.bitcoin().faucet(user, { native: 1_000_000n });
  const quote = await client.actions.getQuote({
    chainId: bitcoin.id,
    toChainId: 8453,
    currency: btc,
    toCurrency: system.usdc(8453),
    amount: '400000',
    user,
    recipient,
    wallet,
    tradeType: 'EXACT_INPUT',
    options: { refundTo: user },
  });
  expect(quote.steps.map((step) => [step.id, step.kind])).toEqual([['deposit', 'transaction']]);
  const { data } = await client.actions.execute({ quote, wallet });
  expect(host.asked.at(-1)).toBe('POST https://mempool.space/api/tx');
  expect(data.steps.every((step) => step.items.every(({ status }) => status === 'complete'))).toBe(
    true,
  );
  // The client does not wait for a deposit on Bitcoin.
  await expect.poll(() => statusOf(quote)).toBe('success');
  const balance = await evm().readContract({
    address: system.usdc(8453),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [recipient],
  });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
  expect(balance).toBeGreaterThan(0n);
});

test('sells ETH for BTC', async () => {
  const client = connect();
  const [, base] = relayChains();
  const account = privateKeyToAccount(system.privateKey(0));
  const wallet = createWalletClient({
    account,
    chain: base.viemChain,
    transport: http(base.httpRpcUrl),
  });
  const recipient = await keyWallet(new Uint8Array(32).fill(99), 'regtest').address();
  const quote = await client.actions.getQuote({
    chainId: 8453,
    toChainId: bitcoin.id,
    currency: zeroAddress,
    toCurrency: btc,
    amount: '100000000000000000',
    user: account.address,
    recipient,
    wallet,
    tradeType: 'EXACT_INPUT',
  });
  const { data } = await client.actions.execute({ quote, wallet });
  expect(data.steps.every((step) => step.items.every(({ status }) => status === 'complete'))).toBe(
    true,
  );
  // The client stops once the payout is sent, as blocks take their time.
  await expect.poll(() => statusOf(quote)).toBe('success');
  const coins = await fetch(`${bitcoin.esploraUrl}/address/${recipient}/utxo`);
  expect(await coins.json()).toMatchObject([{ value: Number(quote.details?.currencyOut?.amount) }]);
});
