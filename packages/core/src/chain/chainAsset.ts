import type { ChainCurrency } from '../schemas/chains.js';
import type { Currency } from '../schemas/currencyAmount.js';

/**
 * A currency on one chain, with the id of the asset that it is (`usdc` on every chain that has it).
 */
export interface ChainAsset extends ChainCurrency {
  readonly isNative: boolean;
}

/**
 * The currency as quotes show it.
 *
 * @example
 * ```ts
 * wireCurrency(chain.id, chain.native).metadata.isNative; // true
 * ```
 */
export function wireCurrency(chainId: number, asset: ChainAsset): Currency {
  return {
    chainId,
    address: asset.address,
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
    metadata: {
      logoURI: asset.metadata?.logoURI ?? '',
      verified: asset.metadata?.verified ?? false,
      isNative: asset.isNative,
    },
  };
}
