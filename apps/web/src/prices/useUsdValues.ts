import { usePortage } from '@portage/react';
import type { ChainInfo, Portage } from '@portage/sdk';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { balanceOf, type Balances } from '../balances/useBalances.js';
import { placeKey, placesOf, type Place } from '../currencies/place.js';
import { familyOf } from '../wallets/families.js';
import { pricedAmounts, readUsdPrice, valueOf, type UsdPrice } from './usdPrice.js';

/** Values of balances in millionths of a USD by the key of their place, where a price is known. */
export type UsdValues = ReadonlyMap<string, bigint>;

/** Price of a currency in units with so many decimals. */
interface KnownPrice extends UsdPrice {
  readonly decimals: number;
}

/** Prices by the id of a currency, which is the same on all chains. */
type Prices = ReadonlyMap<string, KnownPrice>;

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
    queryFn: ({ client }) => readPrices({ portage, client, places, balances }, ids),
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
            : [[placeKey(place), valueOf(balance, priceOn(place, price))] as const];
        }),
      ),
    [places, balances, prices],
  );
}

/** A price in units of a place, whose currency may have other decimals than where it was asked. */
function priceOn({ currency }: Place, price: KnownPrice): UsdPrice {
  return {
    microUsd: price.microUsd * 10n ** BigInt(price.decimals),
    units: price.units * 10n ** BigInt(currency.decimals),
  };
}

/** Means of reading prices. Answers that come after the list is closed stay for the next one. */
interface PriceSource {
  readonly portage: Portage;
  readonly client: QueryClient;
  readonly places: readonly Place[];
  readonly balances: Balances;
}

/** Prices of currencies; those of the last minute are not asked for again. */
async function readPrices(source: PriceSource, ids: readonly string[]): Promise<Prices> {
  const prices = new Map<string, KnownPrice>();
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

/**
 * Price of a currency on the first chain that it is held on, by a swap to another chain. A
 * hundredth of the balance mostly covers fees and is mostly there to be paid.
 */
async function readPrice(
  { portage, places, balances }: PriceSource,
  id: string,
  signal: AbortSignal,
): Promise<KnownPrice | null> {
  const heldOn = (place: Place): bigint => balanceOf(balances, place) ?? 0n;
  const open = places.filter(({ chain }) => !chain.disabled);
  const from = open.find((place) => place.currency.id === id && heldOn(place) > 0n);
  const others = open.filter(({ chain }) => chain.id !== from?.chain.id);
  const to = others.find(({ currency }) => currency.id === 'usdc') ?? others[0];
  if (from === undefined || to === undefined) return null;
  const [payer, payee] = await Promise.all([standInOn(from), standInOn(to)]);
  if (payer === undefined || payee === undefined) return null;
  const held = heldOn(from);
  const amounts = [held / 100n, held, ...pricedAmounts(from.currency)].filter((one) => one > 0n);
  const price = await readUsdPrice(portage, { from, to, payer, payee, amounts, signal });
  return price === null ? null : { ...price, decimals: from.currency.decimals };
}

async function standInOn({ chain }: Place): Promise<string | undefined> {
  return await familyOf(chain.vmType)?.standIn(chain);
}
