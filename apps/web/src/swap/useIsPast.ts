import { useEffect, useState } from 'react';

/** Longest time that timers of browsers take, in milliseconds. */
const timerMsMax = 2 ** 31 - 1;

/** Whether a moment is over, in milliseconds since 1970; changes by itself when it comes. */
export function useIsPast(at: number | undefined): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === undefined) return undefined;
    const tell = (): void => setNow(Date.now());
    const timer = setTimeout(tell, Math.min(timerMsMax, Math.max(0, at - Date.now())));
    // A computer that slept has missed its timers.
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [at]);
  return at !== undefined && at <= now;
}
