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

const explorerPathsSchema = z.object({
  transaction: z.string().optional(),
  address: z.string().optional(),
  token: z.string().optional(),
});

/** Paths of a block explorer. */
export interface ExplorerPaths {
  transaction?: string | undefined;
  address?: string | undefined;
  token?: string | undefined;
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
  explorerPaths: explorerPathsSchema.optional(),
  explorerQueryParams: z.record(z.string(), z.string()).optional(),
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
  logoUrl: z.string().optional(),
  brandColor: z.string().optional(),
  statusMessage: z.string().optional(),
  contracts: z.record(z.string(), z.unknown()),
  vmType: z.string(),
  baseChainId: z.number().int().nullable(),
  solverAddresses: z.array(z.string()),
  tags: z.array(z.string()),
  protocol: z.object({
    v2: z.object({
      chainId: z.string(),
      depository: z.string().optional(),
      depositoryVault: z.string().optional(),
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
  /**
   * Paths behind `explorerUrl` where they are not the usual ones; `{TX_HASH}`, `{ADDRESS}` and
   * `{TOKEN}` stand for what is looked up.
   */
  explorerPaths?: ExplorerPaths | undefined;
  /** Query members that every link into the explorer needs. */
  explorerQueryParams?: Record<string, string> | undefined;
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
  logoUrl?: string | undefined;
  /** A colour as in `#0052ff`. */
  brandColor?: string | undefined;
  /** A sentence of the operator to show beside the chain. */
  statusMessage?: string | undefined;
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
      /** The account that holds the depository's money, where it is not the depository itself. */
      depositoryVault?: string | undefined;
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
  /** Faults of the process itself, as a clock that is off; quotes are refused meanwhile. */
  warnings: z.array(z.string()).optional(),
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
