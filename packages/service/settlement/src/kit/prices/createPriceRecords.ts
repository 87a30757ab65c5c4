import type { Observed, Price } from '@portage/core';
import { int8Array, numericArray, textArray, type Queryable } from '@portage/database';

/** Price of an asset that was accepted last. */
export interface LastPrice extends Observed<Price> {
  readonly assetId: string;
}

/** Last accepted price of each asset: what the first price after a start is compared with. */
export interface PriceRecords {
  /** Prices that were accepted last. */
  last(): Promise<readonly LastPrice[]>;
  /** Keeps accepted prices; one that is older than what is kept changes nothing. */
  keep(prices: readonly LastPrice[]): Promise<void>;
}

interface PriceRow {
  readonly asset_id: string;
  readonly usd_e12: string;
  readonly observed_ms: string;
}

/** Makes the verbs of prices. */
export function createPriceRecords(database: Queryable): PriceRecords {
  return {
    last: async () => {
      const rows = await database.query<PriceRow>(
        'select asset_id, usd_e12::text, observed_ms::text from accepted_prices order by asset_id',
      );
      return rows.map(({ asset_id: assetId, usd_e12: usdE12, observed_ms: observedMs }) => ({
        assetId,
        value: { usdE12: BigInt(usdE12) },
        observedAt: Number(observedMs),
      }));
    },
    keep: async (prices) => {
      await database.query(
        `insert into accepted_prices (asset_id, usd_e12, observed_ms)
           select * from unnest($1::text[], $2::numeric[], $3::bigint[])
         on conflict (asset_id) do update
           set usd_e12 = excluded.usd_e12, observed_ms = excluded.observed_ms
           where accepted_prices.observed_ms < excluded.observed_ms`,
        [
          textArray(prices.map(({ assetId }) => assetId)),
          numericArray(prices.map(({ value }) => value.usdE12)),
          int8Array(prices.map(({ observedAt }) => Math.trunc(observedAt))),
        ],
      );
    },
  };
}
