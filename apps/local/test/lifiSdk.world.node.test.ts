import {
  ChainId,
  convertQuoteToRoute,
  createClient,
  executeRoute,
  getChains,
  getConnections,
  getQuote,
  getRoutes,
  getStatus,
  getToken,
  getTokens,
  getTools,
  getTransactionHistory,
  type RouteExtended,
  type SDKClient,
} from '@lifi/sdk';
import { EthereumProvider } from '@lifi/sdk-provider-ethereum';
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  zeroAddress,
  type Client,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Published SDK of LI.FI, unmodified, against our server, on the two EVM chains of a devnet. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

function walletOn(id: 8453 | 10, account: number): Client {
  const { name, rpcUrl } = system.chain(id);
  return createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    chain: defineChain({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl),
    pollingInterval: 100,
  });
}

function clientOf(account: number): SDKClient {
  return createClient({
    apiUrl: `${system.url}/lifi/v1`,
    integrator: 'portage.test',
    providers: [
      EthereumProvider({
        getWalletClient: () => Promise.resolve(walletOn(8453, account)),
        switchChain: (id) => Promise.resolve(walletOn(id === 10 ? 10 : 8453, account)),
      }),
    ],
  });
}

const userOf = (account: number): Hex => privateKeyToAccount(system.privateKey(account)).address;

/** Hashes that the client tells of: on the origin and on the destination chain. */
function hashesOf({ steps }: RouteExtended): readonly (string | undefined)[] {
  const actions = steps[0]?.execution?.actions ?? [];
  return ['CROSS_CHAIN', 'RECEIVING_CHAIN'].map(
    (type) => actions.find((action) => action.type === type)?.txHash,
  );
}

async function expectMined(id: 8453 | 10, hash: string | undefined): Promise<void> {
  const chain = createPublicClient({ transport: http(system.chain(id).rpcUrl) });
  // The client says where a transaction is; the chain says that it is there.
  const receipt = await chain.getTransactionReceipt({ hash: hash as Hex });
  expect(receipt.status).toBe('success');
}

async function balanceOf(id: 8453 | 10, token: Hex, owner: Hex): Promise<bigint> {
  const chain = createPublicClient({ transport: http(system.chain(id).rpcUrl) });
  return token === zeroAddress
    ? chain.getBalance({ address: owner })
    : chain.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      });
}

interface Sent {
  readonly account: number;
  readonly token: (id: 8453 | 10) => Hex;
  readonly amount: string;
  readonly recipient: Hex;
}

test.each([
  {
    what: 'ETH',
    transfer: {
      account: 0,
      token: () => zeroAddress,
      amount: '100000000000000000',
      recipient: '0x00000000000000000000000000000000000f1f01',
    } satisfies Sent,
  },
  {
    what: 'USDC, with an approval',
    transfer: {
      account: 1,
      token: (id: 8453 | 10) => system.usdc(id),
      amount: '25000000',
      recipient: '0x00000000000000000000000000000000000f1f02',
    } satisfies Sent,
  },
])('quotes and executes to DONE: $what', async ({ transfer }) => {
  const { account, token, amount, recipient }: Sent = transfer;
  const client = clientOf(account);
  const quote = await getQuote(client, {
    fromChain: 8453,
    toChain: 10,
    fromToken: token(8453),
    toToken: token(10),
    fromAmount: amount,
    fromAddress: userOf(account),
    toAddress: recipient,
  });
  const route = await executeRoute(client, convertQuoteToRoute(quote));
  expect(route.steps[0]?.execution?.status).toBe('DONE');
  const [sent, paid] = hashesOf(route);
  await expectMined(8453, sent);
  await expectMined(10, paid);
  console.log(`LI.FI SDK: ${sent ?? ''} on Base, ${paid ?? ''} on Optimism`);
  const [step] = route.steps;
  expect((await balanceOf(10, token(10), recipient)).toString()).toBe(step?.execution?.toAmount);
  expect(await getStatus(client, { txHash: sent ?? '' })).toMatchObject({
    status: 'DONE',
    substatus: 'COMPLETED',
    sending: { chainId: 8453, txHash: sent, amount },
    receiving: { chainId: 10, txHash: paid, amount: step?.execution?.toAmount },
    toAddress: recipient,
    metadata: { integrator: 'portage.test' },
  });
});

test('swaps within a chain, and across, by a route of /advanced/routes', async () => {
  const account = 2;
  const client = clientOf(account);
  const { dai } = system.chain(10).uniswap.tokens;
  const recipient: Hex = '0x00000000000000000000000000000000000f1f03';
  const { routes } = await getRoutes(client, {
    fromChainId: 8453,
    toChainId: 10,
    fromTokenAddress: system.usdc(8453),
    toTokenAddress: dai.address,
    fromAmount: '30000000',
    fromAddress: userOf(account),
    toAddress: recipient,
    options: { slippage: 0.03, order: 'CHEAPEST' },
  });
  const [route] = routes;
  if (route === undefined) throw new Error('There is no route.');
  const done = await executeRoute(client, route);
  expect(done.steps[0]?.execution?.status).toBe('DONE');
  expect(await balanceOf(10, dai.address, recipient)).toBeGreaterThan(0n);

  const within = await getQuote(client, {
    fromChain: 8453,
    toChain: 8453,
    fromToken: zeroAddress,
    toToken: system.chain(8453).uniswap.tokens.dai.address,
    fromAmount: '10000000000000000',
    fromAddress: userOf(account),
    slippage: 0.01,
  });
  const swapped = await executeRoute(client, convertQuoteToRoute(within));
  expect(swapped.steps[0]?.execution?.status).toBe('DONE');
  const { transfers } = await getTransactionHistory(client, { wallet: userOf(account) });
  expect(transfers.map(({ status }) => status)).toEqual(['DONE', 'DONE']);
});

test('lists chains, tokens, tools and connections, and quotes without a wallet', async () => {
  const client = clientOf(3);
  const chains = await getChains(client);
  expect(chains.find(({ id }) => id === 8453)).toMatchObject({
    chainType: 'EVM',
    nativeToken: { address: zeroAddress, decimals: 18 },
    metamask: { chainId: '0x2105', rpcUrls: [system.chain(8453).rpcUrl] },
  });
  const { tokens } = await getTokens(client, { chains: [ChainId.OPT] });
  expect(Object.keys(tokens)).toEqual(['10']);
  expect(await getToken(client, ChainId.OPT, 'USDC')).toMatchObject({
    address: system.usdc(10).toLowerCase(),
    priceUSD: '1',
  });
  const { bridges, exchanges } = await getTools(client);
  expect(bridges[0]?.supportedChains).toContainEqual({ fromChainId: 8453, toChainId: 10 });
  expect(exchanges.map(({ key }) => key)).toContain('uniswap-v3');
  const { connections } = await getConnections(client, { fromChain: 8453, toChain: 10 });
  expect(connections).toHaveLength(1);
  const { routes } = await getRoutes(client, {
    fromChainId: 8453,
    toChainId: 10,
    fromTokenAddress: zeroAddress,
    toTokenAddress: zeroAddress,
    fromAmount: '1000000000000000000',
  });
  expect(routes[0]?.fromAmountUSD).toBe('2500.000000');
});
