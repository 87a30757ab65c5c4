import type { DashboardSession } from '@portage/core/schemas';
import { createContext, useContext } from 'react';

/** The key that is signed in with, and what it may see. */
export interface Session extends DashboardSession {
  readonly secret: string;
  readonly signOut: () => void;
}

/** Session of the pages below. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Session of the page; there is one wherever pages are shown. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Assertion failed: pages are shown with a session');
  return session;
}

const name = 'portage:dashboard-key';

/** Key of this tab; it is gone when the tab is closed. */
export function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined; // A browser without a store: the key lasts until the page is left.
  }
}

/** Keeps a key for this tab, or forgets it. */
export function writeKey(key: string | undefined): void {
  try {
    if (key === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, key);
  } catch {
    // As above.
  }
}
