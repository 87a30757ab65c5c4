import { PortageError } from '@portage/core';
import { solanaCodec } from '@portage/solana/codec';
import { z } from 'zod';
import { atPlace } from '../../configuration/atPlace.js';
import type { ChainConfiguration } from '../../configuration/configuration.js';
import { parsePart } from '../../configuration/parsePart.js';
import { chosenChains } from '../chosenChains.js';
import { endpointUrls } from '../endpointUrls.js';

const micro = z.union([z.string(), z.number()]).transform((price) => BigInt(price));

/** Members of a chain that a deployment reads; programs may still be texts in angle brackets. */
const schema = z.looseObject({
  id: z.number().int().min(1),
  slug: z.string(),
  devnet: z.boolean().default(false),
  rpcUrls: endpointUrls,
  genesisHash: z.string().optional(),
  priceFloor: micro.default(10_000n),
  priceCeiling: micro.default(1_000_000n),
  assets: z
    .array(
      z.looseObject({
        id: z.string(),
        symbol: z.string(),
        decimals: z.number().int().min(0).max(18),
        address: z.string().refine(isSolanaAddress),
      }),
    )
    .min(1),
  programs: z.record(z.string(), z.string()).default({}),
});

/** A currency of a cluster. */
export interface SolanaDeployAsset {
  readonly id: string;
  readonly symbol: string;
  readonly decimals: number;
  /** A mint, or the system program's address for SOL. */
  readonly address: string;
}

/** A cluster that programs are deployed on. */
export interface SolanaDeployChain {
  readonly id: number;
  readonly slug: string;
  readonly isDevnet: boolean;
  /** Endpoints, the preferred one first. */
  readonly urls: readonly string[];
  readonly genesisHash: string | undefined;
  /** Least and most micro-lamports for a compute unit. */
  readonly priceFloor: bigint;
  readonly priceCeiling: bigint;
  readonly assets: readonly SolanaDeployAsset[];
  /** Configured addresses, without what is still to be filled in. */
  readonly programs: Readonly<Record<string, string>>;
}

/**
 * Chains of Solana's family in a configuration.
 *
 * @param names - slugs with commas between; undefined for all
 * @throws PortageError `INVALID_CONFIGURATION` for an unknown name and for settings that are wrong
 */
export function solanaDeployChains(
  chains: readonly ChainConfiguration[],
  names: string | undefined,
): readonly SolanaDeployChain[] {
  const read = chains.flatMap((chain, index) =>
    chain.vm === 'svm' ? [readChain(chain, `chains.${String(index)}`)] : [],
  );
  return chosenChains(read, names, 'chain of Solana');
}

/** Whether a text is 32 bytes in base58. */
export function isSolanaAddress(text: string): boolean {
  try {
    return solanaCodec.encodeAddress(text).length === 32;
  } catch (error) {
    if (error instanceof PortageError) return false;
    throw error;
  }
}

function readChain(chain: ChainConfiguration, place: string): SolanaDeployChain {
  try {
    const { id, slug, devnet, rpcUrls, programs, ...rest } = parsePart(schema, chain, []);
    const { genesisHash, priceFloor, priceCeiling, assets } = rest;
    return {
      id,
      slug,
      isDevnet: devnet,
      urls: rpcUrls,
      genesisHash,
      priceFloor: devnet ? 0n : priceFloor,
      priceCeiling,
      assets,
      programs: Object.fromEntries(
        Object.entries(programs).filter(([, text]) => isSolanaAddress(text)),
      ),
    };
  } catch (error) {
    throw atPlace(place, error);
  }
}
