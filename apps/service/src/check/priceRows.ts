import type { Configuration } from '../configuration/configuration.js';
import { unconfirmedAssets } from '../configuration/unconfirmedAssets.js';
import type { CheckRow } from './checkRow.js';

type Sourced = Pick<Configuration, 'prices' | 'chains'>;

/**
 * Rows about prices: assets that are not quoted for want of one, those that nothing confirms, and
 * those that a table prices or guards although a chain is no devnet. Pure.
 */
export function priceRows(configuration: Sourced): readonly CheckRow[] {
  const { prices, chains } = configuration;
  const priced = new Set(Object.keys(prices.source === 'fixed' ? prices.usd : prices.assets));
  const offered = new Set(chains.flatMap(({ assets }) => idsOf(assets)));
  const unpriced = [...offered].filter((id) => !priced.has(id));
  const rows = [
    ...unpriced.map((id) => ({ subject: id, message: 'no price is configured: not quoted' })),
    ...unconfirmedAssets(prices).map(({ path, reason }) => ({ subject: path, message: reason })),
    ...tableWarnings(configuration),
  ].map((row): CheckRow => ({ check: 'prices', result: 'warning', ...row }));
  return rows.length === 0 ? [{ check: 'prices', result: 'ok' }] : rows;
}

/** A table is written once, and never notices that a price has moved. */
function tableWarnings({
  prices,
  chains,
}: Sourced): readonly { readonly subject: string; readonly message: string }[] {
  if (chains.every((chain) => chain['devnet'] === true)) return [];
  const message = 'a table is the price: nobody notices when it moves';
  if (prices.source === 'fixed')
    return Object.keys(prices.usd).map((id) => ({ subject: `prices.usd.${id}`, message }));
  return Object.entries(prices.assets).flatMap(([id, { primary, guard }]) => {
    const subject = `prices.assets.${id}`;
    if (primary === 'fixed') return [{ subject: `${subject}.primary`, message }];
    if (guard !== 'fixed') return [];
    const confirms = 'a table guards the price, and confirms nothing: name another operator';
    return [{ subject: `${subject}.guard`, message: confirms }];
  });
}

function idsOf(assets: unknown): readonly string[] {
  if (!Array.isArray(assets)) return [];
  return assets.flatMap((asset: unknown) =>
    typeof asset === 'object' && asset !== null && 'id' in asset && typeof asset.id === 'string'
      ? [asset.id]
      : [],
  );
}
