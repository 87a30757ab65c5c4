import { shareTestServers } from '@portage/database/testing';
import { audits } from '@portage/settlement/testing';
import { serviceMigrations } from '../src/serviceMigrations.js';

/**
 * Starts the database servers that all test files of a run share; the books of each database are
 * audited before it is dropped.
 */
export function setup(): Promise<() => Promise<void>> {
  return shareTestServers(serviceMigrations, audits);
}
