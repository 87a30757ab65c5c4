import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { CurrencyIcon } from '../currencies/CurrencyIcon.js';
import { chainName, type Place } from '../currencies/place.js';
import { pointOf, readTypedAmount } from '../format/typedAmount.js';
import { FittedRow } from '../ui/FittedRow.js';

/** Properties of an {@link AmountPanel}. */
export interface AmountPanelProps {
  readonly label: string;
  readonly place: Place | undefined;
  readonly text: string;
  /** Unit in front of the amount, as in `$`. */
  readonly prefix?: string;
  /**
   * Called with the amount that was typed, which is empty where it is none; a panel without it only
   * shows.
   */
  readonly onText?: ((text: string) => void) | undefined;
  readonly onPick: () => void;
  readonly isBusy?: boolean;
  /** Line below the amount, on its left and on its right. */
  readonly left: ReactNode;
  readonly right: ReactNode;
}

/** One side of a swap: an amount of a currency on a chain. */
export function AmountPanel(props: AmountPanelProps): ReactElement {
  const { label, place, prefix, onText, onPick, isBusy = false, left, right } = props;
  const id = useId();
  const { typed, fault, onTyped } = useTyped(props);
  return (
    <div className="rounded-2xl border border-transparent bg-well px-4 pt-3 pb-3.5 focus-within:border-accent">
      <div className="flex items-center justify-between gap-2 text-sm text-quiet">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <FittedRow text={`${prefix ?? ''}${typed}`}>
          {prefix === undefined ? undefined : <span className="text-quiet">{prefix}</span>}
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            readOnly={onText === undefined}
            value={typed}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : `${id}-fault`}
            onChange={(event) => {
              onTyped(event.target.value);
            }}
            // The first digits say most: the field shows those once it is left.
            onBlur={(event) => event.target.scrollTo({ left: 0 })}
            className={`w-full min-w-0 flex-1 bg-transparent text-[length:inherit] tabular-nums outline-none ${isBusy ? 'animate-breathe' : ''}`}
          />
        </FittedRow>
        <PlaceButton label={label} place={place} onPick={onPick} />
      </div>
      <div className="mt-1.5 flex min-h-6 flex-wrap items-center justify-between gap-x-2 text-sm text-quiet">
        {fault === undefined ? (
          <div className="min-w-0 wrap-anywhere">{left}</div>
        ) : (
          <div id={`${id}-fault`} role="alert" className="text-bad">
            {fault}
          </div>
        )}
        <div className="ml-auto min-w-0 text-right wrap-anywhere">{right}</div>
      </div>
    </div>
  );
}

interface Typed {
  readonly typed: string;
  /** Why what was typed is no amount. */
  readonly fault: string | undefined;
  readonly onTyped: (typed: string) => void;
}

/**
 * Text as typed, as long as it stands for the amount of the panel: an amount with separators stays
 * as the user wrote it.
 */
function useTyped({ text, place, prefix, onText }: AmountPanelProps): Typed {
  const [draft, setDraft] = useState('');
  const [point] = useState(() => pointOf(navigator.language));
  const writing = { point, symbol: prefix === undefined ? place?.currency.symbol : undefined };
  const read = readTypedAmount(draft, writing);
  const isCurrent = (read.type === 'amount' ? read.text : '') === text;
  return {
    typed: isCurrent ? draft : text,
    fault: isCurrent && read.type === 'unclear' ? read.reason : undefined,
    onTyped: (typed) => {
      if (onText === undefined) return;
      const next = readTypedAmount(typed, writing);
      setDraft(typed);
      onText(next.type === 'amount' ? next.text : '');
    },
  };
}

type PlaceButtonProps = Pick<AmountPanelProps, 'label' | 'place' | 'onPick'>;

function PlaceButton({ label, place, onPick }: PlaceButtonProps): ReactElement {
  return (
    <button
      type="button"
      onClick={onPick}
      aria-haspopup="dialog"
      className="ml-auto flex min-h-[3.0625rem] max-w-full shrink-0 items-center gap-2 rounded-full border border-line bg-raised py-1.5 pr-2.5 pl-1.5 text-left shadow-sm hover:border-accent"
    >
      {place === undefined ? undefined : <CurrencyIcon place={place} size={34} />}
      <span className="leading-tight">
        <span className="block max-w-28 truncate font-semibold">
          <span className="sr-only">{`${label}: `}</span>
          <span>{place?.currency.symbol ?? 'Choose'}</span>
        </span>{' '}
        <span className="block max-w-28 truncate text-xs text-quiet">
          <span className="sr-only">on </span>
          <span>{place === undefined ? '' : chainName(place.chain)}</span>
          <span className="sr-only">, change</span>
        </span>
      </span>
      <ChevronDown size={16} aria-hidden className="text-quiet" />
    </button>
  );
}
