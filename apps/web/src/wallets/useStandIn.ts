import type { ChainInfo } from '@portage/sdk';
import { useQuery } from '@tanstack/react-query';
import { familyOf } from './families.js';

/** A stand-in account of a chain; undefined until it is known. */
export function useStandIn(chain: ChainInfo | undefined): string | undefined {
  const family = familyOf(chain?.vmType);
  const { data } = useQuery({
    queryKey: ['stand-in', chain?.id],
    queryFn: () => (chain === undefined ? null : (family?.standIn(chain) ?? null)),
    enabled: chain !== undefined && family !== undefined,
    staleTime: Infinity,
  });
  return data ?? undefined;
}
