import { Money, type ChainInfo } from '@portage/sdk';
import { Search } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { balanceOf, type Balances } from '../balances/useBalances.js';
import { shortUnits, usd } from '../format/amounts.js';
import { shortText } from '../format/short.js';
import { useAddressText } from '../format/useAddressText.js';
import { useUsdValues, type UsdValues } from '../prices/useUsdValues.js';
import { Dialog } from '../ui/Dialog.js';
import { ChainMark } from '../currencies/ChainMark.js';
import { CurrencyIcon } from '../currencies/CurrencyIcon.js';
import { chainName, isSamePlace, placeKey, type Place } from '../currencies/place.js';
import { usePlaces } from './usePlaces.js';

/** Properties of a {@link CurrencyPicker}. */
export interface CurrencyPickerProps {
  readonly title: string;
  readonly chains: readonly ChainInfo[];
  readonly balances: Balances;
  readonly chosen: Place | undefined;
  readonly onPick: (place: Place) => void;
  readonly onClose: () => void;
}

/**
 * Searchable list of all currencies of all chains. What the user holds comes first, by its value;
 * what has no price comes behind it.
 */
export function CurrencyPicker(props: CurrencyPickerProps): ReactElement {
  const { title, chains, balances, chosen, onPick, onClose } = props;
  const [term, setTerm] = useState('');
  const [chainId, setChainId] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const { places, isSearching } = usePlaces({ chains, term, chainId });
  const values = useUsdValues(chains, balances);
  const shown = useMemo(() => sortHeld(places, balances, values), [places, balances, values]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [first] = shown;
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && isTyping && first !== undefined && term !== '') onPick(first);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus(list.current, event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex min-h-0 flex-col" onKeyDown={onKeyDown}>
        <div className="px-5 pb-3">
          <label className="flex items-center gap-2.5 rounded-2xl bg-well px-4 py-3 focus-within:ring-2 focus-within:ring-accent">
            <Search size={18} aria-hidden className="text-quiet" />
            <span className="sr-only">Search by name, chain or address</span>
            <input
              type="search"
              value={term}
              onChange={(event) => {
                setTerm(event.target.value);
              }}
              placeholder="Search by name, chain or address"
              className="w-full bg-transparent outline-none"
            />
          </label>
          <ChainChips chains={chains} chosen={chainId} onChoose={setChainId} />
        </div>
        <ul
          ref={list}
          aria-label="Currencies"
          className="h-[min(28rem,100dvh-19rem)] overflow-y-auto border-t border-line px-2 py-2"
        >
          {shown.map((place) => (
            <li key={placeKey(place)}>
              <Row
                place={place}
                balance={balanceOf(balances, place)}
                valueMicros={values.get(placeKey(place))}
                isChosen={isSamePlace(place, chosen)}
                onPick={onPick}
              />
            </li>
          ))}
          {shown.length === 0 ? (
            <li className="px-4 py-10 text-center text-quiet">
              {isSearching
                ? 'Searching…'
                : 'No results. Search for a symbol such as “USDC”, or choose all chains.'}
            </li>
          ) : undefined}
        </ul>
      </div>
    </Dialog>
  );
}

/** Places that are held before all others, the most valuable first. */
function sortHeld(
  places: readonly Place[],
  balances: Balances,
  values: UsdValues,
): readonly Place[] {
  const rankOf = (place: Place): number =>
    Number(values.get(placeKey(place)) ?? ((balanceOf(balances, place) ?? 0n) > 0n ? 0n : -1n));
  return [...places].sort((one, other) => rankOf(other) - rankOf(one));
}

interface ChainChipsProps {
  readonly chains: readonly ChainInfo[];
  readonly chosen: number | undefined;
  readonly onChoose: (chainId: number | undefined) => void;
}

/** A choice: one chain, or all of them. */
interface Chip {
  readonly id: number | undefined;
  readonly name: string;
  readonly chain?: ChainInfo;
}

function ChainChips({ chains, chosen, onChoose }: ChainChipsProps): ReactElement {
  const entries: readonly Chip[] = [
    { id: undefined, name: 'All chains' },
    ...chains.map((chain) => ({ id: chain.id, name: chainName(chain), chain })),
  ];
  return (
    <div className="mt-3 flex flex-wrap gap-1.5" role="group" aria-label="Chain">
      {entries.map(({ id, name, chain }) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === id}
          onClick={() => {
            onChoose(id);
          }}
          className="inline-flex items-center gap-1.5 rounded-full border border-line px-3 py-1 text-sm text-quiet aria-pressed:border-transparent aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-accent"
        >
          {chain === undefined ? undefined : <ChainMark chain={chain} />}
          {/* A translator may wrap the name, so it has an element of its own. */}
          <span>{name}</span>
        </button>
      ))}
    </div>
  );
}

interface RowProps {
  readonly place: Place;
  /** Smallest units that the user holds; undefined where that is not known. */
  readonly balance: bigint | undefined;
  /** Value of them in millionths of a USD; undefined where no price is known. */
  readonly valueMicros: bigint | undefined;
  readonly isChosen: boolean;
  readonly onPick: (place: Place) => void;
}

function Row({ place, balance, valueMicros, isChosen, onPick }: RowProps): ReactElement {
  const { chain, currency } = place;
  const addressText = useAddressText();
  const isNative = currency.address === chain.currency.address;
  return (
    <button
      type="button"
      data-place={placeKey(place)}
      aria-current={isChosen ? 'true' : undefined}
      disabled={chain.disabled}
      onClick={() => {
        onPick(place);
      }}
      className="flex w-full items-center gap-3 rounded-2xl px-3 py-2.5 text-left hover:bg-well disabled:opacity-60 aria-current:bg-tint"
    >
      <CurrencyIcon place={place} size={38} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{currency.symbol}</span>
        <span className="block truncate text-sm text-quiet">
          {[
            chain.disabled ? `${chainName(chain)} is paused for now` : chainName(chain),
            ...(isNative ? [] : [shortText(addressText(currency.address))]),
          ].join(' · ')}
        </span>
      </span>
      {balance === undefined || balance === 0n ? undefined : (
        <span className="shrink-0 text-right tabular-nums">
          <span className="block">{shortUnits(balance, currency.decimals)}</span>
          {valueMicros === undefined ? undefined : (
            <span className="block text-sm text-quiet">{usd(Money.format(valueMicros, 6))}</span>
          )}
        </span>
      )}
    </button>
  );
}

function moveFocus(list: HTMLUListElement | null, by: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.focus();
}
