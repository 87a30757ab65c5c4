import { useEffect, useState } from 'react';

/** Milliseconds after which a user who waits is shown why: two seconds. */
const lateMs = 2_000;

/** Whether something has been awaited for long. */
export function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAwaited]);
  return isLate && isAwaited;
}
