import type { CurrenciesFilter, ListedCurrency } from '@portage/sdk';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryKeys } from './queryKeys.js';
import { usePortage } from './usePortage.js';

/** Options of {@link useCurrencies}: the filters of `getCurrencies`. */
export interface UseCurrenciesOptions extends Omit<CurrenciesFilter, 'signal'> {
  /** Whether the service is asked; by default it is. */
  readonly enabled?: boolean | undefined;
}

const staleMs = 60_000;

/**
 * Searches the currencies of the service. While the user types, the results before stay until the
 * new ones are there.
 *
 * @example
 * ```tsx
 * const { data: found = [] } = useCurrencies({ term: 'usd', limit: 50 });
 * const list = found.map((each) => <li key={each.chainId + each.address}>{each.symbol}</li>);
 * ```
 */
export function useCurrencies({
  enabled = true,
  ...filter
}: UseCurrenciesOptions = {}): UseQueryResult<readonly ListedCurrency[]> {
  const portage = usePortage();
  return useQuery({
    queryKey: queryKeys.currencies(portage.client.baseUrl, filter),
    queryFn: ({ signal }) => portage.getCurrencies({ ...filter, signal }),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    enabled,
  });
}
