import { errorCodes, isPortageError, type Quote, type QuoteBody } from '@portage/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryKeys } from './queryKeys.js';
import { usePortage } from './usePortage.js';

/** Options of {@link useQuote}. */
export interface UseQuoteOptions {
  /** Whether the service is asked; by default it is, wherever there is a request. */
  readonly enabled?: boolean | undefined;
  /**
   * Milliseconds after which another quote is asked for, or sooner where the quote expires sooner;
   * `false` for never. Default 15 seconds.
   */
  readonly refreshMs?: number | false | undefined;
}

/** Result of {@link useQuote}: that of a query, and when the next quote is asked for. */
export type UseQuoteResult = UseQueryResult<Quote> & {
  /** Milliseconds since 1970; undefined without a quote, or where none is asked for again. */
  readonly refreshesAt: number | undefined;
};

const refreshMsDefault = 15_000;
/** Milliseconds before a quote expires in which the next one is on its way. */
const leadMs = 1_000;
/** Milliseconds between two quotes at least, whatever the clock of the device says. */
const refreshMsMin = 2_000;
const retriesMax = 2;

/**
 * An executable quote for a request, asked for again before it is old. Nothing is signed: hand the
 * quote and the same request to {@link useExecute}.
 *
 * The error is a `PortageError` with the code of the service, as `AMOUNT_TOO_LOW`.
 *
 * @param request - undefined while the user has not said everything yet: nothing is asked
 * @example
 * ```tsx
 * const { data: quote, error, refreshesAt } = useQuote({
 *   user,
 *   originChainId: 8453,
 *   destinationChainId: 10,
 *   amount: '1000000',
 * });
 * const amount = quote?.details.currencyOut.amountFormatted;
 * ```
 */
export function useQuote(
  request: QuoteBody | undefined,
  { enabled = true, refreshMs = refreshMsDefault }: UseQuoteOptions = {},
): UseQuoteResult {
  const portage = usePortage();
  const { now } = portage.client;
  const query = useQuery({
    queryKey: queryKeys.quote(portage.client.baseUrl, request),
    queryFn: ({ signal }) => {
      if (request === undefined) throw new Error('A quote is asked for without a request.');
      return portage.getQuote(request, { signal });
    },
    enabled: enabled && request !== undefined,
    refetchInterval: ({ state }) =>
      refreshMs === false ? false : lifeOf(state.data, now(state.dataUpdatedAt), refreshMs),
    staleTime: refreshMs === false ? Infinity : refreshMs,
    // A quote is good for minutes at most; an old one is of no use.
    gcTime: 0,
    retry: (failures, error) => failures < retriesMax && isRetryable(error),
  });
  const { data, dataUpdatedAt } = query;
  const isRefreshed = enabled && refreshMs !== false && data !== undefined;
  const refreshesAt = isRefreshed
    ? dataUpdatedAt + lifeOf(data, now(dataUpdatedAt), refreshMs)
    : undefined;
  return { ...query, refreshesAt };
}

/**
 * Milliseconds from the arrival of a quote, by the service's clock, until the next one is asked
 * for.
 */
function lifeOf(quote: Quote | undefined, arrivedAt: number, refreshMs: number): number {
  if (quote?.expiresAt === undefined) return refreshMs;
  const untilExpiry = quote.expiresAt - arrivedAt - leadMs;
  return Math.min(refreshMs, Math.max(refreshMsMin, untilExpiry));
}

/** Whether the same call may succeed later: a request that is wrong stays so. */
function isRetryable(error: Error): boolean {
  return isPortageError(error) && errorCodes[error.code].retryable;
}
