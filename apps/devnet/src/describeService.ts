import { zeroAddress } from '@portage/core';
import { bridgeTerms } from './contracts/planContracts.js';
import type {
  BitcoinDevnetChain,
  DevnetChain,
  DevnetDescription,
  EvmDevnetChain,
  ExchangeDevnetChain,
  SolanaDevnetChain,
} from './description.js';

/** USD per whole unit on a devnet, which has no market. */
export const devnetPrices: Readonly<Record<string, string>> = {
  eth: '2500',
  weth: '2500',
  sol: '150',
  port: '2',
  btc: '60000',
  usdc: '1',
  usdt: '1',
  dai: '1',
  wbtc: '60000',
};

/** Permits that the tokens of a devnet accept. */
const devnetPermits: Readonly<Record<string, object>> = {
  usdc: { permit: { kind: 'eip3009', name: 'USD Coin', version: '2' } },
  weth: { permit: { kind: 'permit2' } },
  dai: { permit: { kind: 'eip2612', name: 'Test Dai', version: '1' } },
  wbtc: { permit: { kind: 'permit2' } },
};

/**
 * Inventory that the solver wants, micro-USD: on Base what it starts with, on Optimism a little
 * less, so that WETH brought to Base and paid out on Optimism earns a reward. What users try first
 * has no target, so its fees stay the same however much is moved.
 */
const devnetTargets = {
  'base:weth': '250000000000000',
  'optimism:weth': '240000000000000',
} as const;

/** Delay of the bridge, and the blocks after which both of its ends are final. */
const bridgeSeconds = bridgeTerms.delaySeconds + 10;

/** No rate limit on a devnet, because everything comes from one address. */
const devnetRate = { address: 1_000_000_000, key: 1_000_000_000 } as const;

/**
 * Creates the configuration of a service on a devnet, as an operator writes it: one confirmation,
 * one endpoint a chain, fixed prices, and the devnet's pools to swap with.
 */
export function describeService({
  chains,
  roles,
}: Pick<DevnetDescription, 'chains' | 'roles'>): DevnetDescription['configuration'] {
  const all = Object.values(chains);
  const bvm = all.find((chain) => chain.vm === 'bvm');
  const lvm = all.find((chain) => chain.vm === 'lvm');
  const svm = all.find((chain) => chain.vm === 'svm');
  return {
    keys: {
      evm: { solver: roles.solver.privateKey, allocator: roles.allocator.privateKey },
      ...(svm === undefined ? {} : { svm: describeSolanaKeys(svm) }),
      ...(bvm === undefined ? {} : { bvm: describeBitcoinKeys(bvm) }),
      ...(lvm === undefined ? {} : { lvm: describeExchangeKeys(lvm) }),
    },
    prices: { source: 'fixed', usd: devnetPrices },
    policy: {
      collections: { intervalMs: 5_000 },
      rebalancing: { bpsMax: 10, targetsMicroUsd: targetsOf(all) },
    },
    http: {
      drainMs: 0,
      rates: { perMinute: { quote: devnetRate, other: devnetRate } },
      facades: ['lifi'],
    },
    chains: all.map((chain) => ({
      id: chain.id,
      slug: chain.slug,
      name: chain.name,
      displayName: chain.name,
      rpcUrls: [chain.rpcUrl],
      devnet: true,
      publicRpcUrl: chain.rpcUrl,
      startHeight: 0,
      ...describeChain(chain),
    })),
  };
}

/** Targets of the chains that the devnet has: a name that is on none is refused. */
function targetsOf(chains: readonly DevnetChain[]): Readonly<Record<string, string>> {
  const has = (name: string): boolean => chains.some(({ slug }) => name.startsWith(`${slug}:`));
  return Object.fromEntries(Object.entries(devnetTargets).filter(([name]) => has(name)));
}

function describeChain(chain: DevnetChain): object {
  switch (chain.vm) {
    case 'evm':
      return describeEvm(chain);
    case 'svm':
      return describeSolana(chain);
    case 'bvm':
      return describeBitcoin(chain);
    case 'lvm':
      return describeExchange(chain);
  }
}

/** Account, place of its API key, API key, and key of its owner. */
function describeExchangeKeys({ roles }: ExchangeDevnetChain): Record<string, string> {
  const keyOf = ({
    accountIndex,
    apiKeyIndex,
    privateKey,
    owner,
  }: ExchangeDevnetChain['roles']['solver']): string =>
    [accountIndex, apiKeyIndex, privateKey.slice(2), owner.privateKey.slice(2)].join(':');
  return { solver: keyOf(roles.solver), allocator: keyOf(roles.depository) };
}

