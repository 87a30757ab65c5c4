import type { EndpointResponse } from '@portage/core/schemas';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { readApi } from './readApi.js';
import { useSession } from './session.js';

/** Milliseconds between looks. A tab that is hidden does not look. */
const lookMs = 3_000;

/** Answer of an endpoint of the dashboard, looked at again and again. */
export function useApi<Name extends DashboardEndpoint>(
  path: string,
): UseQueryResult<EndpointResponse<Name>> {
  const { secret, apiKey } = useSession();
  return useQuery({
    queryKey: ['dashboard', apiKey, path],
    queryFn: async ({ signal }) =>
      // The service holds its answers to the schemas of the table.
      (await readApi(`/dashboard/api/${path}`, secret, signal)) as EndpointResponse<Name>,
    refetchInterval: lookMs,
    placeholderData: keepPreviousData,
  });
}

/** Endpoints of the dashboard. */
export type DashboardEndpoint =
  | 'dashboardRequests'
  | 'dashboardRequest'
  | 'dashboardOverview'
  | 'dashboardUsage'
  | 'dashboardMoney'
  | 'dashboardKeys'
  | 'dashboardService';

type RequestPage = EndpointResponse<'dashboardRequests'>;

/** Requests page by page: the pages that were opened are looked at again together. */
export function useRequestPages(
  query: string,
): UseInfiniteQueryResult<{ readonly pages: readonly RequestPage[] }> {
  const { secret, apiKey } = useSession();
  return useInfiniteQuery({
    queryKey: ['dashboard', apiKey, 'requests', query],
    queryFn: async ({ signal, pageParam }) => {
      const next = pageParam === '' ? '' : `&continuation=${encodeURIComponent(pageParam)}`;
      const path = `/dashboard/api/requests?${query}${next}`;
      // The service holds its answers to the schemas of the table.
      return (await readApi(path, secret, signal)) as RequestPage;
    },
    initialPageParam: '',
    getNextPageParam: ({ continuation }) => continuation,
    refetchInterval: lookMs,
    placeholderData: keepPreviousData,
  });
}
