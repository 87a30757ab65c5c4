import { shareTestServers } from '@portage/database/testing';
import { serviceMigrations } from '../src/serviceMigrations.js';

/** Starts the database servers that all test files of a run share. */
export function setup(): Promise<() => Promise<void>> {
  return shareTestServers(serviceMigrations);
}
