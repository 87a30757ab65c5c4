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
import type { DataOracleConfig } from './gas/dataOracle.js';

/** By which standard a token is taken with a signature. */
export type EvmPermitConfig =
  | { readonly kind: 'eip3009' | 'eip2612'; readonly name: string; readonly version: string }
  | { readonly kind: 'permit2' };

/**
 * A currency of an EVM chain, as an operator writes it. The zero address is the native currency.
 */
export interface EvmAssetConfig extends AssetSettings {
  readonly supportsPermit?: boolean | undefined;
  /**
   * How payers pay with it by a signature: by EIP-3009 or EIP-2612, with the name and version of
   * the token's own domain, or through Permit2.
   */
  readonly permit?: EvmPermitConfig | undefined;
}

/** Addresses of the contracts on a chain. */
export interface EvmContractsConfig {
  readonly depository: string;
  readonly filler: string;
  readonly callRunner?: string | undefined;
  readonly multicall3?: string | undefined;
  /** Carries out plans of users; with `approvalProxy` it lets payers swap before they pay. */
  readonly router?: string | undefined;
  /** Holds the allowances of users, for the router. */
  readonly approvalProxy?: string | undefined;
  /**
   * The token that native currency is wrapped into (WETH); without it swaps are from token to token
   * only.
   */
  readonly wrappedNative?: string | undefined;
  /** Makes deposit addresses; without it orders are paid by deposits alone. */
  readonly depositAddresses?: string | undefined;
}

/**
 * Who has power over the depository, as the operator knows it; what is named is compared at the
 * start.
 */
export interface EvmGovernanceConfig {
  readonly owner?: string | undefined;
  readonly guardian?: string | undefined;
}

/** A venue whose pools are followed, as an operator writes it. */
export interface EvmSwapSourceConfig {
  /** Name that requests include and exclude, as in `uniswap-v3`. */
  readonly id: string;
  readonly kind: 'uniswap-v2' | 'uniswap-v3';
  /** Uniswap's `SwapRouter02`, which trades with pools of both versions. */
  readonly router: string;
  /** Contract that creates the venue's pools: each of them must be the one that it names. */
  readonly factory?: string | undefined;
  /** Pools to follow. Without a factory the operator who lists one vouches for its code. */
  readonly pools: readonly string[];
}

/** This chain's end of a canonical bridge, as an operator writes it. */
export interface EvmBridgeConfig {
  /** Name of the bridge, the same on all of its chains. */
  readonly name: string;
  /** Contract that takes transfers here and delivers those of the other end. */
  readonly contract: string;
  /** Ids of the assets that the solver moves by it. */
  readonly assets: readonly string[];
  /** Part of a transfer that the bridge keeps, in basis points. */
  readonly feeBps: number;
  /** Seconds from sending here until a delivery at the other end is final. */
  readonly seconds: number;
}

/** Prices out of pools, as an operator writes them. */
export interface EvmPoolPricesConfig {
  /** Seconds over which the feed `twap` averages. Default 600. */
  readonly windowSeconds?: number | undefined;
  /** By asset id, as in `eth`: the pool that prices it. */
  readonly assets: Readonly<
    Record<
      string,
      {
        readonly kind: 'uniswap-v2' | 'uniswap-v3';
        readonly pool: string;
        /** Contract that must name the pool. */
        readonly factory?: string | undefined;
        /** The token of the pool that counts as a dollar. */
        readonly dollar: string;
        /** Whole USD that the pool must have at its price to be believed. */
        readonly depthMinUsd: number;
      }
    >
  >;
}

/** Feeds of Chainlink, as an operator writes them. */
export interface EvmChainlinkConfig {
  /** By asset id, as in `eth`: the feed that prices it in USD. */
  readonly assets: Readonly<
    Record<
      string,
      {
        /** Pair that the feed prices, as in `ETH/USD`; only its reader needs it. */
        readonly pair?: string | undefined;
        readonly feed: string;
        /** Seconds after which an answer is too old to be one. */
        readonly heartbeatSeconds: number;
      }
    >
  >;
  /** Feed that tells whether the rollup's sequencer is up. */
  readonly sequencer?: string | undefined;
  /** Seconds for which the sequencer must have been up. Default 3,600. */
  readonly graceSeconds?: number | undefined;
  /** Milliseconds from one reading to the next, at the least. Default 10,000. */
  readonly pollMs?: number | undefined;
}

