import { readFileSync } from 'node:fs';
import { PortageError, zeroAddress } from '@portage/core';
import { fromZod } from '@portage/core/schemas';
import { z } from 'zod';
import { parseConfiguration, type Configuration } from './configuration.js';

const token = z.object({
  address: z.string(),
  decimals: z.number().int(),
  symbol: z.string(),
  name: z.string(),
});

const pool = z.object({ kind: z.enum(['v2', 'v3']), address: z.string() });

const evmChain = z.object({
  vm: z.literal('evm'),
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  rpcUrl: z.string(),
  wsUrl: z.string(),
  contracts: z.object({
    depository: z.string(),
    filler: z.string(),
    callRunner: z.string(),
    router: z.string(),
    approvalProxy: z.string(),
    multicall3: z.string(),
    depositAddresses: z.string(),
  }),
  tokens: z.record(z.string(), token),
  uniswap: z.object({
    swapRouter: z.string(),
    tokens: z.record(z.string(), token),
    pools: z.array(pool),
  }),
});

const key = z.object({ secretKey: z.string() });

const solanaChain = z.object({
  vm: z.literal('svm'),
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  rpcUrl: z.string(),
  genesisHash: z.string(),
  programs: z.object({ depository: z.string(), filler: z.string() }),
  tokens: z.record(z.string(), token),
  roles: z.object({ solver: key, allocator: key }),
});

/** Part of `devnet.json` that a service needs. */
const devnetSchema = z.object({
  devnetId: z.string(),
  chains: z.record(z.string(), z.discriminatedUnion('vm', [evmChain, solanaChain])),
  roles: z.object({
    solver: z.object({ privateKey: z.string() }),
    allocator: z.object({ privateKey: z.string() }),
  }),
});

/** USD per whole unit on a devnet, where nobody trades. */
export const devnetPrices: Readonly<Record<string, string>> = {
  eth: '2500',
  weth: '2500',
  sol: '150',
  usdc: '1',
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

/** No rate limit on a devnet, because everything comes from one address. */
const devnetRate = { address: 1_000_000_000, key: 1_000_000_000 } as const;

/**
 * Configuration with the devnet that it belongs to. Chains are new at each start, so a database
 * belongs to one of them.
 */
export interface DevnetConfiguration {
  readonly devnetId: string;
  readonly configuration: Configuration;
}

/**
 * Creates the configuration of a service from `devnet.json`: one confirmation, one endpoint a
 * chain, fixed prices, and its pools to swap with.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function configurationFromDevnet(path: string): DevnetConfiguration {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no devnet at ${path}.`,
      cause,
    });
  }
  const parsed = devnetSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const { chains, roles, devnetId } = parsed.data;
  const svm = Object.values(chains).find((chain) => chain.vm === 'svm')?.roles;
  const configuration = parseConfiguration({
    keys: {
      evm: { solver: roles.solver.privateKey, allocator: roles.allocator.privateKey },
      ...(svm === undefined
        ? {}
        : { svm: { solver: svm.solver.secretKey, allocator: svm.allocator.secretKey } }),
    },
    prices: { source: 'fixed', usd: devnetPrices },
    http: { rates: { perMinute: { quote: devnetRate, other: devnetRate } } },
    chains: Object.values(chains).map(describeChain),
  });
  return { devnetId, configuration };
}

function describeChain(chain: z.output<typeof evmChain> | z.output<typeof solanaChain>): object {
  const common = {
    id: chain.id,
    slug: chain.slug,
    name: chain.name,
    displayName: chain.name,
    rpcUrls: [chain.rpcUrl],
    publicRpcUrl: chain.rpcUrl,
  };
  const tokens = Object.entries(chain.tokens);
  if (chain.vm === 'evm') return { ...common, ...describeEvm(chain) };
  const native = { id: 'sol', symbol: 'SOL', name: 'Solana', address: '1'.repeat(32), decimals: 9 };
  return {
    ...common,
    vm: 'svm',
    genesisHash: chain.genesisHash,
    programs: chain.programs,
    pollMs: 200,
    assets: [native, ...tokens.map(([id, asset]) => ({ id, ...asset }))],
  };
}

/** The solver trades ETH and everything under `tokens`; tokens of pools alone can be swapped. */
function describeEvm({ wsUrl, contracts, tokens, uniswap }: z.output<typeof evmChain>): object {
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
    pools: uniswap.pools.filter((each) => each.kind === kind).map(({ address }) => address),
  }));
  return {
    vm: 'evm',
    wsUrl,
    contracts: { ...contracts, wrappedNative: tokens['weth']?.address },
    assets: [native, ...traded, ...swapped],
    swapSources,
  };
}
