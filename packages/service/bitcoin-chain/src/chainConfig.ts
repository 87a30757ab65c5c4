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
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { z } from 'zod';

/**
 * Configuration of Bitcoin, as an operator writes it. By default endpoints are asked every five
 * seconds, and on a devnet deposits wait for one block below 1,000 USD, two below 10,000, four
 * below 100,000 and six above. `rpcUrls` are nodes of Bitcoin Core (28 or later) with `txindex=1`.
 */
export interface BitcoinChainConfig extends ChainSettings {
  /** The family, where a list holds chains of several. */
  readonly vm?: 'bvm' | undefined;
  readonly network: BitcoinNetwork;
  /** BTC alone. */
  readonly assets: readonly AssetSettings[];
  /**
   * Esplora endpoints: they tell which coins an address has, which nodes cannot; nodes are asked
   * about each. Default: none.
   */
  readonly esploraUrls?: readonly string[] | undefined;
  /** The most that a thousand virtual bytes may cost, in satoshi. Default 500000. */
  readonly feeRateCeiling?: bigint | string | undefined;
  /**
   * Bytes that an OP_RETURN output may carry: with each 32 of them, one payment more is made by one
   * transaction. Default 80, which every node passes on; nodes of Core 30 pass on 100,000.
   */
  readonly dataBytesMax?: number | undefined;
  /** Whether deposit addresses are offered, which needs the key `addresses`. Default false. */
  readonly depositAddresses?: boolean | undefined;
}

/** The configuration with its defaults. */
export interface ParsedChainConfig extends ParsedChainSettings {
  readonly network: BitcoinNetwork;
  readonly assets: readonly ParsedAssetSettings[];
  readonly esploraUrls: readonly string[];
  readonly feeRateCeiling: bigint;
  readonly dataBytesMax: number;
  readonly depositAddresses: boolean;
}

const digits = z
  .string()
  .max(20)
  .regex(/^\d+$/, 'must be decimal digits')
  .transform((text) => BigInt(text));

const family: FamilyShapes = {
  address: z.string().min(1).max(90),
  decimalsMax: 8,
  finality: [
    { upToUsd: 1_000, confirmations: 1 },
    { upToUsd: 10_000, confirmations: 2 },
    { upToUsd: 100_000, confirmations: 4 },
    { confirmations: 6 },
  ],
  pollMs: 5_000,
};

/** Checks the configuration of Bitcoin and fills in the defaults. */
export const bitcoinChainConfigSchema: z.ZodType<ParsedChainConfig, BitcoinChainConfig> = z
  .strictObject({
    vm: z.literal('bvm').optional(),
    ...chainSettingsShape(family),
    network: z.enum(['mainnet', 'testnet', 'regtest']),
    assets: z.array(z.strictObject(assetSettingsShape(family))).length(1),
    esploraUrls: z
      .array(z.url({ protocol: /^https?$/ }))
      .max(16)
      .default([]),
    feeRateCeiling: z.union([z.bigint().min(1_000n), digits]).default(500_000n),
    dataBytesMax: z.number().int().min(80).max(100_000).default(80),
    depositAddresses: z.boolean().default(false),
  })
  .transform(refuseUnsafe(family));
