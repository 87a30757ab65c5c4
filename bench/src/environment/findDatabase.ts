import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runningServerUrl } from '@portage/database';

/** Embedded PostgreSQL that a service runs. */
export interface FoundDatabase {
  readonly url: string;
  /** Process of the server; its sessions are its children. */
  readonly pid: number;
}

/**
 * Finds the embedded PostgreSQL in the data directory of a running service.
 *
 * @throws Error where none runs
 */
export async function findDatabase(serviceDir: string): Promise<FoundDatabase> {
  const entries = await readdir(serviceDir, { withFileTypes: true });
  // Files beside the database have names that begin alike.
  const folders = entries.filter(
    (entry) => entry.isDirectory() && entry.name.startsWith('database'),
  );
  for (const { name } of folders) {
    const folder = join(serviceDir, name);
    const url = await runningServerUrl(folder);
    if (url === undefined) continue;
    const lines = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    return { url, pid: Number(lines.split('\n', 1)[0]) };
  }
  throw new Error('The service runs no database.');
}
