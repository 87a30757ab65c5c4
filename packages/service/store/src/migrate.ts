import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { PortageError } from '@portage/core';
import pg from 'pg';
import { connectionConfig, type Log } from './pool/createPool.js';
import { createQueryable } from './pool/runTransaction.js';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

/** Any number that nothing else in this database locks: "port" in ASCII. */
const migrationLock = 0x706f7274;

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function pendingMigrations(
  known: readonly Migration[],
  applied: readonly Applied[],
): readonly Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (migration === undefined) {
      throw new PortageError('SCHEMA_TOO_NEW', {
        message: `The database was migrated by a newer version: it knows ${name}.`,
        hint: 'Start the newer version, or use another database.',
        context: { migration: name },
      });
    }
    if (migration.checksum !== checksum) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `Migration ${name} was changed after this database applied it.`,
        hint: 'Add a new migration instead of changing one; a database for development can be dropped and made anew.',
        context: { migration: name },
      });
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name));
}

/**
 * Brings the database at `url` to the newest schema. Any number of processes may do so at once: one
 * works, the others wait for it. Each migration is one transaction.
 *
 * @returns the names of the migrations that were applied now
 * @throws PortageError `SCHEMA_TOO_NEW` when a newer version has migrated the database
 * @throws PortageError `INVALID_CONFIGURATION` when an applied migration has been changed since
 */
export async function migrate(options: {
  readonly url: string;
  readonly log: Log;
  /** Folder of the numbered SQL files; ends in a slash. */
  readonly folder?: URL;
}): Promise<readonly string[]> {
  const known = await readMigrations(options.folder ?? new URL('../migrations/', import.meta.url));
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
    await database.query('select pg_advisory_lock($1)', [migrationLock]);
    await database.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const pending = pendingMigrations(
      known,
      await database.query<Applied>('select name, checksum from schema_migrations order by name'),
    );
    for (const { name, text, checksum } of pending) {
      await database.query('begin');
      await database.query(text);
      await database.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        name,
        checksum,
      ]);
      await database.query('commit');
      options.log('applied a migration', { migration: name });
    }
    return pending.map(({ name }) => name);
  } finally {
    // Ends the transaction of a migration that failed and gives the lock back.
    await client.end();
  }
}
