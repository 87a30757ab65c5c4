import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ServiceOptions } from './serviceOptions.js';

/**
 * Name of this process in leases: its host and its id, and random digits, because containers may
 * share both. An embedded database has one process, which resumes its own leases at once.
 */
export function workerName({ databaseUrl }: Pick<ServiceOptions, 'databaseUrl'>): string {
  return databaseUrl === undefined
    ? 'single'
    : `${hostname()}/${String(process.pid)}/${randomBytes(4).toString('hex')}`;
}
