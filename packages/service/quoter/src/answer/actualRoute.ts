import { rate } from '@portage/fees';
import type { CurrencyAmount } from '@portage/core';
import type { QuoteFigures } from './quoteFigures.js';
import { showAmount } from './showAmount.js';

/** Amounts that a filled request moved, smallest units. */
export interface RouteOutcome {
  /** Deposit that was used; undefined where no order took one. */
  readonly deposited: bigint | undefined;
  /** Amount that the recipient got. */
  readonly output: bigint;
}

/** One side of a route as it became; null where nothing was booked. */
interface ActualSide {
  readonly inputCurrency: CurrencyAmount | null;
  readonly outputCurrency: CurrencyAmount | null;
  readonly router: string;
}

/** Currencies and amounts of a filled request. */
export interface ActualRoute {
  readonly origin: ActualSide;
  readonly destination: ActualSide;
  /** Output for one unit of input; left out where the input is not known. */
  readonly rate?: string;
}

/**
 * Route of a filled request, at the prices of its quote. What a swap took is not booked: its input
 * is null. Pure.
 *
 * @example
 * ```ts
 * const { destination } = actualRoute(figures, { deposited: 100n, output: 98n });
 * destination.outputCurrency?.amount; // '98'
 * ```
 */
export function actualRoute(
  { currencies, routers }: QuoteFigures,
  { deposited, output }: RouteOutcome,
): ActualRoute {
  const { input, deposit, inventory } = currencies;
  const paid = showAmount(currencies.output, output);
  const taken = deposited === undefined ? null : showAmount(deposit, deposited);
  const isPlain = deposited !== undefined && input.id === deposit.id;
  return {
    origin: {
      inputCurrency: isPlain ? taken : null,
      outputCurrency: taken,
      router: routers.origin,
    },
    destination: {
      inputCurrency: inventory.id === currencies.output.id ? paid : null,
      outputCurrency: paid,
      router: routers.destination,
    },
    ...(isPlain && deposited > 0n
      ? {
          rate: rate(
            { amount: deposited, decimals: input.rate.decimals },
            { amount: output, decimals: currencies.output.rate.decimals },
          ),
        }
      : {}),
  };
}
