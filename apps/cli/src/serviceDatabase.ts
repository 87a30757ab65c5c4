import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PortageError } from '@portage/core';
import type { Database } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import type { Io } from './io.js';
import { usageError } from './usageError.js';

/** Location of a service's database. */
export interface DataOptions {
  /** Data directory of the service. */
  readonly data?: string | undefined;
}

/**
 * Runs an operator's work on the database of a service and closes it afterwards. The database is
 * the PostgreSQL at `DATABASE_URL`, or the embedded one in the data directory. A server that
 * already runs there is used; otherwise the command starts one under the lock that keeps two
 * processes apart.
 *
 * @throws InvalidArgumentError when there is no database
 * @throws PortageError `SERVICE_UNAVAILABLE` when the connection breaks off
 */
export async function withServiceDatabase<T>(
  options: DataOptions,
  io: Pick<Io, 'env'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  try {
    return await withDatabase(options, io, work);
  } catch (error) {
    const { translateError } = await import('@portage/database');
    throw translateError(error);
  }
}

async function withDatabase<T>(
  options: DataOptions,
  { env }: Pick<Io, 'env'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openServiceDatabase(
    options.data ?? env['PORTAGE_DATA'] ?? '.portage',
    env['DATABASE_URL'],
  );
  try {
    return await work(database);
  } catch (error) {
    // SQLSTATE of PostgreSQL for a missing table.
    if (error instanceof Error && 'code' in error && error.code === '42P01') {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: 'This is not the database of a service of this version.',
        hint: 'Start the service on it once.',
      });
    }
    throw error;
  } finally {
    await database.close();
  }
}

/**
 * Runs an operator's work on the settlement of a service; see {@link withServiceDatabase}.
 *
 * @throws InvalidArgumentError when there is no database
 */
export async function withSettlement<T>(
  options: DataOptions,
  io: Pick<Io, 'env'>,
  work: (settlement: Settlement) => Promise<T>,
): Promise<T> {
  const { createSettlement } = await import('@portage/settlement');
  return withServiceDatabase(options, io, async (database) => {
    const settlement = await createSettlement(database);
    try {
      return await work(settlement);
    } finally {
      await settlement.close();
    }
  });
}

async function openServiceDatabase(
  data: string,
  databaseUrl: string | undefined,
): Promise<Database> {
  // Only these commands need a database. The others start without loading its driver.
  const { openDatabase, runningServerUrl } = await import('@portage/database');
  if (databaseUrl !== undefined && databaseUrl !== '')
    return openDatabase({ databaseUrl, connectionsMax: 2 });
  const directories = await databaseDirectories(data);
  const urls = (await Promise.all(directories.map(runningServerUrl))).filter(
    (url) => url !== undefined,
  );
  const [url, otherUrl] = urls;
  if (url !== undefined && otherUrl === undefined)
    return openDatabase({ databaseUrl: url, connectionsMax: 2 });
  const [dataDir, otherDir] = directories;
  if (dataDir === undefined)
    throw usageError(
      `There is no database in "${data}". Give --data DIR of a service, or set DATABASE_URL.`,
    );
  if (otherUrl !== undefined || otherDir !== undefined)
    throw usageError(
      `There are several databases in "${data}": ${directories.join(', ')}. Give one of them as --data.`,
    );
  const { accessMigrations } = await import('@portage/access');
  const { settlementMigrations } = await import('@portage/settlement');
  return openDatabase({ dataDir, migrations: [accessMigrations, settlementMigrations] });
}

/** Directories of embedded databases: the given one, or those inside it. */
async function databaseDirectories(data: string): Promise<readonly string[]> {
  const names = await listed(data);
  if (names.includes('postgres.password')) return [data];
  const inside = await Promise.all(
    names.map(async (name) =>
      (await listed(join(data, name))).includes('postgres.password') ? [join(data, name)] : [],
    ),
  );
  return inside.flat();
}

async function listed(directory: string): Promise<readonly string[]> {
  // A file or a missing path holds no database.
  return readdir(directory).catch(() => []);
}
