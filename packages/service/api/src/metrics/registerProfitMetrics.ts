import { Money } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';
import { ledgerAsset } from '@portage/settlement';
import { Gauge, type Registry } from 'prom-client';
import { createRefreshed } from './createRefreshed.js';
import type { MetricsOptions } from './metricsOptions.js';
import { readProfit, sponsorAsset } from './readProfit.js';

const profitMsMax = 10_000;

/** A currency of a chain, with its profit in smallest units. */
interface AssetProfit {
  /** Slug of the chain. */
  readonly chain: string;
  readonly asset: ChainAsset;
  readonly amount: bigint;
}

/** Worth in USD at a price; it may be negative. */
function worth(amount: bigint, decimals: number, price: Money.Price): number {
  const size = Number(Money.usdDown(amount < 0n ? -amount : amount, decimals, price)) / 1e6;
  return amount < 0n ? -size : size;
}

/**
 * Registers what the operator has beyond its capital, as the ledger says: of each currency, and all
 * of it at the prices of now. What was swapped is a loss of one currency and a profit of another.
 */
export function registerProfitMetrics(
  registers: Registry[],
  { chains, prices, store, now, onError }: MetricsOptions,
): void {
  const profits = createRefreshed(() => readProfit(store), { maxAgeMs: profitMsMax, now, onError });
  const read = async (): Promise<readonly AssetProfit[]> => {
    const known = await profits.fresh();
    return chains.all.flatMap(({ id, slug: chain, assets }) =>
      assets.flatMap((asset) => {
        const amount = known?.get(ledgerAsset(id, asset.address));
        return amount === undefined ? [] : [{ chain, asset, amount }];
      }),
    );
  };
  new Gauge({
    name: 'portage_profit',
    help: 'What the solver has beyond the capital, in whole units of the currency; below 0 where it pays one currency for another.',
    labelNames: ['chain', 'currency'],
    registers,
    async collect() {
      this.reset();
      for (const { chain, asset, amount } of await read())
        this.set({ chain, currency: asset.id }, Number(Money.format(amount, asset.decimals)));
    },
  });
  new Gauge({
    name: 'portage_profit_usd',
    help: 'Worth of what the solver has beyond the capital at the prices of now, on each chain, and what sponsors paid.',
    labelNames: ['chain'],
    registers,
    async collect() {
      this.reset();
      const sponsored = (await profits.fresh())?.get(sponsorAsset);
      if (sponsored !== undefined) this.set({ chain: 'sponsors' }, Number(sponsored) / 1e6);
      for (const { chain, asset, amount } of await read()) {
        const price = prices.price(asset.id)?.value;
        if (price !== undefined) this.inc({ chain }, worth(amount, asset.decimals, price));
      }
    },
  });
}
