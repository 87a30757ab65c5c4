import type { FinalityTier } from '@portage/rpc';
import { z } from 'zod';

/** By which standard a token is taken with a signature. */
export type EvmPermitConfig = { readonly kind: 'eip3009' | 'eip2612'; readonly name: string; readonly version: string } | { readonly kind: 'permit2' };

/** A currency of a chain, as an operator writes it. */
export interface EvmAssetConfig {
  /** Asset id shared by all chains, as in `usdc`. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** The zero address is the native currency. */
  readonly address: string;
  readonly decimals: number;
  readonly supportsBridging?: boolean | undefined;
  readonly supportsPermit?: boolean | undefined;
  /** How payers pay with it by a signature: by EIP-3009 or EIP-2612, with the name and version of the token's own domain, or through Permit2. */
  readonly permit?: EvmPermitConfig | undefined;
  readonly logoURI?: string | undefined;
  readonly verified?: boolean | undefined;
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
  /** The token that native currency is wrapped into (WETH); without it swaps are from token to token only. */
  readonly wrappedNative?: string | undefined;
  /** Makes deposit addresses; without it orders are paid by deposits alone. */
  readonly depositAddresses?: string | undefined;
}

/** A venue whose pools are followed, as an operator writes it. */
export interface EvmSwapSourceConfig {
  /** Name that requests include and exclude, as in `uniswap-v3`. */
  readonly id: string;
  readonly kind: 'uniswap-v2' | 'uniswap-v3';
  /** Uniswap's `SwapRouter02`, which trades with pools of both versions. */
  readonly router: string;
  /** Pools to follow. Whoever lists one vouches for its code and its tokens. */
  readonly pools: readonly string[];
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
        /** The token of the pool that counts as a dollar. */
        readonly dollar: string;
        /** Whole USD that the pool must have at its price to be believed. */
        readonly depthMinUsd: number;
      }
    >
  >;
}

