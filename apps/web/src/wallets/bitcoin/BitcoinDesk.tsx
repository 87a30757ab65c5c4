import { lazy, Suspense, useSyncExternalStore, type ReactElement } from 'react';
import { psbtDesk } from './psbtDesk.js';

const PsbtDialog = lazy(async () => ({ default: (await import('./PsbtDialog.js')).PsbtDialog }));

/** Shows the transaction that waits to be signed elsewhere; it is loaded when there is one. */
export function BitcoinDesk(): ReactElement | null {
  const waiting = useSyncExternalStore(psbtDesk.subscribe, psbtDesk.current);
  return waiting === undefined ? null : (
    <Suspense>
      <PsbtDialog />
    </Suspense>
  );
}
