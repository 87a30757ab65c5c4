import { z } from 'zod';

/** A currency in the list of chains. */
export const chainCurrencySchema = z.object({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  address: z.string(),
  decimals: z.number().int(),
  supportsBridging: z.boolean(),
  supportsPermit: z.boolean().optional(),
  metadata: z
    .object({ logoURI: z.string(), verified: z.boolean(), isNative: z.boolean().optional() })
    .optional(),
});

/** A currency in the list of chains. */
export interface ChainCurrency {
  /** Asset id shared by all chains, as in `usdc`. */
  id: string;
  symbol: string;
  name: string;
  /** The zero address is the native currency of EVM chains. */
  address: string;
  decimals: number;
  /** Whether the solver pays and takes it without a swap. */
  supportsBridging: boolean;
  /** Whether `usePermit` can pay with it. */
  supportsPermit?: boolean | undefined;
  metadata?: { logoURI: string; verified: boolean; isNative?: boolean | undefined } | undefined;
}

/** One chain in `GET /chains`. */
export const chainSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  displayName: z.string(),
  httpRpcUrl: z.string(),
  wsRpcUrl: z.string(),
  explorerUrl: z.string(),
  explorerName: z.string(),
  depositEnabled: z.boolean(),
  tokenSupport: z.enum(['All', 'Limited']),
  disabled: z.boolean(),
  partialDisableLimit: z.number(),
  blockProductionLagging: z.boolean(),
  currency: chainCurrencySchema,
  withdrawalFee: z.number(),
  depositFee: z.number(),
  surgeEnabled: z.boolean(),
  featuredTokens: z.array(chainCurrencySchema),
  erc20Currencies: z.array(chainCurrencySchema),
  solverCurrencies: z.array(chainCurrencySchema),
  iconUrl: z.string(),
  contracts: z.record(z.string(), z.unknown()),
  vmType: z.string(),
  baseChainId: z.number().int().nullable(),
  solverAddresses: z.array(z.string()),
  tags: z.array(z.string()),
  protocol: z.object({
    v2: z.object({
      chainId: z.string(),
      depository: z.string().optional(),
      filler: z.string().optional(),
      depositAddresses: z.string().optional(),
      orderSigner: z.string().optional(),
    }),
  }),
});

/** One chain in `GET /chains`. */
export interface ChainInfo {
  id: number;
  /** As in wallets. */
  name: string;
  displayName: string;
  /** A public endpoint of the chain; may be empty. */
  httpRpcUrl: string;
  wsRpcUrl: string;
  explorerUrl: string;
  explorerName: string;
  /** Whether payments on this chain are taken. */
  depositEnabled: boolean;
  tokenSupport: 'All' | 'Limited';
  /** Whether nothing is quoted on this chain for now. */
  disabled: boolean;
  partialDisableLimit: number;
  /** Whether no new block has come for too long. */
  blockProductionLagging: boolean;
  /** Its native currency. */
  currency: ChainCurrency;
  withdrawalFee: number;
  depositFee: number;
  surgeEnabled: boolean;
  /** Currencies to show first. */
  featuredTokens: ChainCurrency[];
  /** All currencies on offer beside the native one. */
  erc20Currencies: ChainCurrency[];
  /** Currencies that the solver pays and takes without a swap. */
  solverCurrencies: ChainCurrency[];
  iconUrl: string;
  /** Addresses of the contracts that a quote may name; `verifyQuote` compares with them. */
  contracts: Record<string, unknown>;
  /** Family of the chain, as in `evm` or `svm`. */
  vmType: string;
  baseChainId: number | null;
  /** Accounts that the solver pays from. */
  solverAddresses: string[];
  tags: string[];
  /**
   * Its slug in orders, and what verification trusts: contracts, and the account that signs orders.
   */
  protocol: {
    v2: {
      chainId: string;
      depository?: string | undefined;
      filler?: string | undefined;
      depositAddresses?: string | undefined;
      orderSigner?: string | undefined;
    };
  };
}

/** Answer of `GET /chains`. */
export const chainsResponseSchema = z.object({ chains: z.array(chainSchema) });

/** Query of `GET /chains`. */
export const chainsQuerySchema = z.object({
  includeChains: z.string().max(1024).optional(),
  referrer: z.string().max(256).optional(),
});

/** Answer of `GET /health`. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'down']),
  chains: z.array(
    z.object({
      id: z.number().int(),
      slug: z.string(),
      /** `down`: too few endpoints answer, and what the chain owes waits. */
      status: z.enum(['ok', 'lagging', 'halted', 'down']),
      height: z.number().int(),
      /** Milliseconds since the newest block was seen. */
      ageMs: z.number(),
      reason: z.string().optional(),
      /** Parts that are left off, a quorum that is too small, endpoints that are away. */
      warnings: z.array(z.string()).optional(),
    }),
  ),
});

/** Answer of `GET /health`. */
export type Health = z.infer<typeof healthSchema>;
