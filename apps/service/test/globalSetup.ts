import { isSharingTestServers, shareTestServers } from '@portage/database/testing';
import { audits } from '@portage/settlement/testing';
import { openWorlds } from './worlds.js';
import { serviceMigrations } from '../src/serviceMigrations.js';

/**
 * Starts the database servers that all test files of a run share, of whatever kind; the books of
 * each database are audited before it is dropped. The end of a run does not wait for what its
 * workers end, so the servers wait for the systems of workers.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (isSharingTestServers()) return undefined;
  const worlds = await openWorlds();
  const stop = await shareTestServers(serviceMigrations, audits);
  return async () => {
    await worlds.ended().catch(() => undefined);
    await stop();
  };
}
