import type { CountedBalance, InventoryRow } from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** Halts the currencies of which something is missing, and lets those go on that are whole. */
export async function haltAssets(
  { chain, settlement, log }: ChainContext,
  rows: readonly InventoryRow[],
  missing: readonly CountedBalance[],
): Promise<void> {
  const reasons = new Map(
    missing.map(({ currency, difference }) => [
      currency,
      `${(-difference).toString()} less than the books, without a transaction of ours`,
    ]),
  );
  const halted = rows.filter((row) => row.isHalted === true).map(({ currency }) => currency);
  if (reasons.size === 0 && halted.length === 0) return;
  await settlement.chains.setAssetFaults({ chainId: chain.id, kind: 'missing' }, reasons);
  for (const [currency, reason] of reasons)
    if (!halted.includes(currency))
      log('a currency is halted', { chain: chain.slug, currency, reason });
}