/**
 * Configuration of one EVM chain, as an operator writes it. By default the chain is polled each
 * second, and on a devnet deposits wait for one confirmation.
 */
export interface EvmChainConfig extends ChainSettings, SendSettings {
  /** The family, where a list holds chains of several. */
  readonly vm?: 'evm' | undefined;
  /** Websocket endpoint that tells of new blocks; without one the chain is polled. */
  readonly wsUrl?: string | undefined;
  /** Currencies of the chain, native first. */
  readonly assets: readonly EvmAssetConfig[];
  readonly contracts: EvmContractsConfig;
  /** Default: nothing is compared. */
  readonly governance?: EvmGovernanceConfig | undefined;
  /** Venues to swap at; they need `contracts.multicall3`. Default: none. */
  readonly swapSources?: readonly EvmSwapSourceConfig[] | undefined;
  /** Bridges by which the solver moves its inventory. Default: none. */
  readonly bridges?: readonly EvmBridgeConfig[] | undefined;
  /**
   * Feeds of prices out of pools, named `pool` and `twap`; they need `contracts.multicall3`.
   * Default: none.
   */
  readonly poolPrices?: EvmPoolPricesConfig | undefined;
  /** The feed of prices named `chainlink`. Default: none. */
  readonly chainlink?: EvmChainlinkConfig | undefined;
  /**
   * Whether tokens are taken by a transfer with the order's id behind it, too: one more
   * `eth_getLogs` for each block. Default true.
   */
  readonly directDeposits?: boolean | undefined;
  /**
   * Milliseconds between two readings of fees and balances at least, however fast blocks come.
   * Default 3,000, on a devnet 200.
   */
  readonly readingMs?: number | undefined;
  /** The most that a unit of gas may cost, in wei. Default 500 gwei. */
  readonly feeCeiling?: bigint | string | undefined;
  /**
   * Tip where blocks have room, in wei; the least that the chain's nodes take. Default 1,000,000.
   */
  readonly tipMin?: bigint | string | undefined;
  /** The most that a tip may be, in wei. Default 50 gwei. */
  readonly tipCeiling?: bigint | string | undefined;
  /**
   * How the chain tells what it charges for data that it posts to its settlement chain; `none`
   * where it posts none. Default: as well-known rollups do, by chain id; `none` for others and on a
   * devnet.
   */
  readonly dataFee?: 'none' | DataOracleConfig | undefined;
}

/** The configuration with its defaults. */
export interface ParsedChainConfig extends ParsedChainSettings, ParsedSendSettings {
  readonly wsUrl?: string | undefined;
  readonly assets: readonly (ParsedAssetSettings & { readonly supportsPermit: boolean } & Pick<
      EvmAssetConfig,
      'permit'
    >)[];
  readonly contracts: EvmContractsConfig;
  readonly governance: EvmGovernanceConfig;
  readonly swapSources: readonly EvmSwapSourceConfig[];
  readonly bridges: readonly EvmBridgeConfig[];
  readonly poolPrices?: (EvmPoolPricesConfig & { readonly windowSeconds: number }) | undefined;
  readonly chainlink?:
    (EvmChainlinkConfig & { readonly graceSeconds: number; readonly pollMs: number }) | undefined;
  readonly directDeposits: boolean;
  readonly readingMs?: number | undefined;
  readonly feeCeiling: bigint;
  readonly tipMin: bigint;
  readonly tipCeiling: bigint;
  readonly dataFee?: 'none' | DataOracleConfig | undefined;
}

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits');
const digits = z
  .string()
  .max(40)
  .regex(/^\d+$/, 'must be decimal digits')
  .transform((text) => BigInt(text));
