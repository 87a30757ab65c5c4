import type { ChainInfo } from '@portage/sdk';
import { useMemo, useState } from 'react';
import { findPlace, isSamePlace, placeKey, type Place } from '../currencies/place.js';
import { isRecord } from '../storage/isRecord.js';
import { readStored, writeStored } from '../storage/stored.js';

/** What somebody has entered. */
export interface SwapForm {
  readonly from: Place | undefined;
  readonly to: Place | undefined;
  readonly amountText: string;
  /** Whether the amount is typed in USD. */
  readonly isUsd: boolean;
  /** Address that is paid; empty for the connected wallet. */
  readonly recipient: string;
  /** Basis points; undefined leaves it to the service. */
  readonly slippageBps: number | undefined;
  /** Whether a sponsor is asked to pay the fees. */
  readonly isSponsored: boolean;
  readonly pickFrom: (place: Place) => void;
  readonly pickTo: (place: Place) => void;
  readonly flip: () => void;
  readonly setAmount: (text: string) => void;
  readonly setUsd: (isUsd: boolean, text: string) => void;
  readonly setRecipient: (text: string) => void;
  readonly setSlippage: (bps: number | undefined) => void;
  readonly setSponsored: (isSponsored: boolean) => void;
}

const pairKey = 'pair';

/** State of the form. The pair stays for the next visit. */
export function useSwapForm(chains: readonly ChainInfo[]): SwapForm {
  const [keys, setKeys] = useState(readPair);
  const [amountText, setAmount] = useState('');
  const [isUsd, setIsUsd] = useState(false);
  const [recipient, setRecipient] = useState('');
  const [slippageBps, setSlippage] = useState<number>();
  const [isSponsored, setSponsored] = useState(false);
  // What was found beyond the lists of the chains is known while the page is open.
  const [found, setFound] = useState<readonly Place[]>([]);
  const { from, to } = useMemo(() => placesOfPair(chains, keys, found), [chains, keys, found]);
  const setPair = (nextFrom: Place | undefined, nextTo: Place | undefined): void => {
    const next: Pair = [nextFrom && placeKey(nextFrom), nextTo && placeKey(nextTo)];
    if (nextTo?.chain.vmType !== to?.chain.vmType) setRecipient('');
    setFound([nextFrom, nextTo].filter((place) => place !== undefined));
    writeStored(pairKey, { from: next[0], to: next[1] });
    setKeys(next);
  };
  const flip = (): void => {
    setPair(to, from);
  };
  return {
    ...{ from, to, amountText, isUsd, recipient, slippageBps, flip },
    ...{ isSponsored, setAmount, setRecipient, setSlippage, setSponsored },
    // The same currency on both sides means that somebody wants the other way round.
    pickFrom: (place) => {
      if (isSamePlace(place, to)) flip();
      else setPair(place, to);
    },
    pickTo: (place) => {
      if (isSamePlace(place, from)) flip();
      else setPair(from, place);
    },
    setUsd: (next, text) => {
      setIsUsd(next);
      setAmount(text);
    },
  };
}

type Pair = readonly [from: string | undefined, to: string | undefined];

function readPair(): Pair {
  const stored = readStored(pairKey);
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  return isRecord(stored) ? [textOf(stored['from']), textOf(stored['to'])] : [undefined, undefined];
}

/** The pair of the last visit, or the first chain's native currency to USDC on the next one. */
function placesOfPair(
  chains: readonly ChainInfo[],
  [fromKey, toKey]: Pair,
  found: readonly Place[],
): Partial<Places> {
  const [first, second = first] = chains;
  if (first === undefined || second === undefined) return {};
  const find = (key: string | undefined): Place | undefined =>
    key === undefined
      ? undefined
      : (findPlace(chains, key) ?? found.find((place) => placeKey(place) === key));
  const from = find(fromKey) ?? {
    chain: first,
    currency: first.currency,
  };
  const usdc = second.erc20Currencies.find(({ id }) => id === 'usdc') ?? second.currency;
  const to = find(toKey) ?? ({ chain: second, currency: usdc } as const);
  return { from, to };
}

interface Places {
  readonly from: Place;
  readonly to: Place;
}
