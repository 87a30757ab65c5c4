import { usePortage } from '@portage/react';
import { useEffect, useState } from 'react';

/** Longest time that timers of browsers take, in milliseconds. */
const timerMsMax = 2 ** 31 - 1;

/**
 * Whether a moment is over by the service's clock, in milliseconds since 1970; changes by itself
 * when it comes.
 */
export function useIsPast(at: number | undefined): boolean {
  const clock = usePortage().client.now;
  const [now, setNow] = useState(clock);
  useEffect(() => {
    if (at === undefined) return undefined;
    const tell = (): void => setNow(clock());
    // The answer that brought the moment has told the service's time.
    const first = setTimeout(tell, 0);
    const timer = setTimeout(tell, Math.min(timerMsMax, Math.max(0, at - clock())));
    // A computer that slept has missed its timers.
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearTimeout(first);
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [at, clock]);
  return at !== undefined && at <= now;
}
