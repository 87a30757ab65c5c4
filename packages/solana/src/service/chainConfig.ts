import type { FinalityTier } from '@portage/rpc';
import { z } from 'zod';

/** A currency of a chain, as an operator writes it. */
export interface SolanaAssetConfig {
  /** Asset id shared by all chains, as in `usdc`. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** The mint; the system program is SOL. */
  readonly address: string;
  readonly decimals: number;
  readonly supportsBridging?: boolean | undefined;
  readonly logoURI?: string | undefined;
  readonly verified?: boolean | undefined;
}

/** Configuration of one Solana chain, as an operator writes it. */
export interface SolanaChainConfig {
  readonly id: number;
  /** The chain's name in protocol data, as in `solana`. */
  readonly slug: string;
  readonly name: string;
  readonly displayName?: string | undefined;
  /** HTTP endpoints of independent operators; the first is preferred. They may carry secrets and are never printed. */
  readonly rpcUrls: readonly string[];
  /** Endpoints that must agree before money is spent. Default: more than half of them. */
  readonly quorum?: number | undefined;
  /** Hash of the first block, where it should be checked that the endpoints serve the right cluster. */
  readonly genesisHash?: string | undefined;
  /** Currencies of the chain, SOL first. Tokens of the token program only: extensions may take a part of a payment. */
  readonly assets: readonly SolanaAssetConfig[];
  /** Addresses of the programs. */
  readonly programs: { readonly depository: string; readonly filler: string };
  /** The first slot that can hold an event of ours. Default 0. */
  readonly startHeight?: number | undefined;
  /** Tiers by value, smallest first. Default: what the chain itself calls final. */
  readonly finality?: readonly FinalityTier[] | undefined;
  /** Pays fills: 64 bytes of a key pair, or its 32 bytes of seed, in base58. Without both keys the chain is only watched. */
  readonly solverPrivateKey?: string | undefined;
  /** Signs withdrawals from the depository. */
  readonly allocatorPrivateKey?: string | undefined;
  readonly explorerUrl?: string | undefined;
  readonly explorerName?: string | undefined;
  readonly iconUrl?: string | undefined;
  /** The RPC endpoint that `GET /chains` may show to anybody. */
  readonly publicRpcUrl?: string | undefined;
  /** The most that a compute unit may cost, in micro-lamports. Default 1000000: 0.0002 SOL for a fill. */
  readonly priceCeiling?: bigint | string | undefined;
  /** Seconds that a payment usually takes. Default 2. */
  readonly secondsPerPayment?: number | undefined;
  /** Milliseconds between polls. Default 400, which is the time of a slot. */
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
  readonly quorum?: number | undefined;
  readonly genesisHash?: string | undefined;
  readonly assets: readonly Required<{ [Key in keyof SolanaAssetConfig]: NonNullable<SolanaAssetConfig[Key]> }>[];
  readonly programs: SolanaChainConfig['programs'];
  readonly startHeight: number;
  readonly finality: readonly FinalityTier[];
  readonly solverPrivateKey?: string | undefined;
  readonly allocatorPrivateKey?: string | undefined;
  readonly explorerUrl: string;
  readonly explorerName: string;
  readonly iconUrl: string;
  readonly publicRpcUrl: string;
  readonly priceCeiling: bigint;
  readonly secondsPerPayment: number;
  readonly pollMs: number;
  readonly timeoutMs: number;
  readonly clock: () => number;
}

const base58 = (min: number, max: number): z.ZodString => z.string().regex(new RegExp(`^[1-9A-HJ-NP-Za-km-z]{${String(min)},${String(max)}}$`), 'must be base58');
const address = base58(32, 44);
const privateKey = base58(32, 90);
const digits = z.string().max(20).regex(/^\d+$/, 'must be decimal digits').transform((text) => BigInt(text));

const assetSchema = z.object({
  id: z.string().min(1),
  symbol: z.string().min(1),
  name: z.string().min(1),
  address,
  decimals: z.number().int().min(0).max(18),
  supportsBridging: z.boolean().default(true),
  logoURI: z.string().default(''),
  verified: z.boolean().default(true),
});

const tierSchema = z.object({
  upToUsd: z.number().int().positive().optional(),
  confirmations: z.union([z.number().int().min(1), z.literal('finalized')]),
});

/** Checks the configuration of one Solana chain and fills in the defaults. */
export const solanaChainConfigSchema: z.ZodType<ParsedChainConfig, SolanaChainConfig> = z.object({
  id: z.number().int().positive(),
  slug: z.string().min(1).max(64),
  name: z.string().min(1),
  displayName: z.string().optional(),
  rpcUrls: z.array(z.url({ protocol: /^https?$/ })).min(1).max(16),
  quorum: z.number().int().min(1).optional(),
  genesisHash: address.optional(),
  assets: z.array(assetSchema).min(1),
  programs: z.object({ depository: address, filler: address }),
  startHeight: z.number().int().min(0).default(0),
  finality: z.array(tierSchema).min(1).default([{ confirmations: 'finalized' }]),
  solverPrivateKey: privateKey.optional(),
  allocatorPrivateKey: privateKey.optional(),
  explorerUrl: z.string().default(''),
  explorerName: z.string().default(''),
  iconUrl: z.string().default(''),
  publicRpcUrl: z.string().default(''),
  priceCeiling: z.union([z.bigint().min(0n), digits]).default(1_000_000n),
  secondsPerPayment: z.number().int().min(1).default(2),
  pollMs: z.number().int().min(20).default(400),
  timeoutMs: z.number().int().min(100).default(10_000),
  clock: z.custom<() => number>((value) => typeof value === 'function').default(() => Date.now),
});