const family: FamilyShapes = {
  address,
  decimalsMax: 36,
  finality: [{ confirmations: 1 }],
  finalityExample: [
    { upToUsd: 1_000, confirmations: 12 },
    { upToUsd: 10_000, confirmations: 'safe' },
    { confirmations: 'finalized' },
  ],
  tellsSafe: true,
  pollMs: 1_000,
};

const permitSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['eip3009', 'eip2612']),
    name: z.string().min(1),
    version: z.string().min(1),
  }),
  z.strictObject({ kind: z.literal('permit2') }),
]);

const assetSchema = z.strictObject({
  ...assetSettingsShape(family),
  supportsPermit: z.boolean().default(false),
  permit: permitSchema.optional(),
});

const swapSourceSchema = z.strictObject({
  id: z.string().min(1).max(64),
  kind: z.enum(['uniswap-v2', 'uniswap-v3']),
  router: address,
  factory: address.optional(),
  pools: z.array(address).min(1).max(1_000),
});

const bridgeSchema = z.strictObject({
  name: z.string().min(1).max(64),
  contract: address,
  assets: z.array(z.string().min(1)).min(1).max(64),
  feeBps: z.number().int().min(0).max(9_999),
  seconds: z.number().int().min(1).max(2_592_000),
});

const poolPricesSchema = z.strictObject({
  windowSeconds: z.number().int().min(1).max(604_800).default(600),
  assets: z.record(
    z.string().min(1),
    z.strictObject({
      kind: z.enum(['uniswap-v2', 'uniswap-v3']),
      pool: address,
      factory: address.optional(),
      dollar: address,
      depthMinUsd: z.number().int().min(0),
    }),
  ),
});

const chainlinkSchema = z.strictObject({
  assets: z.record(
    z.string().min(1),
    z.strictObject({
      pair: z.string().min(1).max(32).optional(),
      feed: address,
      heartbeatSeconds: z.number().int().min(1).max(604_800),
    }),
  ),
  sequencer: address.optional(),
  graceSeconds: z.number().int().min(0).max(604_800).default(3_600),
  pollMs: z.number().int().min(100).max(60_000).default(10_000),
});

/** Private key of an EVM account. */
export const privateKeySchema: z.ZodType<string, string> = z
  .string()
  .regex(
    /^(?:0x[0-9a-fA-F]{64}|address:0x[0-9a-fA-F]{40})$/,
    'must be 0x and 64 hex digits, or address: and an address',
  );

/** Checks the configuration of one EVM chain and fills in the defaults. */
export const evmChainConfigSchema: z.ZodType<ParsedChainConfig, EvmChainConfig> = z
  .strictObject({
    vm: z.literal('evm').optional(),
    ...chainSettingsShape(family),
    wsUrl: z.url({ protocol: /^wss?$/ }).optional(),
    assets: z.array(assetSchema).min(1),
    // A deployment may name more contracts than a chain needs.
    contracts: z.object({
      depository: address,
      filler: address,
      callRunner: address.optional(),
      multicall3: address.optional(),
      router: address.optional(),
      approvalProxy: address.optional(),
      wrappedNative: address.optional(),
      depositAddresses: address.optional(),
    }),
    governance: z
      .strictObject({ owner: address.optional(), guardian: address.optional() })
      .default({}),
    swapSources: z.array(swapSourceSchema).max(32).default([]),
    bridges: z.array(bridgeSchema).max(16).default([]),
    poolPrices: poolPricesSchema.optional(),
    chainlink: chainlinkSchema.optional(),
    directDeposits: z.boolean().default(true),
    readingMs: z.number().int().min(100).max(60_000).optional(),
    ...sendSettingsShape(3),
    feeCeiling: z.union([z.bigint().min(0n), digits]).default(500_000_000_000n),
    tipMin: z.union([z.bigint().min(0n), digits]).default(1_000_000n),
    tipCeiling: z.union([z.bigint().min(0n), digits]).default(50_000_000_000n),
    dataFee: z
      .union([
        z.literal('none'),
        z.strictObject({ kind: z.enum(['op-stack', 'arbitrum']), oracle: address.optional() }),
      ])
      .optional(),
  })
  .transform(refuseUnsafe(family));
