import { isSharingTestServers, shareTestServers } from '@portage/database/testing';
import { audits } from '@portage/settlement/testing';
import { serviceMigrations } from '../src/serviceMigrations.js';

/**
 * Starts the database servers that all test files of a run share, of whatever kind; the books of
 * each database are audited before it is dropped.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  return isSharingTestServers() ? undefined : await shareTestServers(serviceMigrations, audits);
}
