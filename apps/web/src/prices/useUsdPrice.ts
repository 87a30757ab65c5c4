import { usePortage } from '@portage/react';
import { useQuery } from '@tanstack/react-query';
import { placeKey, type Place } from '../currencies/place.js';
import { pricedAmounts, readUsdPrice, type UsdPrice } from './usdPrice.js';

const staleMs = 15_000;

/** A pair, and whether its price is needed. */
export interface PricedPair {
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  /** Stand-in accounts. */
  readonly payer: string | undefined;
  readonly payee: string | undefined;
  readonly enabled: boolean;
}

/** USD price of what is paid; undefined until it is known. */
export function useUsdPrice({ from, to, payer, payee, enabled }: PricedPair): UsdPrice | undefined {
  const portage = usePortage();
  const key = from === undefined || to === undefined ? undefined : placeKey(from) + placeKey(to);
  return (
    useQuery({
      queryKey: ['usd', key],
      queryFn: ({ signal }) =>
        from === undefined || to === undefined || payer === undefined || payee === undefined
          ? null
          : readUsdPrice(portage, {
              from,
              to,
              payer,
              payee,
              signal,
              amounts: pricedAmounts(from.currency),
            }),
      enabled: enabled && key !== undefined && payer !== undefined && payee !== undefined,
      staleTime: staleMs,
      structuralSharing: false,
      retry: false,
    }).data ?? undefined
  );
}
