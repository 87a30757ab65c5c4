import type { ChainInfo } from '@portage/sdk';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryKeys } from './queryKeys.js';
import { usePortage } from './usePortage.js';

/** Options of {@link useChains}. */
export interface UseChainsOptions {
  /** Whether the service is asked; by default it is. */
  readonly enabled?: boolean | undefined;
}

/**
 * The chains of the service with their currencies. They are fetched once and kept.
 *
 * @example
 * ```tsx
 * const { data: chains = [], error } = useChains();
 * const list = chains.map((chain) => <li key={chain.id}>{chain.displayName}</li>);
 * ```
 */
export function useChains({ enabled = true }: UseChainsOptions = {}): UseQueryResult<
  readonly ChainInfo[]
> {
  const portage = usePortage();
  return useQuery({
    queryKey: queryKeys.chains(portage.client.baseUrl),
    queryFn: ({ signal }) => portage.getChains({ signal }),
    staleTime: Infinity,
    enabled,
  });
}
