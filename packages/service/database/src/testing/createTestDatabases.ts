import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { MigrationSource } from '../migrations/migrate.js';
import { openDatabase, type Database } from '../openDatabase.js';
import { connectAdmin, withDatabase, type TestServer } from './testServer.js';
import { findTestServer, type TestServerKind } from './testServers.js';

/** Real databases for tests, each a copy of a migrated template. */
export interface TestDatabases {
  /** URL of a fresh, migrated database. */
  createDatabase(): Promise<string>;
  /** Fresh, migrated and open database; `close` closes it at the latest. */
  open(): Promise<Database>;
  /** Runs `work` before the databases are closed. */
  onClose(work: () => Promise<void>): void;
  /** Closes the databases, and stops the server if it was started for them. */
  close(): Promise<void>;
}

interface Connection {
  readonly server: TestServer;
  readonly admin: pg.Client;
}

/** Kind of server, and the migrations of its databases unless the run of tests shares a server. */
export interface TestDatabasesOptions {
  readonly kind?: TestServerKind;
  readonly migrations?: readonly MigrationSource[];
}

async function connect(
  kind: TestServerKind,
  sources: readonly MigrationSource[],
): Promise<Connection> {
  const server = await findTestServer(kind, sources);
  return { server, admin: await connectAdmin(server.url) };
}

/**
 * Databases on a server that this run of tests shares (see `shareTestServers`), or on one started
 * for them. The server is found when the first database is needed.
 *
 * @example
 * ```ts
 * const databases = createTestDatabases();
 * afterAll(() => databases.close());
 * const database = await databases.open();
 * ```
 */
export function createTestDatabases({
  kind = 'embedded',
  migrations = [],
}: TestDatabasesOptions = {}): TestDatabases {
  const prefix = `portage_test_${randomBytes(6).toString('hex')}`;
  const names: string[] = [];
  const opened: Database[] = [];
  const closers: (() => Promise<void>)[] = [];
  let connection: Promise<Connection> | undefined;

  async function createDatabase(): Promise<string> {
    connection ??= connect(kind, migrations);
    const { admin, server } = await connection;
    const name = `${prefix}_${names.length}`;
    names.push(name);
    // Copying files takes half the time of writing the copy through the log.
    await admin.query(`create database ${name} template ${server.template} strategy file_copy`);
    return withDatabase(server.url, name);
  }

  return {
    createDatabase,
    open: async () => {
      const database = await openDatabase({ databaseUrl: await createDatabase() });
      opened.push(database);
      return database;
    },
    onClose: (work) => {
      closers.push(work);
    },
    close: async () => {
      if (connection === undefined) return;
      const { admin, server } = await connection;
      await Promise.all(closers.map((work) => work()));
      await Promise.all(opened.map((database) => database.close()));
      for (const name of names.reverse())
        await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}
