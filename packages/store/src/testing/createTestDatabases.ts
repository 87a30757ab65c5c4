import { randomBytes } from 'node:crypto';
import { openStore, type Store } from '../openStore.js';
import { connectAdmin, prepareTestServer, startTestServer, withDatabase, type TestServer } from './startTestServer.js';

/** Real databases for tests, each a copy of a migrated template. */
export interface TestDatabases {
  /** URL of a fresh, migrated database. */
  createDatabase(): Promise<string>;
  /** A store on a fresh database; closed by `close` at the latest. */
  openStore(): Promise<Store>;
  /** Closes the stores, drops the databases, and stops the server where it was started for this. */
  close(): Promise<void>;
}

/** `embedded`: the server that npm brings. `external`: the one at PORTAGE_TEST_DATABASE_URL, or else an embedded one that is known by its URL alone. */
export type TestServerKind = 'embedded' | 'external';

/** Both kinds of server, for `describe.each`. */
export const testServerKinds: readonly TestServerKind[] = ['embedded', 'external'];

async function openTestServer(kind: TestServerKind): Promise<TestServer> {
  const { PORTAGE_TEST_DATABASE_URL: external, PORTAGE_TEST_SERVER_URL: url, PORTAGE_TEST_TEMPLATE: template } = process.env;
  if (kind === 'external' && external !== undefined) return prepareTestServer(external);
  if (url === undefined || template === undefined) return startTestServer();
  return { url, template, stop: () => Promise.resolve() };
}

/**
 * Makes databases on the server of this run of tests (see `test/globalSetup.ts`), or on one that is started for it;
 * call it once in a test file.
 *
 * @example
 * ```ts
 * const databases = await createTestDatabases();
 * afterAll(() => databases.close());
 * const store = await databases.openStore();
 * ```
 */
export async function createTestDatabases(options: { readonly kind?: TestServerKind } = {}): Promise<TestDatabases> {
  const server = await openTestServer(options.kind ?? 'embedded');
  const admin = await connectAdmin(server.url);
  const prefix = `portage_test_${randomBytes(6).toString('hex')}`;
  const names: string[] = [];
  const stores: Store[] = [];

  async function createDatabase(): Promise<string> {
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
      await Promise.all(stores.map((store) => store.close()));
      for (const name of names.reverse()) await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}
