import { getAddress, isAddress, type Address } from 'viem';
import { z } from 'zod';
import { atPlace } from '../configuration/atPlace.js';
import type { ChainConfiguration } from '../configuration/configuration.js';
import { parsePart } from '../configuration/parsePart.js';
import { chosenChains } from './chosenChains.js';
import { endpointUrls } from './endpointUrls.js';

/** Members of a chain that a deployment reads; contracts may still be texts in angle brackets. */
const schema = z.looseObject({
  id: z.number().int().min(1),
  slug: z.string(),
  devnet: z.boolean().default(false),
  rpcUrls: endpointUrls,
  tipMin: z
    .union([z.string(), z.number()])
    .transform((tip) => BigInt(tip))
    .default(1_000_000n),
  assets: z
    .array(
      z.looseObject({
        id: z.string(),
        symbol: z.string(),
        decimals: z.number().int().min(0).max(36),
        address: z.string().refine((text) => isAddress(text, { strict: false })),
      }),
    )
    .min(1),
  contracts: z.record(z.string(), z.string()).default({}),
});

/** A currency that a limit is set for. */
export interface DeployAsset {
  readonly id: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The zero address is the native currency. */
  readonly address: Address;
}

/** An EVM chain that contracts are deployed on. */
export interface DeployChain {
  readonly id: number;
  readonly slug: string;
  readonly isDevnet: boolean;
  /** Endpoints, the preferred one first. */
  readonly urls: readonly string[];
  /** Least tip of a unit of gas, in wei. */
  readonly tipMin: bigint;
  /** Currencies, native first. */
  readonly assets: readonly DeployAsset[];
  /** Configured addresses, without what is still to be filled in. */
  readonly contracts: Readonly<Record<string, Address>>;
}

/**
 * EVM chains of a configuration.
 *
 * @param names - slugs with commas between; undefined for all
 * @throws PortageError `INVALID_CONFIGURATION` for an unknown name and for settings that are wrong
 */
export function deployChains(
  chains: readonly ChainConfiguration[],
  names: string | undefined,
): readonly DeployChain[] {
  const read = chains.flatMap((chain, index) =>
    chain.vm === 'evm' ? [readChain(chain, `chains.${String(index)}`)] : [],
  );
  return chosenChains(read, names, 'EVM chain');
}

function readChain(chain: ChainConfiguration, place: string): DeployChain {
  try {
    const { id, slug, devnet, rpcUrls, tipMin, assets, contracts } = parsePart(schema, chain, []);
    const written = Object.entries(contracts).filter(([, text]) =>
      isAddress(text, { strict: false }),
    );
    return {
      id,
      slug,
      isDevnet: devnet,
      urls: rpcUrls,
      tipMin,
      assets: assets.map((asset) => ({
        id: asset.id,
        symbol: asset.symbol,
        decimals: asset.decimals,
        address: getAddress(asset.address),
      })),
      contracts: Object.fromEntries(written.map(([name, text]) => [name, getAddress(text)])),
    };
  } catch (error) {
    throw atPlace(place, error);
  }
}
