import { RefreshCw } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';

/** Properties of a {@link Countdown}. */
export interface CountdownProps {
  /** Milliseconds since 1970 of the next price; undefined where none is awaited. */
  readonly at: number | undefined;
  readonly isBusy: boolean;
  readonly onRefresh: () => void;
}

const tickMs = 1_000;

/** Seconds until the next price; a click asks for it now. */
export function Countdown({ at, isBusy, onRefresh }: CountdownProps): ReactElement {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = at === undefined ? undefined : Math.max(0, Math.floor((at - now) / tickMs));
  return (
    <button
      type="button"
      onClick={onRefresh}
      className="-mr-2 flex shrink-0 items-center gap-1.5 rounded-full px-2 py-1 text-sm text-quiet tabular-nums hover:bg-well hover:text-ink"
    >
      <RefreshCw size={15} aria-hidden className={isBusy ? 'animate-spin' : ''} />
      <span>{seconds === undefined ? '' : `${String(seconds)} s`}</span>
      <span className="sr-only">. Get a new price now</span>
    </button>
  );
}
