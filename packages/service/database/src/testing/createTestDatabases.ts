import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { MigrationSource } from '../migrations/migrate.js';
import { openDatabase, type Database } from '../openDatabase.js';
import { createAudits, type Planted } from './createAudits.js';
import { refuseNesting } from './refuseNesting.js';
import { connectAdmin, withDatabase, type TestServer } from './testServer.js';
import { findTestServer, sharedRules, type TestServerKind } from './testServers.js';

/** Real databases for tests, each a copy of a migrated template. */
export interface TestDatabases {
  /** URL of a fresh, migrated database. */
  createDatabase(): Promise<string>;
  /**
   * Fresh, migrated and open database; `close` closes it at the latest. Within a transaction it
   * gives no second connection (see `refuseNesting`).
   */
  open(): Promise<Database>;
  /** Runs `work` before the databases are closed. */
  onClose(work: () => Promise<void>): void;
  /**
   * Says that tests break a rule of the database at `url` on purpose, and why. `close` then expects
   * that the rule is broken.
   */
  expectBroken(url: string, invariant: string, reason: string): void;
  /** Closes the databases that are open: tests that open one each share a server's connections. */
  closeOpen(): Promise<void>;
  /**
   * Closes the databases, and stops the server if it was started for them. @throws where a database
   * breaks a rule that those of this run must keep
   */
  close(): Promise<void>;
}

interface Connection {
  readonly server: TestServer;
  readonly admin: pg.Client;
}

/** Kind of server, and what its databases are. */
export interface TestDatabasesOptions {
  readonly kind?: TestServerKind;
  /** Migrations of the databases unless the run of tests shares a server. */
  readonly migrations?: readonly MigrationSource[];
  /** Invariants that tests break on purpose, in databases that they write to by hand. */
  readonly planted?: Planted;
  /** Reason why no rule can be asked of these databases; by default all are. */
  readonly unaudited?: string;
}

async function connect(
  kind: TestServerKind,
  sources: readonly MigrationSource[],
): Promise<Connection> {
  const server = await findTestServer(kind, sources);
  return { server, admin: await connectAdmin(server.url) };
}

/**
 * Drops a database with its sessions. A user that is no superuser may not end a vacuum of the
 * server's own by force; a plain drop waits for it.
 */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  try {
    await admin.query(`drop database if exists ${name} with (force)`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    await admin.query(`drop database if exists ${name}`);
  }
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
  planted = {},
  unaudited,
}: TestDatabasesOptions = {}): TestDatabases {
  const prefix = `portage_test_${randomBytes(6).toString('hex')}`;
  const names: string[] = [];
  const opened: Database[] = [];
  const closers: (() => Promise<void>)[] = [];
  const audits = createAudits(unaudited === undefined ? sharedRules() : [], planted);
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

  async function closeOpen(): Promise<void> {
    await Promise.all(closers.splice(0).map((work) => work()));
    await Promise.all(opened.splice(0).map((database) => database.close()));
  }

  return {
    createDatabase,
    closeOpen,
    open: async () => {
      const database = await openDatabase({ databaseUrl: await createDatabase() });
      opened.push(database);
      return refuseNesting(database);
    },
    onClose: (work) => {
      closers.push(work);
    },
    expectBroken: (url, invariant, reason) => {
      audits.expectBroken(url, invariant, reason);
    },
    close: async () => {
      if (connection === undefined) return;
      const { admin, server } = await connection;
      await closeOpen();
      const faults = await audits.run(names.map((name) => withDatabase(server.url, name)));
      for (const name of names.reverse()) await dropDatabase(admin, name);
      await admin.end();
      await server.stop();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}
