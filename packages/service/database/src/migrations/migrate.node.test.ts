import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, type MigrationSource } from './migrate.js';
import { openDatabase, type Database } from '../openDatabase.js';
import { createTestDatabases } from '../testing/createTestDatabases.js';
import { testServerKinds } from '../testing/testServers.js';

const log = (): void => undefined;

describe.each(testServerKinds)('migrations on the %s server', (kind) => {
  const databases = createTestDatabases({
    kind,
    unaudited: 'other tables are put in place of its own',
  });
  let database: Database;
  let folder: URL;
  let source: MigrationSource;

  afterAll(() => databases.close());
  beforeEach(async () => {
    folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'portage-migrations-'))}/`);
    source = { package: 'example', folder };
    database = await databases.open();
    await database.pool.query('drop schema public cascade; create schema public');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('may run in twenty processes at once', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    const applied = await Promise.all(
      Array.from({ length: 20 }, () => migrate({ url: database.url, log, sources: [source] })),
    );
    expect(applied.filter((names) => names.length > 0)).toEqual([
      ['database/0001_initial.sql', 'example/0001_first.sql'],
    ]);
    expect(await database.query('select count(*)::integer as count from first')).toEqual([
      { count: 0 },
    ]);
  });

  it('adds what is new to what is there, and refuses to go back', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await migrate({ url: database.url, log, sources: [source] });
    await writeFile(new URL('9999_more.sql', folder), 'create table more (id integer);');
    expect(await migrate({ url: database.url, log, sources: [source] })).toEqual([
      'example/9999_more.sql',
    ]);
    expect(await migrate({ url: database.url, log, sources: [source] })).toEqual([]);
    await rm(new URL('9999_more.sql', folder));
    await expect(migrate({ url: database.url, log, sources: [source] })).rejects.toMatchObject({
      code: 'SCHEMA_TOO_NEW',
      context: { migration: 'example/9999_more.sql' },
    });
    await expect(
      openDatabase({ databaseUrl: database.url, migrations: [source] }),
    ).rejects.toMatchObject({ code: 'SCHEMA_TOO_NEW' });
  });

  it('leaves the migrations of packages alone that it is not asked for', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await migrate({ url: database.url, log, sources: [source] });
    expect(await migrate({ url: database.url, log, sources: [] })).toEqual([]);
    const other = { package: 'other', folder };
    await writeFile(new URL('0001_first.sql', folder), 'create table other_first (id integer);');
    expect(await migrate({ url: database.url, log, sources: [other] })).toEqual([
      'other/0001_first.sql',
    ]);
  });

  it('G21: undoes a migration that fails half way, and keeps those before it', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await writeFile(
      new URL('0002_second.sql', folder),
      'create table second (id integer); select 1 / 0;',
    );
    await expect(migrate({ url: database.url, log, sources: [source] })).rejects.toMatchObject({
      code: '22012',
    });
    const tables = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;
    expect(await database.query(tables)).toEqual([
      { relname: 'first' },
      { relname: 'leases' },
      { relname: 'schema_migrations' },
    ]);
    await writeFile(new URL('0002_second.sql', folder), 'create table second (id integer);');
    expect(await migrate({ url: database.url, log, sources: [source] })).toEqual([
      'example/0002_second.sql',
    ]);
  });

  it('builds an index outside of a transaction, and again where an attempt broke', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await migrate({ url: database.url, log, sources: [source] });
    await database.query('insert into first values (1), (1)');
    await writeFile(
      new URL('0002_first_id_concurrently.sql', folder),
      'create unique index concurrently if not exists first_id on first (id);',
    );
    const both = { url: database.url, log, sources: [source] };
    await expect(migrate(both)).rejects.toMatchObject({ code: '23505' });
    await database.query('delete from first');
    expect(await migrate(both)).toEqual(['example/0002_first_id_concurrently.sql']);
    expect(
      await database.query(
        `select indisvalid as valid from pg_index where indexrelid = 'first_id'::regclass`,
      ),
    ).toEqual([{ valid: true }]);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await migrate({ url: database.url, log, sources: [source] });
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id bigint);');
    await expect(migrate({ url: database.url, log, sources: [source] })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
    });
  });
});
