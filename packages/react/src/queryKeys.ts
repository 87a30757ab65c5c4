import type { CurrenciesFilter, QuoteBody } from '@portage/sdk';
import type { QueryKey } from '@tanstack/react-query';

/**
 * Keys of the queries of this package, to invalidate or to read them. All begin with the base
 * address of the service, so that two services share no answers.
 *
 * @example
 * ```ts
 * await queryClient.invalidateQueries({ queryKey: queryKeys.quotes(baseUrl) });
 * ```
 */
export const queryKeys = {
  all: (baseUrl: string): QueryKey => ['portage', baseUrl],
  chains: (baseUrl: string): QueryKey => ['portage', baseUrl, 'chains'],
  currencies: (baseUrl: string, filter: CurrenciesFilter): QueryKey => [
    'portage',
    baseUrl,
    'currencies',
    filter,
  ],
  quotes: (baseUrl: string): QueryKey => ['portage', baseUrl, 'quote'],
  quote: (baseUrl: string, request: QuoteBody | undefined): QueryKey => [
    'portage',
    baseUrl,
    'quote',
    request,
  ],
  request: (baseUrl: string, requestId: string | undefined): QueryKey => [
    'portage',
    baseUrl,
    'request',
    requestId,
  ],
} as const;
