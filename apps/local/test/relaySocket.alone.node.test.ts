import { createClient, type RelayChain } from '@relayprotocol/relay-sdk';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  zeroAddress,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestSystem, type TestSystem } from './testSystem.js';

// Alone: the client asks globals whether it runs in a page, where alone it opens a WebSocket.

/** Messages that the client was sent. */
const heard: string[] = [];

class HeardSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('message', (data: Buffer) => heard.push(data.toString()));
  }
}

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
  vi.stubGlobal('WebSocket', HeardSocket);
  vi.stubGlobal('window', { WebSocket: HeardSocket });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await system.close();
});

function relayChain(id: 8453 | 10): RelayChain {
  const { name, rpcUrl } = system.chain(id);
  const currency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  return {
    id,
    name,
    displayName: name,
    httpRpcUrl: rpcUrl,
    wsRpcUrl: '',
    explorerUrl: '',
    vmType: 'evm',
    depositEnabled: true,
    currency: { address: zeroAddress, ...currency },
    viemChain: defineChain({
      id,
      name,
      nativeCurrency: currency,
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
  };
}

const statusesHeard = (): readonly unknown[] =>
  heard
    .map((text) => JSON.parse(text) as { event?: string; data: { status?: string } })
    .flatMap(({ event, data }) => (event === undefined ? [] : [data.status]));

test('WS17: the published client of the model completes a transfer by the WebSocket alone (websocket#event)', async () => {
  const recipient: Hex = '0x00000000000000000000000000000000000e7501';
  const chains = [relayChain(8453), relayChain(10)];
  const client = createClient({
    baseApiUrl: system.url,
    chains,
    source: 'portage.test',
    websocket: { enabled: true, url: system.url.replace('http', 'ws') },
    // It would ask for the first time after an hour.
    pollingInterval: 3_600_000,
    confirmationPollingInterval: 100,
  });
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(0)),
    chain: chains[0]?.viemChain,
    transport: http(system.chain(8453).rpcUrl),
  });
  const quote = await client.actions.getQuote({
    chainId: 8453,
    toChainId: 10,
    currency: zeroAddress,
    toCurrency: zeroAddress,
    amount: '100000000000000000',
    user: wallet.account.address,
    recipient,
    wallet,
    tradeType: 'EXACT_INPUT',
  });
  const { data } = await client.actions.execute({ quote, wallet });
  expect(data.steps.flatMap(({ items }) => items.map(({ status }) => status))).toEqual([
    'complete',
  ]);
  const destination = createPublicClient({ transport: http(system.chain(10).rpcUrl) });
  const balance = await destination.getBalance({ address: recipient });
  expect(balance.toString()).toBe(quote.details?.currencyOut?.amount);
  expect(statusesHeard()).toEqual(expect.arrayContaining(['waiting', 'success']));
});
