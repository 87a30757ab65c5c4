import { usePortage } from '@portage/react';
import type { ChainInfo, Portage } from '@portage/sdk';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { balanceOf, type Balances } from '../balances/useBalances.js';
import { placeKey, placesOf, type Place } from '../currencies/place.js';
import { familyOf } from '../wallets/families.js';
import { readUsdPrice, valueOf, type UsdPrice } from './usdPrice.js';

/** Values of balances in millionths of a USD by the key of their place, where a price is known. */
export type UsdValues = ReadonlyMap<string, bigint>;

/** Prices by the id of a currency, which is the same on all chains. */
type Prices = ReadonlyMap<string, UsdPrice>;

const staleMs = 60_000;
/** Prices that are asked for at the same time. */
const atOnceMax = 3;

/**
 * Values of what the connected wallets hold. A price is asked for once for a currency whatever
 * chains it is held on, a few at a time, and kept for a minute.
 */
export function useUsdValues(chains: readonly ChainInfo[], balances: Balances): UsdValues {
  const portage = usePortage();
  const places = useMemo(() => placesOf(chains), [chains]);
  const held = places.filter((place) => (balanceOf(balances, place) ?? 0n) > 0n);
  const ids = [...new Set(held.map(({ currency }) => currency.id))].sort();
  const { data: prices } = useQuery({
    queryKey: ['usd-prices', ids],
    queryFn: ({ client }) => readPrices({ portage, client, places }, ids),
    enabled: ids.length > 0,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    retry: false,
  });
  return useMemo(
    () =>
      new Map(
        places.flatMap((place) => {
          const price = prices?.get(place.currency.id);
          const balance = balanceOf(balances, place) ?? 0n;
          return price === undefined || balance === 0n
            ? []
            : [[placeKey(place), valueOf(balance, price)] as const];
        }),
      ),
    [places, balances, prices],
  );
}

/** What prices are read with. A list that is closed in between leaves its answers for the next. */
interface PriceSource {
  readonly portage: Portage;
  readonly client: QueryClient;
  readonly places: readonly Place[];
}

/** Prices of currencies; those of the last minute are not asked for again. */
async function readPrices(source: PriceSource, ids: readonly string[]): Promise<Prices> {
  const prices = new Map<string, UsdPrice>();
  for (let at = 0; at < ids.length; at += atOnceMax)
    await Promise.all(
      ids.slice(at, at + atOnceMax).map(async (id) => {
        const price = await source.client.query({
          queryKey: ['usd', id],
          queryFn: ({ signal }) => readPrice(source, id, signal),
          staleTime: staleMs,
          structuralSharing: false,
          retry: false,
        });
        if (price !== null) prices.set(id, price);
      }),
    );
  return prices;
}

/** Price of a currency on the first chain that takes it, by a swap to another chain. */
async function readPrice(
  { portage, places }: PriceSource,
  id: string,
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const open = places.filter(({ chain }) => !chain.disabled);
  const from = open.find(({ currency }) => currency.id === id);
  const others = open.filter(({ chain }) => chain.id !== from?.chain.id);
  const to = others.find(({ currency }) => currency.id === 'usdc') ?? others[0];
  if (from === undefined || to === undefined) return null;
  const [payer, payee] = await Promise.all([standInOn(from), standInOn(to)]);
  return payer === undefined || payee === undefined
    ? null
    : readUsdPrice(portage, { from, to, payer, payee, signal });
}

async function standInOn({ chain }: Place): Promise<string | undefined> {
  return await familyOf(chain.vmType)?.standIn(chain);
}
