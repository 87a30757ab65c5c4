import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { openStore, type Store } from '../openStore.js';
import { connectAdmin, withDatabase, type TestServer } from './testServer.js';
import { findTestServer, type TestServerKind } from './testServers.js';

/** Real databases for tests, each a copy of a migrated template. */
export interface TestDatabases {
  /** URL of a fresh, migrated database. */
  createDatabase(): Promise<string>;
  /** A store on a fresh database; closed by `close` at the latest. */
  openStore(): Promise<Store>;
  /** Closes the stores, drops the databases, and stops the server where it was started for this. */
  close(): Promise<void>;
}

interface Connection {
  readonly server: TestServer;
  readonly admin: pg.Client;
}

async function connect(kind: TestServerKind): Promise<Connection> {
  const server = await findTestServer(kind);
  return { server, admin: await connectAdmin(server.url) };
}

/**
 * Databases on a server that this run of tests shares (see `test/globalSetup.ts`), or on one that
 * is started for them. The server is looked for when the first database is asked for.
 *
 * @example
 * ```ts
 * const databases = createTestDatabases();
 * afterAll(() => databases.close());
 * const store = await databases.openStore();
 * ```
 */
export function createTestDatabases({
  kind = 'embedded',
}: { readonly kind?: TestServerKind } = {}): TestDatabases {
  const prefix = `portage_test_${randomBytes(6).toString('hex')}`;
  const names: string[] = [];
  const stores: Store[] = [];
  let connection: Promise<Connection> | undefined;

  async function createDatabase(): Promise<string> {
    connection ??= connect(kind);
    const { admin, server } = await connection;
    const name = `${prefix}_${names.length}`;
    names.push(name);
    // Copying files takes half the time of writing the copy through the log.
    await admin.query(`create database ${name} template ${server.template} strategy file_copy`);
    return withDatabase(server.url, name);
  }

  return {
    createDatabase,
    openStore: async () => {
      const store = await openStore({ databaseUrl: await createDatabase(), migrate: false });
      stores.push(store);
      return store;
    },
    close: async () => {
      if (connection === undefined) return;
      const { admin, server } = await connection;
      await Promise.all(stores.map((store) => store.close()));
      for (const name of names.reverse())
        await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}
