import type { CurrenciesFilter, QuoteBody } from '@portage/sdk';

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
  all: (baseUrl: string) => ['portage', baseUrl] as const,
  chains: (baseUrl: string) => ['portage', baseUrl, 'chains'] as const,
  currencies: (baseUrl: string, filter: CurrenciesFilter) =>
    ['portage', baseUrl, 'currencies', filter] as const,
  quotes: (baseUrl: string) => ['portage', baseUrl, 'quote'] as const,
  quote: (baseUrl: string, request: QuoteBody | undefined) =>
    ['portage', baseUrl, 'quote', request] as const,
  request: (baseUrl: string, requestId: string | undefined) =>
    ['portage', baseUrl, 'request', requestId] as const,
} as const;
