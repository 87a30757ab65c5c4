import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { noKey, readKeys } from './account.js';
import { findPlace } from './currencies.js';

/** Keys of an owner, and the place of the money that it asks for. @throws PortageError */
export async function readOwner(session: Session, account: AccountOptions, from: string) {
  const keyOf = await readKeys(account, session);
  if (keyOf === undefined) throw noKey();
  const chains = await session.portage.getChains({ signal: session.io.signal });
  return { keyOf, chains, ...findPlace(chains, from) };
}
