import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { PortageError } from '@portage/core';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionConfig, type Log } from '../pool/createPool.js';
import { createQueryable, type Queryable } from '../transaction/runTransaction.js';
import { applyMigration, type Migration } from './applyMigration.js';

/** Folder of a package with its migrations: numbered SQL files, `0001_initial.sql` and so on. */
export interface MigrationSource {
  /** Name of the package, such as `settlement`; the first part of a migration's name. */
  readonly package: string;
  /** URL of the folder; ends in a slash. */
  readonly folder: URL;
}

type Applied = Pick<Migration, 'package' | 'name' | 'checksum'>;

/** Database to migrate, its migrations and the log of progress. */
export interface MigrateOptions {
  readonly url: string;
  readonly log: Log;
  /** Migrations of other packages, applied in this order after those of this one. */
  readonly sources: readonly MigrationSource[];
}

const ownMigrations: MigrationSource = {
  package: 'database',
  folder: new URL('../../migrations/', import.meta.url),
};

/** Advisory lock's number that nothing else in this database uses: "port" in ASCII. */
const migrationLock = 0x706f7274;

const createMigrationsTable = `create table if not exists schema_migrations (
  package text not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint schema_migrations_pkey primary key (package, name)
)`;

async function readMigrations(source: MigrationSource): Promise<readonly Migration[]> {
  const { folder } = source;
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return {
        package: source.package,
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

const keyOf = (migration: Pick<Migration, 'package' | 'name'>): string =>
  `${migration.package}/${migration.name}`;

/** Migrations that are not applied yet. Those of other packages are ignored. */
function pendingMigrations(
  known: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  const byKey = new Map(known.map((migration) => [keyOf(migration), migration]));
  const packages = new Set(known.map((migration) => migration.package));
  for (const one of applied.filter((migration) => packages.has(migration.package))) {
    const key = keyOf(one);
    const migration = byKey.get(key);
    if (migration === undefined) {
      throw new PortageError('SCHEMA_TOO_NEW', {
        message: `The database was migrated by a newer version: it knows ${key}.`,
        hint: 'Start the newer version, or use another database.',
        context: { migration: key },
      });
    }
    if (migration.checksum !== one.checksum) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `Migration ${key} was changed after this database applied it.`,
        hint: 'Add a new migration instead of changing one; a database for development can be dropped and made anew.',
        context: { migration: key },
      });
    }
  }
  const done = new Set(applied.map(keyOf));
  return known.filter((migration) => !done.has(keyOf(migration)));
}

/**
 * Names of the migrations that a start would apply, as `settlement/0001_initial.sql`. Changes
 * nothing.
 *
 * @throws PortageError `SCHEMA_TOO_NEW`, `INVALID_CONFIGURATION` where {@link migrate} would
 */
export async function readPendingMigrations(
  database: Queryable,
  sources: readonly MigrationSource[],
): Promise<readonly string[]> {
  const known = (await Promise.all([ownMigrations, ...sources].map(readMigrations))).flat();
  const [made] = await database.query<{ readonly isMade: boolean }>(
    `select to_regclass('schema_migrations') is not null as "isMade"`,
  );
  const applied = made?.isMade === true ? await readApplied(database) : [];
  return pendingMigrations(known, applied).map(keyOf);
}

function readApplied(database: Queryable): Promise<readonly Applied[]> {
  return database.query<Applied>('select package, name, checksum from schema_migrations');
}

/**
 * Brings the database at `url` to the newest schema. Any number of processes may do so at once: one
 * works, the others wait for it. Each migration is one transaction, but for those whose name ends
 * in `_concurrently.sql`. Processes of the version before go on meanwhile.
 *
 * @returns names of the migrations applied by this call, as `settlement/0001_initial.sql`
 * @throws PortageError `SCHEMA_TOO_NEW` when a newer version has migrated the database
 * @throws PortageError `INVALID_CONFIGURATION` when an applied migration has been changed since
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const sources = [ownMigrations, ...options.sources];
  const known = (await Promise.all(sources.map(readMigrations))).flat();
  const client = new pg.Client({
    ...connectionConfig(options.url, 'portage migrations'),
    statement_timeout: 0,
    lock_timeout: 0,
  });
  client.on('error', (error) =>
    options.log('the connection of the migrations broke', { error: error.message }),
  );
  await client.connect();
  const database = createQueryable(client);
  try {
    await takeLock(database, options.log);
    await database.query(createMigrationsTable);
    const pending = pendingMigrations(known, await readApplied(database));
    for (const migration of pending) {
      await applyMigration(database, migration);
      options.log('applied a migration', { migration: keyOf(migration) });
    }
    return pending.map(keyOf);
  } finally {
    // Ends the transaction of a failed migration and releases the lock.
    await client.end();
  }
}

/**
 * Waits until no other process migrates. A statement that waits would be an open transaction, which
 * an index that is built concurrently waits for: so it asks again and again.
 */
async function takeLock(database: Queryable, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [row] = await database.query<{ readonly taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [migrationLock],
    );
    if (row?.taken === true) return;
    if (attempt % 50 === 0) log('another process migrates the database: waiting for it');
    await sleep(100);
  }
}
