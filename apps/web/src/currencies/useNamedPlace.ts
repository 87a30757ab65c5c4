import { useCurrencies } from '@portage/react';
import type { ChainInfo } from '@portage/sdk';
import { findPlace, placeKey, placeOf, type Place } from './place.js';

/** A place that a key names. */
export interface NamedPlace {
  /** Undefined where it is unknown, or not known yet. */
  readonly place: Place | undefined;
  /** Whether chains or the service are still asked. */
  readonly isPending: boolean;
}

/**
 * Place of a key: one of `known`, of the lists of the chains, or, beyond those, one that the
 * service finds.
 */
export function useNamedPlace(
  chains: readonly ChainInfo[],
  key: string | undefined,
  known: readonly Place[],
): NamedPlace {
  const listed =
    key === undefined
      ? undefined
      : (known.find((place) => placeKey(place) === key) ?? findPlace(chains, key));
  const isAsked = key !== undefined && listed === undefined && chains.length > 0;
  const [chainId, address = ''] = key?.split(':') ?? [];
  const { data, isFetching } = useCurrencies({
    address,
    chainIds: [Number(chainId)],
    enabled: isAsked,
  });
  const found = (isAsked ? (data ?? []) : []).flatMap((each) => placeOf(each, chains) ?? []);
  return {
    place: listed ?? found.find((place) => placeKey(place) === key),
    isPending: key !== undefined && (chains.length === 0 || (isAsked && isFetching)),
  };
}
