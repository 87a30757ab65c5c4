import { usePortage } from '@portage/react';
import type { RequestEntry } from '@portage/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useWallets } from '../wallets/walletsContext.js';
import { runningFirst } from './runningFirst.js';

const refreshMs = 5_000;
const shownMax = 50;

/** Requests of the connected wallets, those that go on first. */
export function useHistory(): UseQueryResult<readonly RequestEntry[]> {
  const portage = usePortage();
  const accounts = useWallets()
    .connected.map(({ address }) => address)
    .sort();
  return useQuery({
    queryKey: ['history', accounts],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        accounts.map((user) => portage.getRequests({ user, limit: shownMax, signal })),
      );
      const entries = new Map(
        pages.flatMap(({ requests }) => requests.map((entry) => [entry.id, entry])),
      );
      // An unpaid quote is no swap.
      return [...entries.values()]
        .filter(({ status, data }) => status !== 'waiting' || data.inTxs.length > 0)
        .sort(runningFirst);
    },
    enabled: accounts.length > 0,
    refetchInterval: refreshMs,
  });
}

/** One request by its id. */
export function useRequestEntry(requestId: string): UseQueryResult<RequestEntry | null> {
  const portage = usePortage();
  return useQuery({
    queryKey: ['entry', requestId],
    queryFn: async ({ signal }) => {
      const { requests } = await portage.getRequests({ id: requestId, signal });
      return requests[0] ?? null;
    },
    refetchInterval: refreshMs,
    retry: false,
  });
}
