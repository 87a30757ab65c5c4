import { useCurrencies } from '@portage/react';
import type { ChainInfo } from '@portage/sdk';
import { useEffect, useMemo, useState } from 'react';
import { fits, placeKey, placeOf, placesOf, type Place } from '../currencies/place.js';

const typingMs = 250;
const foundMax = 100;

/** Criteria of a search for places. */
export interface PlaceSearch {
  readonly chains: readonly ChainInfo[];
  readonly term: string;
  readonly chainId: number | undefined;
}

/** Places that fit, and whether the service is still asked. */
export interface FoundPlaces {
  readonly places: readonly Place[];
  readonly isSearching: boolean;
}

/**
 * Currencies that fit: at once those that the chains list, and then what the service finds beyond
 * its lists.
 */
export function usePlaces({ chains, term, chainId }: PlaceSearch): FoundPlaces {
  const asked = useLate(term.trim());
  const isAsked = asked.length > 1;
  const { data, isFetching } = useCurrencies({
    term: asked,
    limit: foundMax,
    enabled: isAsked,
    ...(chainId === undefined ? {} : { chainIds: [chainId] }),
  });
  const places = useMemo(() => {
    const listed = placesOf(chains).filter((place) => fits(place, term));
    const known = new Set(listed.map(placeKey));
    const found = isAsked && asked === term.trim() ? (data ?? []) : [];
    const others = found
      .flatMap((currency) => placeOf(currency, chains) ?? [])
      .filter((place) => !known.has(placeKey(place)));
    return [...listed, ...others].filter(
      ({ chain }) => chainId === undefined || chain.id === chainId,
    );
  }, [chains, term, chainId, data, asked, isAsked]);
  return { places, isSearching: isFetching || asked !== term.trim() };
}

/** A text once it has not changed for a moment. */
function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(text);
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return late;
}
