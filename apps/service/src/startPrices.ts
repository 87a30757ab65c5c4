import type { PriceSource } from '@portage/core/chain';
import type { PricesConfiguration } from './configuration/pricesSchema.js';
import { warnAboutPrices, type Warn } from './configuration/warnAboutPrices.js';
import { keepPrices, type KeptPricesOptions } from './keepPrices.js';
import { openPrices, type PricesContext } from './openPrices.js';

/** Values that prices are started with. */
export interface StartPricesOptions
  extends
    Omit<PricesContext, 'stored' | 'log'>,
    Pick<KeptPricesOptions, 'records' | 'clock' | 'log'> {
  readonly warn: Warn;
}

/**
 * Opens the configured prices, bounded by those that were accepted before the start, and keeps the
 * ones that are accepted from now on. Assets without a price, or with one that nothing confirms,
 * are named in warnings.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `SERVICE_UNAVAILABLE`
 */
export async function startPrices(
  configuration: PricesConfiguration,
  options: StartPricesOptions,
): Promise<PriceSource> {
  const { records, clock, log, signal } = options;
  warnAboutPrices(configuration, options.chains, options.warn);
  const last = await records.last();
  const stored = new Map(last.map((price) => [price.assetId, price]));
  const prices = openPrices(configuration, { ...options, stored });
  keepPrices({ prices, records, clock, log, signal });
  return prices;
}
