import { createPortage, type PinStore, type Portage } from '@portage/sdk';
import { settings } from '../settings/readSettings.js';
import { pageFetch } from './pageFetch.js';
import { readStored, writeStored } from '../storage/stored.js';

const key = 'pins';

/**
 * Contracts and signers are trusted at the first visit, and kept: a service that names others later
 * is not believed. The chains of a devnet are new at each start, so nothing of them is kept.
 */
const pinStore: PinStore = {
  read: async () => {
    const pins = (await isDevnet()) ? undefined : readStored(key);
    return typeof pins === 'string' ? pins : undefined;
  },
  write: async (text) => {
    if (!(await isDevnet())) writeStored(key, text);
  },
};

async function isDevnet(): Promise<boolean> {
  return (await settings).faucetUrl !== undefined;
}

/** Makes the Portage of the page: the service that the page came from. */
export function createAppPortage(): Portage {
  return createPortage({
    baseUrl: location.origin,
    source: 'portage-web',
    pinStore,
    fetch: pageFetch(fetchWithSponsor),
  });
}

/**
 * Sends the devnet's key with a request that asks for a sponsor. A page of an app sends no key: a
 * proxy of the app adds it, so that nobody can take it out of the page.
 */
async function fetchWithSponsor(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const asksSponsor = typeof init.body === 'string' && init.body.includes('"subsidizeFees":true');
  const key = asksSponsor ? (await settings).sponsorKey : undefined;
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set('x-api-key', key);
  return await fetch(input, { ...init, headers });
}
