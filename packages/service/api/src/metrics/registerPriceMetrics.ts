import type { PriceSource } from '@portage/core/chain';
import { Gauge, type Registry } from 'prom-client';

/** Prices to report, and the clock. */
export interface PriceMetricsOptions {
  readonly prices: PriceSource;
  readonly now: () => number;
}

/**
 * Registers metrics of guarded prices, read from memory on demand. An alarm watches the rejected
 * ones.
 */
export function registerPriceMetrics(
  registers: Registry[],
  { prices, now }: PriceMetricsOptions,
): void {
  if (prices.states === undefined) return;
  const states = (): ReturnType<NonNullable<PriceSource['states']>> => prices.states?.() ?? [];
  new Gauge({
    name: 'portage_price_refused',
    help: '1 for an asset whose price is not quoted from, by the reason.',
    labelNames: ['asset', 'feed', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const { assetId, feed, refusal } of states())
        this.set(
          { asset: assetId, feed, reason: refusal ?? 'none' },
          refusal === undefined ? 0 : 1,
        );
    },
  });
  new Gauge({
    name: 'portage_price_age_seconds',
    help: 'Time since a price that is quoted from was published.',
    labelNames: ['asset', 'feed'],
    registers,
    collect() {
      this.reset();
      for (const { assetId, feed, price } of states())
        if (price !== undefined)
          this.set({ asset: assetId, feed }, Math.max(0, now() - price.observedAt) / 1000);
    },
  });
}
