import { Money } from '@portage/core';

/** A gas top-up: what it is worth and what the recipient gets. */
export interface GasTopup {
  readonly microUsd: bigint;
  /** Destination gas currency, smallest units; rounded down. */
  readonly amount: bigint;
}

/**
 * The gas top-up that a `topupGasAmount` means: 100000 to the dollar (SPEC), paid in the
 * destination's gas currency.
 *
 * @param units - `topupGasAmount`
 * @see SPEC, `topupGasAmount`
 * @example
 * ```ts
 * gasTopup(200_000n, { decimals: 18, price: { usdE12: 2_000n * 10n ** 12n } }); // 2 USD: { microUsd: 2_000_000n, amount: 10n ** 15n }
 * ```
 */
export function gasTopup(units: bigint, { decimals, price }: Money.PricedAsset): GasTopup {
  const microUsd = Money.mulDivDown(units, Money.microUsdPerUsd, Money.topupUnitsPerUsd);
  return { microUsd, amount: Money.fromUsdDown(microUsd, decimals, price) };
}
