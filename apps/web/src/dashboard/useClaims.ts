import type { EndpointResponse } from '@portage/core/schemas';
import { useQueries } from '@tanstack/react-query';
import { readApi } from './readApi.js';
import { useSession } from './session.js';

/** A claim of app fees that was signed. */
export type Claim = EndpointResponse<'appFeeClaims'>['claims'][number];

/** Milliseconds between looks. */
const lookMs = 5_000;
const claimsMax = 10;
/** An operator sees many wallets; each is a question of its own. */
const walletsMax = 20;

/** Latest claims of some wallets, newest first; those of wallets that answered so far. */
export function useClaims(wallets: readonly string[]): readonly Claim[] {
  const { secret } = useSession();
  return useQueries({
    queries: wallets.slice(0, walletsMax).map((wallet) => ({
      queryKey: ['claims', wallet],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const path = `/app-fees/${wallet}/claims?limit=${String(claimsMax)}`;
        // The service holds its answers to the schemas of the table.
        return (await readApi(path, secret, signal)) as EndpointResponse<'appFeeClaims'>;
      },
      refetchInterval: lookMs,
    })),
    combine: (answers) =>
      answers
        .flatMap(({ data }) => data?.claims ?? [])
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
  });
}
