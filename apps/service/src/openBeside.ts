import { existsSync } from 'node:fs';
import { PortageError } from '@portage/core';
import { openDatabase, runningServerUrl } from '@portage/database';
import { createServiceDatabase, type ServiceDatabase } from './serviceDatabase.js';

/** Places of a service's database. */
export interface DatabasePlaces {
  readonly databaseUrl: string | undefined;
  /** Folder of the embedded one. */
  readonly databaseDir: string;
}

const connectionsMax = 2;

/**
 * Opens the database of a service for a command: beside its processes where they run, and otherwise
 * the embedded one under its lock. No migration is applied.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where there is none yet
 */
export async function openBeside({
  databaseUrl,
  databaseDir,
}: DatabasePlaces): Promise<ServiceDatabase> {
  if (databaseUrl === undefined && !existsSync(databaseDir))
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `There is no database in ${databaseDir}.`,
      hint: 'Give --data of the service, or set DATABASE_URL; a first start makes the database.',
    });
  const url = databaseUrl ?? (await runningServerUrl(databaseDir));
  const database = await openDatabase(
    url === undefined ? { dataDir: databaseDir } : { databaseUrl: url, connectionsMax },
  );
  return createServiceDatabase(database);
}
