import type { ChainInfo } from '@portage/sdk';
import { useState } from 'react';
import { isSamePlace, placeKey, type Place } from '../currencies/place.js';
import { useNamedPlace, type NamedPlace } from '../currencies/useNamedPlace.js';
import { isRecord } from '../storage/isRecord.js';
import { readStored, writeStored } from '../storage/stored.js';
import { readSwapLink, swapLinkOf } from './swapLink.js';

/** Entries of the user in the form, and their setters. */
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
  /** Fault of the link that led here; undefined where there is none. */
  readonly linkFault: string | undefined;
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
const unknownCurrency = 'It names a currency that is not available here, so another one is shown.';

/**
 * State of the form: as a link names it, or with the pair of the last visit. The address bar has a
 * link to what is entered.
 */
export function useSwapForm(chains: readonly ChainInfo[]): SwapForm {
  const [link] = useState(() => readSwapLink(location.search));
  const [keys, setKeys] = useState<Pair>(() =>
    link.from === undefined && link.to === undefined ? readPair() : [link.from, link.to],
  );
  const [typed, setTyped] = useState(link.amount);
  const [isUsd, setIsUsd] = useState(false);
  const [recipient, setRecipient] = useState('');
  const [slippageBps, setSlippage] = useState<number>();
  const [isSponsored, setSponsored] = useState(false);
  // What was found beyond the lists of the chains is known while the page is open.
  const [found, setFound] = useState<readonly Place[]>([]);
  const named = [
    useNamedPlace(chains, keys[0], found),
    useNamedPlace(chains, keys[1], found),
  ] as const;
  const { from, to } = completePair(chains, named);
  const [isLink, setIsLink] = useState(link.from !== undefined || link.to !== undefined);
  const [linkFault, setLinkFault] = useState(link.fault);
  // An amount of an unknown currency is none of the one in its place.
  const isLost = named.some(
    ({ place, isPending }, side) => keys[side] !== undefined && place === undefined && !isPending,
  );
  const amountText = isLost && typed === link.amount ? '' : typed;
  const setAmount = (text: string): void => {
    setTyped(text);
    showLink(keysOf(from, to), isUsd ? '' : text);
  };
  const setPair = (nextFrom: Place | undefined, nextTo: Place | undefined): void => {
    const next = keysOf(nextFrom, nextTo);
    if (nextTo?.chain.vmType !== to?.chain.vmType) setRecipient('');
    setFound([nextFrom, nextTo].filter((place) => place !== undefined));
    writeStored(pairKey, { from: next[0], to: next[1] });
    setKeys(next);
    setIsLink(false);
    setLinkFault(undefined);
    showLink(next, isUsd ? '' : amountText);
  };
  const flip = (): void => {
    setPair(to, from);
  };
  return {
    from,
    to,
    amountText,
    isUsd,
    recipient,
    slippageBps,
    flip,
    linkFault: linkFault ?? (isLink && isLost && chains.length > 0 ? unknownCurrency : undefined),
    isSponsored,
    setAmount,
    setRecipient,
    setSlippage,
    setSponsored,
    // The same currency on both sides means that the user wants the other way round.
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
      setTyped(text);
      showLink(keysOf(from, to), next ? '' : text);
    },
  };
}

function showLink([from, to]: Pair, amount: string): void {
  history.replaceState(undefined, '', location.pathname + swapLinkOf({ from, to, amount }));
}

type Pair = readonly [from: string | undefined, to: string | undefined];

function readPair(): Pair {
  const stored = readStored(pairKey);
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  return isRecord(stored) ? [textOf(stored['from']), textOf(stored['to'])] : [undefined, undefined];
}

const keysOf = (from: Place | undefined, to: Place | undefined): Pair => [
  from && placeKey(from),
  to && placeKey(to),
];

/**
 * Places of a pair. Where a side has none, it is the first chain's native currency and USDC on the
 * next one; where it is not known yet, it stays open.
 */
function completePair(
  chains: readonly ChainInfo[],
  [from, to]: readonly [NamedPlace, NamedPlace],
): { readonly from: Place | undefined; readonly to: Place | undefined } {
  const [first, second = first] = chains;
  if (first === undefined || second === undefined) return { from: undefined, to: undefined };
  const usdc = second.erc20Currencies.find(({ id }) => id === 'usdc') ?? second.currency;
  const usualFrom = { chain: first, currency: first.currency };
  const usualTo = { chain: second, currency: usdc };
  const usualBut = (other: Place | undefined, places: readonly Place[]): Place | undefined =>
    places.find((place) => !isSamePlace(place, other));
  const paid =
    from.place ?? (from.isPending ? undefined : usualBut(to.place, [usualFrom, usualTo]));
  const received = to.place ?? (to.isPending ? undefined : usualBut(paid, [usualTo, usualFrom]));
  return { from: paid, to: received };
}
