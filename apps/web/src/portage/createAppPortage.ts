import { createPortage, type PinStore, type Portage } from '@portage/sdk';
import { settings } from '../settings/readSettings.js';
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
  return createPortage({ baseUrl: location.origin, source: 'portage-web', pinStore });
}
