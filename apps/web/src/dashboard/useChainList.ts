import type { ChainInfo } from '@portage/sdk';
import { useQuery } from '@tanstack/react-query';
import { chainName } from '../currencies/place.js';
import { readApi } from './readApi.js';
import { useSession } from './session.js';

/** Chains of the service by their ids, with names for people. */
export interface ChainList {
  readonly all: readonly ChainInfo[];
  readonly nameOf: (chainId: number) => string;
}

/** Chains of the service; none until they are there. */
export function useChainList(): ChainList {
  const { secret } = useSession();
  const { data: all = [] } = useQuery({
    queryKey: ['chains'],
    queryFn: async ({ signal }) =>
      // The service holds its answers to the schemas of the table.
      ((await readApi('/chains', secret, signal)) as { readonly chains: readonly ChainInfo[] })
        .chains,
    staleTime: 60_000,
  });
  return {
    all,
    nameOf: (chainId) => {
      const chain = all.find(({ id }) => id === chainId);
      return chain === undefined ? `Chain ${String(chainId)}` : chainName(chain);
    },
  };
}
