import { z } from 'zod';
import { hostOf, type EndpointSetting } from '../endpoint/endpointAddress.js';
import type { FinalityTier } from '../follow/createFinality.js';
import {
  chainPresentationShape,
  type ChainPresentation,
  type ParsedChainPresentation,
} from './chainPresentation.js';

/** An operator's settings of a chain behind JSON-RPC, the same for every family. */
export interface ChainSettings extends ChainPresentation {
  readonly id: number;
  /** The chain's name in protocol data, as in `base`. */
  readonly slug: string;
  readonly name: string;
  readonly displayName?: string | undefined;
  /**
   * HTTP endpoints of independent operators, at least two of them but on a devnet; the first is
   * preferred. They may carry secrets and are never printed.
   */
  readonly rpcUrls: readonly EndpointSetting[];
  /**
   * Operators whose endpoints must agree before money is spent; at least 2 but on a devnet.
   * Default: more than half of them.
   */
  readonly quorum?: number | undefined;
  /**
   * Whether one process serves the whole chain, and nothing on it is worth anything: a quorum of
   * one is then no fault, and `finality` has a default. Default false.
   */
  readonly devnet?: boolean | undefined;
  /**
   * The first height that can hold an event of ours. Without it the family finds the creation of
   * its contracts, or reads from 0 where that costs nothing.
   */
  readonly startHeight?: number | undefined;
  /** Tiers by value, smallest first. Default: none, which is refused; the family's on a devnet. */
  readonly finality?: readonly FinalityTier[] | undefined;
  /**
   * Whole USD that may be spent against deposits at a time before as many blocks stand on them as
   * the last tier asks for; others wait. Default: the last bound of `finality`, or no limit where
   * it has none.
   */
  readonly exposureUsdMax?: number | undefined;
  /**
   * Whole USD that the fee of one fill may cost; a dearer one is held, whatever was charged for it.
   * Default: none.
   */
  readonly fillUsdMax?: number | undefined;
  /** The RPC endpoint that `GET /chains` may show to anybody. */
  readonly publicRpcUrl?: string | undefined;
  /** Seconds that a payment usually takes. Default 2. */
  readonly secondsPerPayment?: number | undefined;
  /** Milliseconds between polls. Default: the family's own. */
  readonly pollMs?: number | undefined;
  /** Milliseconds that an endpoint has for an answer. Default 10000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Milliseconds between two readings of old blocks, for what was left out; 0 for none. Default
   * 60000.
   */
  readonly rereadMs?: number | undefined;
  /** Blocks of one such reading at most. Default 2000. */
  readonly rereadBlocks?: number | undefined;
}

type Optional = 'displayName' | 'quorum' | 'startHeight' | 'exposureUsdMax' | 'fillUsdMax';

/** The settings with their defaults. */
export type ParsedChainSettings = ParsedChainPresentation &
  Pick<ChainSettings, Optional> & {
    readonly [
      Key in Exclude<keyof ChainSettings, Optional | keyof ChainPresentation>
    ]-?: NonNullable<ChainSettings[Key]>;
  };

/** A currency of a chain, as an operator writes it. */
export interface AssetSettings {
  /** Asset id shared by all chains, as in `usdc`. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly address: string;
  readonly decimals: number;
  readonly supportsBridging?: boolean | undefined;
  readonly logoURI?: string | undefined;
  /**
   * Whether the operator vouches for the currency: answers say so, and default lists leave out what
   * is not. Default true: a currency that is not trusted is not listed.
   */
  readonly verified?: boolean | undefined;
}

/** Schemas and defaults that differ by family. */
export interface FamilyShapes {
  readonly address: z.ZodType<string, string>;
  readonly decimalsMax: number;
  /** Tiers of a devnet that names none. */
  readonly finality: readonly FinalityTier[];
  /** Tiers that an operator is shown who has named none. Default: those of a devnet. */
  readonly finalityExample?: readonly FinalityTier[] | undefined;
  /** Whether the chain says which blocks are safe, so that a tier may wait for that. Default no. */
  readonly tellsSafe?: boolean | undefined;
  readonly pollMs: number;
}

