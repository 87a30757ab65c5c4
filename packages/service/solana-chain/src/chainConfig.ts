import {
  assetSettingsShape,
  chainSettingsShape,
  refuseUnsafe,
  type AssetSettings,
  type ChainSettings,
  type FamilyShapes,
  type ParsedAssetSettings,
  type ParsedChainSettings,
} from '@portage/chain-kit';
import {
  sendSettingsShape,
  type ParsedSendSettings,
  type SendSettings,
} from '@portage/chain-kit/send';
import { z } from 'zod';
import type { TokenProgramName } from './rpc/tokenPrograms.js';
import { venueSchema, type ParsedVenueConfig, type VenueSourceConfig } from './venueConfig.js';

/**
 * Configuration of one Solana chain, as an operator writes it. By default the chain is polled each
 * slot (400 ms), and on a devnet deposits wait until the chain itself calls them final.
 */
export interface SolanaChainConfig extends ChainSettings, SendSettings {
  /** The family, where a list holds chains of several. */
  readonly vm?: 'svm' | undefined;
  /**
   * Hash of the first block, where it should be checked that the endpoints serve the right cluster.
   */
  readonly genesisHash?: string | undefined;
  /** Currencies of the chain by their mints, SOL (the system program) first. */
  readonly assets: readonly SolanaAssetSettings[];
  /** Addresses of the programs. */
  readonly programs: { readonly depository: string; readonly filler: string };
  /**
   * Sources of swaps: pools, at most one source of them, for payers and the solver, and venues that
   * are asked, for the solver alone. Default: none.
   */
  readonly swapSources?: readonly SolanaSwapSourceConfig[] | undefined;
  /**
   * Whether the chain offers deposit addresses, by the key `addresses` of the family. Default
   * false.
   */
  readonly depositAddresses?: boolean | undefined;
  /** Default: the programs of this version. */
  readonly programHashes?: SolanaProgramHashes | undefined;
  /** Default: nothing is compared. */
  readonly governance?: SolanaGovernanceConfig | undefined;
  /**
   * The most that a compute unit may cost, in micro-lamports. Default 1000000: 0.0002 SOL for a
   * fill.
   */
  readonly priceCeiling?: bigint | string | undefined;
  /**
   * The least that is offered for a compute unit, in micro-lamports, whatever others pay. Default
   * 10000: some 2,000 lamports for a fill; 0 on a devnet.
   */
  readonly priceFloor?: bigint | string | undefined;
}

/** One currency, as an operator writes it. */
export interface SolanaAssetSettings extends AssetSettings {
  /**
   * Token program that owns the mint. Mints of Token-2022 are taken whose extensions only describe
   * the token: metadata, groups, interest for display. Default `spl-token`.
   */
  readonly tokenProgram?: TokenProgramName | undefined;
}

/** One source of swaps, as an operator writes it. */
export type SolanaSwapSourceConfig = SolanaPoolSourceConfig | VenueSourceConfig;

/** A source of swaps with its defaults. */
export type ParsedSwapSource = SolanaPoolSourceConfig | ParsedVenueConfig;

/** Pools to swap at, as an operator writes them. */
export interface SolanaPoolSourceConfig {
  /** Name that requests include and exclude, as in `test-pools`. */
  readonly id: string;
  /** Pools of the test program, which local clusters have. */
  readonly kind: 'test-pool';
  /** Program that owns the pools. */
  readonly program: string;
  /** Pools to follow. The operator vouches for the program and the tokens of each. */
  readonly pools: readonly string[];
}

/**
 * Who has power over the programs, as the operator knows it; what is named is compared at the
 * start.
 */
export interface SolanaGovernanceConfig {
  /** Owner of the depository. */
  readonly owner?: string | undefined;
  /** Guardian of the depository. */
  readonly guardian?: string | undefined;
  /** Account that may replace both programs; null where none may. */
  readonly upgradeAuthority?: string | null | undefined;
  /** Limits of what leaves the depository, by the ids of currencies. */
  readonly limits?: Readonly<Record<string, SolanaLimitConfig>> | undefined;
}

