import { Money } from '@portage/core';
import type { ChainAsset } from '@portage/core/chain';

/**
 * An amount for people and for machines, as in `0.55 USDC (550000 smallest units)`.
 *
 * @example
 * ```ts
 * amountText(550_000n, { decimals: 6, symbol: 'USDC' });
 * ```
 */
export function amountText(
  amount: bigint,
  { decimals, symbol }: Pick<ChainAsset, 'decimals' | 'symbol'>,
): string {
  return `${Money.format(amount, decimals)} ${symbol} (${amount.toString()} smallest units)`;
}
