import { outcomeOf, type StatusUpdate } from '@portage/sdk';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { queryKeys } from './queryKeys.js';
import { usePortage } from './usePortage.js';

/** Options of {@link useRequest}. */
export interface UseRequestOptions {
  /** Whether the request is followed; by default it is, wherever there is an id. */
  readonly enabled?: boolean | undefined;
}

/**
 * Status of a request, live: the service pushes every change until the request has ended. Where it
 * cannot push, it is asked again and again.
 *
 * `data` is the newest status; `fetchStatus` is `fetching` while changes are awaited.
 *
 * @param requestId - undefined while there is no request
 * @example
 * ```tsx
 * const { data: status } = useRequest(requestId);
 * const isThere = status?.status === 'success';
 * ```
 */
export function useRequest(
  requestId: string | undefined,
  { enabled = true }: UseRequestOptions = {},
): UseQueryResult<StatusUpdate> {
  const portage = usePortage();
  const queries = useQueryClient();
  const queryKey = queryKeys.request(portage.client.baseUrl, requestId);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      if (requestId === undefined) throw new Error('A request is followed without its id.');
      return portage.waitForStatus(requestId, {
        signal,
        timeoutMs: Infinity,
        onStatus: (status) => void queries.setQueryData(queryKey, status),
      });
    },
    enabled: enabled && requestId !== undefined,
    // One that has ended never changes again.
    staleTime: ({ state: { data } }) =>
      data !== undefined && outcomeOf(data.status) !== undefined ? Infinity : 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
