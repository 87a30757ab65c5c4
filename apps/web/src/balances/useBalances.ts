import type { ChainInfo } from '@portage/sdk';
import { useQueries } from '@tanstack/react-query';
import { currenciesOf, placeKey, type Place } from '../currencies/place.js';
import { familyOf } from '../wallets/families.js';
import { useWallets } from '../wallets/walletsContext.js';

/** Balances by the key of their place; what is not known is not there. */
export type Balances = ReadonlyMap<string, bigint>;

const refreshMs = 10_000;

/** First member of the keys of these queries. */
export const balancesKey = 'balances';

/** Balances of the connected wallets on all chains, read from the chains themselves. */
export function useBalances(chains: readonly ChainInfo[]): Balances {
  const wallets = useWallets();
  return useQueries({
    queries: chains.map((chain) => {
      const account = wallets.find(chain.vmType)?.address;
      const family = familyOf(chain.vmType);
      return {
        queryKey: [balancesKey, chain.id, account],
        queryFn: async () =>
          family === undefined || account === undefined
            ? []
            : entriesOf(chain, await family.readBalances(chain, account)),
        enabled: account !== undefined && family !== undefined && chain.httpRpcUrl !== '',
        refetchInterval: refreshMs,
        structuralSharing: false,
      };
    }),
    combine: (results) => new Map(results.flatMap(({ data = [] }) => data)),
  });
}

function entriesOf(
  chain: ChainInfo,
  amounts: ReadonlyMap<string, bigint>,
): readonly (readonly [string, bigint])[] {
  return currenciesOf(chain).flatMap((currency) => {
    const amount = amounts.get(currency.address);
    return amount === undefined ? [] : [[placeKey({ chain, currency }), amount] as const];
  });
}

/** Balance of a place. */
export function balanceOf(balances: Balances, place: Place | undefined): bigint | undefined {
  return place === undefined ? undefined : balances.get(placeKey(place));
}
