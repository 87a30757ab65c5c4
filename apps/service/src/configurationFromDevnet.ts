import { readFileSync } from 'node:fs';
import { fromZod, PortageError, ZERO_ADDRESS } from '@portage/core';
import { z } from 'zod';
import { parseConfiguration, type Configuration } from './configuration.js';

const token = z.object({ address: z.string(), decimals: z.number().int(), symbol: z.string(), name: z.string() });

const evmChain = z.object({
  vm: z.literal('evm'),
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  rpcUrl: z.string(),
  wsUrl: z.string(),
  contracts: z.object({ depository: z.string(), filler: z.string(), callRunner: z.string() }),
  tokens: z.record(z.string(), token),
});

/** The part of `devnet.json` that a service needs. */
const devnetSchema = z.object({
  devnetId: z.string(),
  chains: z.record(z.string(), z.discriminatedUnion('vm', [evmChain, z.object({ vm: z.literal('svm') })])),
  roles: z.object({ solver: z.object({ privateKey: z.string() }), allocator: z.object({ privateKey: z.string() }) }),
});

/** USD per whole unit on a devnet, where nobody trades. */
export const devnetPrices: Readonly<Record<string, string>> = { eth: '2500', weth: '2500', usdc: '1' };

/** Nobody is kept waiting on a devnet: everything comes from one address. */
const devnetRate = { address: 1_000_000_000, key: 1_000_000_000 } as const;

/** A configuration with the devnet that it belongs to: chains are new at each boot, so a database outlives none. */
export interface DevnetConfiguration {
  readonly devnetId: string;
  readonly configuration: Configuration;
}

/**
 * Makes the configuration of a service from `devnet.json`: one confirmation, one endpoint a chain, fixed prices.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function configurationFromDevnet(path: string): DevnetConfiguration {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', { message: `There is no devnet at ${path}.`, cause });
  }
  const parsed = devnetSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const { chains, roles, devnetId } = parsed.data;
  const evmChains = Object.values(chains).filter((chain) => chain.vm === 'evm');
  const configuration = parseConfiguration({
    keys: { solver: roles.solver.privateKey, allocator: roles.allocator.privateKey },
    prices: { source: 'fixed', usd: devnetPrices },
    http: { rates: { perMinute: { quote: devnetRate, other: devnetRate } } },
    chains: evmChains.map((chain) => ({
      id: chain.id,
      slug: chain.slug,
      name: chain.name,
      displayName: chain.name,
      rpcUrls: [chain.rpcUrl],
      publicRpcUrl: chain.rpcUrl,
      wsUrl: chain.wsUrl,
      contracts: chain.contracts,
      assets: [
        { id: 'eth', symbol: 'ETH', name: 'Ether', address: ZERO_ADDRESS, decimals: 18 },
        ...Object.entries(chain.tokens).map(([id, asset]) => ({ id, ...asset, supportsPermit: id === 'usdc' })),
      ],
    })),
  });
  return { devnetId, configuration };
}