/** Limit of what leaves the depository in one currency. */
export interface SolanaLimitConfig {
  /** The most at once, in the smallest unit, as decimal digits. */
  readonly capacity: string;
  /** Seconds in which it refills. */
  readonly window: number;
}

/** SHA-256 of programs in hexadecimal, where they are others than those of this version. */
export interface SolanaProgramHashes {
  readonly depository?: string | undefined;
  readonly filler?: string | undefined;
}

/** The configuration with its defaults. */
export interface ParsedChainConfig extends ParsedChainSettings, ParsedSendSettings {
  readonly genesisHash?: string | undefined;
  readonly assets: readonly (ParsedAssetSettings & { readonly tokenProgram: TokenProgramName })[];
  readonly programs: SolanaChainConfig['programs'];
  readonly swapSources: readonly ParsedSwapSource[];
  readonly depositAddresses: boolean;
  readonly programHashes: SolanaProgramHashes;
  readonly governance: SolanaGovernanceConfig;
  readonly priceCeiling: bigint;
  readonly priceFloor?: bigint | undefined;
}

/** The least that is offered for a compute unit where none is configured, in micro-lamports. */
const priceFloor = 10_000n;

/** The least that a chain offers for a compute unit, in micro-lamports. */
export function priceFloorOf(config: Pick<ParsedChainConfig, 'devnet' | 'priceFloor'>): bigint {
  return config.priceFloor ?? (config.devnet ? 0n : priceFloor);
}

const base58 = (min: number, max: number): z.ZodString =>
  z
    .string()
    .regex(new RegExp(`^[1-9A-HJ-NP-Za-km-z]{${String(min)},${String(max)}}$`), 'must be base58');
const address = base58(32, 44);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits in lower case');
const digits = z
  .string()
  .max(20)
  .regex(/^\d+$/, 'must be decimal digits')
  .transform((text) => BigInt(text));
const family: FamilyShapes = {
  address,
  decimalsMax: 18,
  finality: [{ confirmations: 'finalized' }],
  pollMs: 400,
};

/** Private key of a Solana account. */
export const privateKeySchema: z.ZodType<string, string> = z.union([
  z.templateLiteral(['address:', z.string()]),
  base58(32, 90),
]);

const sourceId = z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be lower case, digits and dashes');
const swapSourcesSchema = z
  .array(
    z.union([
      z.strictObject({
        id: sourceId,
        kind: z.literal('test-pool'),
        program: address,
        pools: z.array(address).min(1).max(50),
      }),
      venueSchema(sourceId, address),
    ]),
  )
  .max(5)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have different ids')
  .refine(
    (all) => all.filter(({ kind }) => kind === 'test-pool').length <= 1,
    'may have one source of pools',
  )
  .default([]);

/** Checks the configuration of one Solana chain and fills in the defaults. */
export const solanaChainConfigSchema: z.ZodType<ParsedChainConfig, SolanaChainConfig> = z
  .strictObject({
    vm: z.literal('svm').optional(),
    ...chainSettingsShape(family),
    genesisHash: address.optional(),
    assets: z
      .array(
        z.strictObject({
          ...assetSettingsShape(family),
          tokenProgram: z.enum(['spl-token', 'spl-token-2022']).default('spl-token'),
        }),
      )
      .min(1),
    programs: z.strictObject({ depository: address, filler: address }),
    swapSources: swapSourcesSchema,
    depositAddresses: z.boolean().default(false),
    programHashes: z
      .strictObject({ depository: sha256.optional(), filler: sha256.optional() })
      .default({}),
    governance: z
      .strictObject({
        owner: address.optional(),
        guardian: address.optional(),
        upgradeAuthority: address.nullable().optional(),
        limits: z
          .record(
            z.string(),
            z.strictObject({
              capacity: z.string().max(20).regex(/^\d+$/, 'must be decimal digits'),
              window: z.number().int().min(1).max(31_536_000),
            }),
          )
          .optional(),
      })
      .default({}),
    priceCeiling: z.union([z.bigint().min(0n), digits]).default(1_000_000n),
    ...sendSettingsShape(30),
    priceFloor: z.union([z.bigint().min(0n), digits]).optional(),
  })
  .transform(refuseUnsafe(family));
