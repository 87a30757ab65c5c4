import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PortageError } from '@portage/core';
import { codeOf } from '../pool/translateError.js';
import { serverUser } from './createCluster.js';
import { readPostmaster, serves } from './postmaster.js';

/**
 * URL of the embedded server that another process runs in a directory, for administration beside
 * it. It is built from the port and the password stored there, which only the user of the service
 * can read. Undefined if no server runs.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when this user may not read them
 * @example
 * ```ts
 * const url = await runningServerUrl('.portage/database');
 * const database = url === undefined ? undefined : await openDatabase({ databaseUrl: url });
 * ```
 */
export async function runningServerUrl(directory: string): Promise<string | undefined> {
  try {
    const path = await realpath(directory);
    const cluster = join(path, 'postgres');
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.ready !== true || !(await serves(postmaster.pid, cluster))) return undefined;
    const password = await readFile(join(path, 'postgres.password'), 'utf8');
    return `postgres://${serverUser}:${password}@127.0.0.1:${postmaster.port}/postgres`;
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined;
    if (codeOf(cause) !== 'EACCES') throw cause;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The database in ${directory} belongs to another user.`,
      hint: 'Run this as the user of the service.',
      cause,
    });
  }
}