function describeExchange({ circuitId }: ExchangeDevnetChain): object {
  const usdc = { id: 'usdc', symbol: 'USDC', name: 'USD Coin', address: '0', decimals: 6 };
  return { vm: 'lvm', circuitId, assets: [usdc], pollMs: 200 };
}

function describeBitcoinKeys({
  roles,
  depositAddressesKey,
}: BitcoinDevnetChain): Record<string, string> {
  const { solver, allocator } = roles;
  return {
    solver: solver.privateKey,
    allocator: allocator.privateKey,
    addresses: depositAddressesKey,
  };
}

function describeBitcoin({ network, esploraUrl }: BitcoinDevnetChain): object {
  const native = {
    id: 'btc',
    symbol: 'BTC',
    name: 'Bitcoin',
    address: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
    decimals: 8,
  };
  // Wallets speak to Esplora.
  const endpoints = { esploraUrls: [esploraUrl], publicRpcUrl: esploraUrl };
  const settings = { pollMs: 200, depositAddresses: true };
  return { vm: 'bvm', network, ...endpoints, ...settings, assets: [native] };
}

function describeSolanaKeys({ roles }: SolanaDevnetChain): Readonly<Record<string, string>> {
  const { solver, allocator, addresses } = roles;
  return {
    solver: solver.secretKey,
    allocator: allocator.secretKey,
    addresses: addresses.secretKey,
  };
}

/** The solver trades SOL and everything under `tokens`; tokens of pools alone can be swapped. */
function describeSolana({
  rpcUrl,
  genesisHash,
  programs,
  tokens,
  testPools,
}: SolanaDevnetChain): object {
  const native = { id: 'sol', symbol: 'SOL', name: 'Solana', address: '1'.repeat(32), decimals: 9 };
  const traded = Object.entries(tokens).map(([id, asset]) => ({ id, ...asset }));
  const swapped = Object.entries(testPools.tokens).map(([id, asset]) => ({
    id,
    ...asset,
    supportsBridging: false,
  }));
  const { program } = testPools;
  const pools = testPools.pools.map(({ address }) => address);
  return {
    vm: 'svm',
    genesisHash,
    programs,
    pollMs: 200,
    assets: [native, ...traded, ...swapped],
    swapSources: [
      { id: 'test-pools', kind: 'test-pool', program, pools },
      { id: 'jupiter', kind: 'jupiter', urls: [`${rpcUrl}/swap/v1`], programs: [program] },
    ],
    depositAddresses: true,
  };
}

/** The solver trades ETH and everything under `tokens`; tokens of pools alone can be swapped. */
function describeEvm({ wsUrl, contracts, tokens, uniswap }: EvmDevnetChain): object {
  const native = { id: 'eth', symbol: 'ETH', name: 'Ether', address: zeroAddress, decimals: 18 };
  const traded = Object.entries(tokens).map(([id, asset]) => ({
    id,
    ...asset,
    ...devnetPermits[id],
  }));
  const swapped = Object.entries(uniswap.tokens).map(([id, asset]) => ({
    id,
    ...asset,
    supportsBridging: false,
    ...devnetPermits[id],
  }));
  const swapSources = (['v2', 'v3'] as const).map((kind) => ({
    id: `uniswap-${kind}`,
    kind: `uniswap-${kind}`,
    router: uniswap.swapRouter,
    factory: uniswap[kind].factory,
    pools: uniswap.pools.filter((each) => each.kind === kind).map(({ address }) => address),
  }));
  const { depository, filler, callRunner, router, approvalProxy } = contracts;
  return {
    vm: 'evm',
    wsUrl,
    contracts: {
      depository,
      filler,
      callRunner,
      router,
      approvalProxy,
      multicall3: contracts.multicall3,
      depositAddresses: contracts.depositAddresses,
      wrappedNative: tokens.weth.address,
    },
    assets: [native, ...traded, ...swapped],
    swapSources,
    bridges: [
      {
        name: 'canonical',
        contract: contracts.bridge,
        assets: ['usdt'],
        feeBps: bridgeTerms.feeBps,
        seconds: bridgeSeconds,
      },
    ],
  };
}
