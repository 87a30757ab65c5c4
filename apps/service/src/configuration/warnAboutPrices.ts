import type { Chains } from '@portage/core/chain';
import type { PricesConfiguration } from './pricesSchema.js';
import { unconfirmedAssets } from './unconfirmedAssets.js';
import { unpricedAssets } from './unpricedAssets.js';

/** Writes one warning with its context. */
export type Warn = (context: Readonly<Record<string, string>>, message: string) => void;

/** Names the assets that are not quoted for want of a price, and those quoted in part only. */
export function warnAboutPrices(
  prices: PricesConfiguration,
  chains: Pick<Chains, 'all'>,
  warn: Warn,
): void {
  const part = 'prices';
  for (const asset of unpricedAssets(prices, chains))
    warn({ part, asset }, 'no price is configured for this asset: quotes with it are refused');
  for (const { assetId: asset, path, reason } of unconfirmedAssets(prices))
    warn(
      { part, asset, path, hint: 'Name a feed of another source as the guard.' },
      `${reason}: the asset is exchanged up to policy.unconfirmedMicroUsdMax a request`,
    );
}