/** Configuration of one EVM chain, as an operator writes it. */
export interface EvmChainConfig {
  readonly id: number;
  /** The chain's name in protocol data, as in `base`. */
  readonly slug: string;
  readonly name: string;
  readonly displayName?: string | undefined;
  /** HTTP endpoints of independent operators; the first is preferred. They may carry secrets and are never printed. */
  readonly rpcUrls: readonly string[];
  /** Websocket endpoint that tells of new blocks; without one the chain is polled. */
  readonly wsUrl?: string | undefined;
  /** Endpoints that must agree before money is spent. Default: more than half of them. */
  readonly quorum?: number | undefined;
  /** Currencies of the chain, native first. */
  readonly assets: readonly EvmAssetConfig[];
  readonly contracts: EvmContractsConfig;
  /** Venues to swap at; they need `contracts.multicall3`. Default: none. */
  readonly swapSources?: readonly EvmSwapSourceConfig[] | undefined;
  /** Feeds of prices out of pools, named `pool` and `twap`; they need `contracts.multicall3`. Default: none. */
  readonly poolPrices?: EvmPoolPricesConfig | undefined;
  /** The first block that can hold an event of ours. Default 0. */
  readonly startHeight?: number | undefined;
  /** Tiers by value, smallest first. Default: one confirmation for everything. */
  readonly finality?: readonly FinalityTier[] | undefined;
  /** Signs orders and pays fills. Without both keys the chain is only watched. */
  readonly solverPrivateKey?: string | undefined;
  /** Signs withdrawals from the depository. */
  readonly allocatorPrivateKey?: string | undefined;
  readonly explorerUrl?: string | undefined;
  readonly explorerName?: string | undefined;
  readonly iconUrl?: string | undefined;
  /** The RPC endpoint that `GET /chains` may show to anybody. */
  readonly publicRpcUrl?: string | undefined;
  /** The most that a unit of gas may cost, in wei. Default 500 gwei. */
  readonly feeCeiling?: bigint | string | undefined;
  /** Seconds that a payment usually takes. Default 2. */
  readonly secondsPerPayment?: number | undefined;
  /** Milliseconds between polls while no websocket is live. Default 1000. */
  readonly pollMs?: number | undefined;
  /** Milliseconds that an endpoint has for an answer. Default 10000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: (() => number) | undefined;
}

/** The configuration with its defaults. */
export interface ParsedChainConfig {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly displayName?: string | undefined;
  readonly rpcUrls: readonly string[];
  readonly wsUrl?: string | undefined;
  readonly quorum?: number | undefined;
  readonly assets: readonly (Required<{ [Key in Exclude<keyof EvmAssetConfig, 'permit'>]: NonNullable<EvmAssetConfig[Key]> }> & Pick<EvmAssetConfig, 'permit'>)[];
  readonly contracts: EvmContractsConfig;
  readonly swapSources: readonly EvmSwapSourceConfig[];
  readonly poolPrices?: (EvmPoolPricesConfig & { readonly windowSeconds: number }) | undefined;
  readonly startHeight: number;
  readonly finality: readonly FinalityTier[];
  readonly solverPrivateKey?: string | undefined;
  readonly allocatorPrivateKey?: string | undefined;
  readonly explorerUrl: string;
  readonly explorerName: string;
  readonly iconUrl: string;
  readonly publicRpcUrl: string;
  readonly feeCeiling: bigint;
  readonly secondsPerPayment: number;
  readonly pollMs: number;
  readonly timeoutMs: number;
  readonly clock: () => number;
}

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits');
const privateKey = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits');
const digits = z.string().max(40).regex(/^\d+$/, 'must be decimal digits').transform((text) => BigInt(text));

const permitSchema = z.discriminatedUnion('kind', [z.object({ kind: z.enum(['eip3009', 'eip2612']), name: z.string().min(1), version: z.string().min(1) }), z.object({ kind: z.literal('permit2') })]);

const assetSchema = z.object({
  id: z.string().min(1),
  symbol: z.string().min(1),
  name: z.string().min(1),
  address,
  decimals: z.number().int().min(0).max(36),
  supportsBridging: z.boolean().default(true),
  supportsPermit: z.boolean().default(false),
  permit: permitSchema.optional(),
  logoURI: z.string().default(''),
  verified: z.boolean().default(true),
});

const swapSourceSchema = z.object({
  id: z.string().min(1).max(64),
  kind: z.enum(['uniswap-v2', 'uniswap-v3']),
  router: address,
  pools: z.array(address).min(1).max(1_000),
});

const poolPricesSchema = z.object({
  windowSeconds: z.number().int().min(1).max(604_800).default(600),
  assets: z.record(z.string().min(1), z.object({ kind: z.enum(['uniswap-v2', 'uniswap-v3']), pool: address, dollar: address, depthMinUsd: z.number().int().min(0) })),
});

const tierSchema = z.object({
  upToUsd: z.number().int().positive().optional(),
  confirmations: z.union([z.number().int().min(1), z.literal('finalized')]),
});

/** Checks the configuration of one EVM chain and fills in the defaults. */
export const evmChainConfigSchema: z.ZodType<ParsedChainConfig, EvmChainConfig> = z.object({
  id: z.number().int().positive(),
  slug: z.string().min(1).max(64),
  name: z.string().min(1),
  displayName: z.string().optional(),
  rpcUrls: z.array(z.url({ protocol: /^https?$/ })).min(1).max(16),
  wsUrl: z.url({ protocol: /^wss?$/ }).optional(),
  quorum: z.number().int().min(1).optional(),
  assets: z.array(assetSchema).min(1),
  contracts: z.object({ depository: address, filler: address, callRunner: address.optional(), multicall3: address.optional(), router: address.optional(), approvalProxy: address.optional(), wrappedNative: address.optional(), depositAddresses: address.optional() }),
  swapSources: z.array(swapSourceSchema).max(32).default([]),
  poolPrices: poolPricesSchema.optional(),
  startHeight: z.number().int().min(0).default(0),
  finality: z.array(tierSchema).min(1).default([{ confirmations: 1 }]),
  solverPrivateKey: privateKey.optional(),
  allocatorPrivateKey: privateKey.optional(),
  explorerUrl: z.string().default(''),
  explorerName: z.string().default(''),
  iconUrl: z.string().default(''),
  publicRpcUrl: z.string().default(''),
  feeCeiling: z.union([z.bigint().min(0n), digits]).default(500_000_000_000n),
  secondsPerPayment: z.number().int().min(1).default(2),
  pollMs: z.number().int().min(20).default(1_000),
  timeoutMs: z.number().int().min(100).default(10_000),
  clock: z.custom<() => number>((value) => typeof value === 'function').default(() => Date.now),
});