/** A currency with its defaults. */
export type ParsedAssetSettings = {
  readonly [Key in keyof AssetSettings]-?: NonNullable<AssetSettings[Key]>;
};

/** Tiers of a family; those that wait for a safe block only where its chains tell of one. */
function tierSchema(tellsSafe: boolean): z.ZodType<FinalityTier, FinalityTier> {
  const words = z.enum(['safe', 'finalized']);
  return z.strictObject({
    upToUsd: z.number().int().positive().optional(),
    confirmations: z.union([z.number().int().min(1), tellsSafe ? words : words.exclude(['safe'])]),
  });
}

const endpointSchema = z.union([
  z.url({ protocol: /^https?$/ }),
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }),
    operator: z.string().trim().min(1).max(64).optional(),
    callsPerSecondMax: z.number().int().min(1).max(100_000).optional(),
  }),
]);

/**
 * Members of {@link ChainSettings} for a family's own schema, which ends with
 * `.transform(refuseUnsafe(family))`: tiers that are not given are an empty list until then.
 *
 * @example
 * ```ts
 * const configSchema = z
 *   .object({
 *     ...chainSettingsShape(family),
 *     assets: z.array(z.object(assetSettingsShape(family))).min(1),
 *   })
 *   .transform(refuseUnsafe(family));
 * ```
 */
export function chainSettingsShape({
  tellsSafe = false,
  pollMs,
}: Pick<FamilyShapes, 'pollMs' | 'tellsSafe'>): {
  readonly [Key in keyof ParsedChainSettings]-?: z.ZodType<
    ParsedChainSettings[Key],
    ChainSettings[Key]
  >;
} {
  return {
    id: z.number().int().positive(),
    slug: z.string().min(1).max(64),
    name: z.string().min(1),
    displayName: z.string().optional(),
    rpcUrls: z.array(endpointSchema).min(1).max(16).superRefine(refuseEqualHosts),
    quorum: z.number().int().min(1).optional(),
    devnet: z.boolean().default(false),
    startHeight: z.number().int().min(0).optional(),
    finality: z.array(tierSchema(tellsSafe)).min(1).default([]),
    exposureUsdMax: z.number().int().positive().optional(),
    fillUsdMax: z.number().int().positive().optional(),
    ...chainPresentationShape,
    publicRpcUrl: z.string().default(''),
    secondsPerPayment: z.number().int().min(1).default(2),
    pollMs: z.number().int().min(20).default(pollMs),
    timeoutMs: z.number().int().min(100).default(10_000),
    rereadMs: z.number().int().min(0).default(60_000),
    rereadBlocks: z.number().int().min(1).max(100_000).default(2_000),
  };
}

/** An endpoint named twice would agree with itself. */
function refuseEqualHosts(urls: readonly EndpointSetting[], context: z.core.$RefinementCtx): void {
  const hosts = urls.map(hostOf);
  hosts.forEach((host, index) => {
    if (hosts.indexOf(host) < index)
      context.addIssue({
        code: 'custom',
        path: [index],
        message: 'is on the host of another endpoint',
      });
  });
}

/**
 * Members of {@link AssetSettings} for a family's own schema.
 *
 * @example
 * ```ts
 * const assetSchema = z.object({
 *   ...assetSettingsShape(family),
 *   supportsPermit: z.boolean().default(false),
 * });
 * ```
 */
export function assetSettingsShape({
  address,
  decimalsMax,
}: Pick<FamilyShapes, 'address' | 'decimalsMax'>): {
  readonly [Key in keyof ParsedAssetSettings]-?: z.ZodType<
    ParsedAssetSettings[Key],
    AssetSettings[Key]
  >;
} {
  return {
    id: z.string().min(1),
    symbol: z.string().min(1),
    name: z.string().min(1),
    address,
    decimals: z.number().int().min(0).max(decimalsMax),
    supportsBridging: z.boolean().default(true),
    logoURI: z.string().default(''),
    verified: z.boolean().default(true),
  };
}
