import { Money } from '@portage/core';

/** Value and amount of a gas top-up. */
export interface GasTopup {
  readonly microUsd: bigint;
  /** Smallest units of the gas currency of the destination, rounded down. */
  readonly amount: bigint;
}

/**
 * Works out the gas top-up of a `topupGasAmount`: 100000 is one dollar. It is paid in the gas
 * currency of the destination.
 *
 * @param units - `topupGasAmount`
 * @see docs/spec/quote.md#topupGasAmount
 * @example
 * ```ts
 * gasTopup(200_000n, { decimals: 18, price: { usdE12: 2_000n * 10n ** 12n } });
 * // 2 USD: { microUsd: 2_000_000n, amount: 10n ** 15n }
 * ```
 */
export function gasTopup(units: bigint, { decimals, price }: Money.PricedAsset): GasTopup {
  const microUsd = Money.mulDivDown(units, Money.microUsdPerUsd, Money.topupUnitsPerUsd);
  return { microUsd, amount: Money.fromUsdDown(microUsd, decimals, price) };
}
