import { usePortage } from '@portage/react';
import type { PriceQuote } from '@portage/sdk';
import { useQuery } from '@tanstack/react-query';
import { placeKey, type Place } from '../currencies/place.js';
import { microUsd } from '../format/amounts.js';

/** USD price of a currency as a fraction: so many millionths of a USD for so many units. */
export interface UsdPrice {
  readonly microUsd: bigint;
  readonly units: bigint;
}

/** Price that a quote tells of its input. */
export function priceIn({ details: { currencyIn } }: PriceQuote): UsdPrice | undefined {
  const price = { microUsd: microUsd(currencyIn.amountUsd), units: BigInt(currencyIn.amount) };
  return price.microUsd > 0n && price.units > 0n ? price : undefined;
}

/** Units that a value in USD buys, rounded down. */
export function unitsOf(micros: bigint, price: UsdPrice): bigint {
  return (micros * price.units) / price.microUsd;
}

/** Value of units in millionths of a USD, rounded down. */
export function valueOf(units: bigint, price: UsdPrice): bigint {
  return (units * price.microUsd) / price.units;
}

const staleMs = 15_000;
/** Whole units and fractions of them that a price is asked for; the first one that is quoted. */
const tries = [0, 2, 4] as const;

/** USD price of what is paid, by a price of a small amount that nobody signs. */
export function useUsdPrice(from: Place | undefined, to: Place | undefined): UsdPrice | undefined {
  const portage = usePortage();
  const key = from === undefined || to === undefined ? undefined : placeKey(from) + placeKey(to);
  return (
    useQuery({
      queryKey: ['usd', key],
      queryFn: async ({ signal }) => {
        const [user] = from?.chain.solverAddresses ?? [];
        const [recipient] = to?.chain.solverAddresses ?? [];
        if (from === undefined || to === undefined || user === undefined || recipient === undefined)
          return null;
        for (const fraction of tries) {
          const exponent = Math.max(0, from.currency.decimals - fraction);
          const request = {
            ...{ user, recipient },
            ...{ originChainId: from.chain.id, originCurrency: from.currency.address },
            ...{ destinationChainId: to.chain.id, destinationCurrency: to.currency.address },
            amount: (10n ** BigInt(exponent)).toString(),
          };
          const price = await portage.getPrice(request, { signal }).catch(() => undefined);
          if (price !== undefined) return priceIn(price) ?? null;
        }
        return null;
      },
      enabled: key !== undefined,
      staleTime: staleMs,
      structuralSharing: false,
      retry: false,
    }).data ?? undefined
  );
}
