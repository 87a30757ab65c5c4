import { Money } from '@portage/core';

/** Earnings of an app in one currency, with the price of the currency. */
export interface PricedEarnings {
  /** Name in the ledger. */
  readonly asset: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly decimals: number;
  readonly price: Money.Price;
}

/** Part of what an app earned. */
export interface Collateral {
  readonly asset: string;
  readonly amount: bigint;
}

/**
 * Takes what stands behind a payout from an app's earnings, in their order. Each part is rounded
 * up, so that all of it is worth at least what is needed. Pure.
 *
 * @param neededMicroUsd - above zero
 * @returns undefined where the earnings are worth less
 */
export function chooseCollateral(
  earnings: readonly PricedEarnings[],
  neededMicroUsd: bigint,
): readonly Collateral[] | undefined {
  const chosen: Collateral[] = [];
  let missing = neededMicroUsd;
  for (const { asset, amount: held, decimals, price } of earnings) {
    if (missing <= 0n) break;
    if (price.usdE12 === 0n) continue;
    const wanted = Money.fromUsdUp(missing, decimals, price);
    const amount = wanted < held ? wanted : held;
    const worth = Money.usdDown(amount, decimals, price);
    if (worth === 0n) continue;
    chosen.push({ asset, amount });
    missing = amount === wanted ? 0n : missing - worth;
  }
  return missing > 0n ? undefined : chosen;
}
