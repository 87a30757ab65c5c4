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
import { executedPolicy, type TransactionStatus } from '@portage/exchange/api';
import { z } from 'zod';
import type { ExchangeTier } from './endpoint/callWeights.js';

/**
 * Configuration of the exchange, as an operator writes it. `rpcUrls` are addresses of its host,
 * without `/api/v1`. Transfers count once their status is final: by default, once they are
 * executed.
 */
export interface ExchangeChainConfig extends ChainSettings {
  /** The family, where a list holds chains of several. */
  readonly vm?: 'lvm' | undefined;
  /** Id inside signatures: 304 on mainnet, 300 on testnet. */
  readonly circuitId: number;
  /** Currencies by their ids on the exchange, as in `0` for USDC of perpetuals. */
  readonly assets: readonly AssetSettings[];
  /**
   * Seconds for which a signed transfer may be executed. While it may, nothing else is signed in
   * its place. Default 60.
   */
  readonly expirySeconds?: number | undefined;
  /**
   * Meaning of the numbers that the exchange writes for statuses, from 0 on. Default: pending,
   * queued, committed, executed, failed, rejected.
   */
  readonly statusNumbers?: readonly TransactionStatus[] | undefined;
  /** Statuses at which a transfer counts, and is final. Default: executed. */
  readonly finalStatuses?: readonly TransactionStatus[] | undefined;
  /**
   * Codes by which the exchange refuses every transfer for a while. Default 21515: transactions of
   * the asset are not allowed.
   */
  readonly pausedCodes?: readonly number[] | undefined;
  /**
   * Whether calls about our accounts have a token that their keys sign, for hosts that tell an
   * account's history and fees to its owner alone. Default: no.
   */
  readonly authTokens?: boolean | undefined;
  /**
   * Tier of the account by which each host bounds calls: so many are made, and the pace of reading
   * follows from them. Default: calls are not bound.
   */
  readonly tier?: ExchangeTier | undefined;
  /**
   * Stream of a host, as in `wss://mainnet.zklighter.elliot.ai/stream`, whose channels say when to
   * read our accounts. Default: none.
   */
  readonly wsUrl?: string | undefined;
}

/** The configuration with its defaults. */
export interface ParsedChainConfig extends ParsedChainSettings {
  readonly circuitId: number;
  readonly assets: readonly ParsedAssetSettings[];
  readonly expirySeconds: number;
  readonly statusNumbers: readonly TransactionStatus[];
  readonly finalStatuses: readonly TransactionStatus[];
  readonly pausedCodes: readonly number[];
  readonly authTokens: boolean;
  readonly tier?: ExchangeTier | undefined;
  readonly wsUrl?: string | undefined;
}

const family: FamilyShapes = {
  address: z.string().regex(/^\d{1,3}$/, 'must be the id of a currency of the exchange'),
  decimalsMax: 18,
  finality: [{ confirmations: 1 }],
  pollMs: 1_000,
};

const statusSchema = z.enum([
  ...(['pending', 'queued', 'committed', 'executed'] as const),
  ...(['failed', 'rejected'] as const),
]);

/** Checks the configuration of the exchange and fills in the defaults. */
export const exchangeChainConfigSchema: z.ZodType<ParsedChainConfig, ExchangeChainConfig> = z
  .strictObject({
    vm: z.literal('lvm').optional(),
    ...chainSettingsShape(family),
    circuitId: z.number().int().positive(),
    assets: z
      .array(z.strictObject(assetSettingsShape(family)))
      .min(1)
      .max(16),
    expirySeconds: z.number().int().min(2).max(600).default(60),
    statusNumbers: z
      .array(statusSchema)
      .min(1)
      .max(32)
      .default([...executedPolicy.numbers]),
    finalStatuses: z
      .array(statusSchema.exclude(['failed', 'rejected', 'pending']))
      .min(1)
      .default(['executed']),
    pausedCodes: z.array(z.number().int()).max(16).default([21_515]),
    authTokens: z.boolean().default(false),
    tier: z.enum(['standard', 'premium', 'plus', 'builder']).optional(),
    wsUrl: z.url({ protocol: /^wss?$/ }).optional(),
  })
  .transform(refuseUnsafe(family));
