import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startServer } from '../embedded/startServer.js';
import { migrate } from '../migrate.js';
import { openStore, type Store } from '../openStore.js';

/** Real databases for tests, each a copy of a migrated template. */
export interface TestDatabases {
  /** URL of a fresh, migrated database. */
  createDatabase(): Promise<string>;
  /** A store on a fresh database; closed by `close` at the latest. */
  openStore(): Promise<Store>;
  /** Closes the stores, drops the databases, and stops the server where it was started for this. */
  close(): Promise<void>;
}

/** `embedded`: the server that npm brings. `external`: the one at PORTAGE_TEST_DATABASE_URL, or else a second embedded one that is known by its URL alone. */
export type TestServerKind = 'embedded' | 'external';

/** Both kinds of server, for `describe.each`. */
export const testServerKinds: readonly TestServerKind[] = ['embedded', 'external'];

async function startTestServer(kind: TestServerKind): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const external = process.env['PORTAGE_TEST_DATABASE_URL'];
  if (kind === 'external' && external !== undefined) return { url: external, stop: () => Promise.resolve() };
  const directory = await mkdtemp(join(tmpdir(), 'portage-test-'));
  // Tests of durability open a store of their own; all others are about what is written, and copies are made faster.
  const server = await startServer({ directory, log: () => undefined, settings: { fsync: 'off', full_page_writes: 'off' } });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/**
 * Starts a server with a migrated template; call it once in a test file.
 *
 * @example
 * ```ts
 * const databases = await createTestDatabases();
 * afterAll(() => databases.close());
 * const store = await databases.openStore();
 * ```
 */
export async function createTestDatabases(options: { readonly kind?: TestServerKind } = {}): Promise<TestDatabases> {
  const server = await startTestServer(options.kind ?? 'embedded');
  const admin = new pg.Client({ connectionString: server.url });
  admin.on('error', () => undefined);
  await admin.connect();
  const prefix = `portage_test_${process.pid}_${Date.now()}`;
  const template = `${prefix}_template`;
  const names = [template];
  const stores: Store[] = [];
  await admin.query(`create database ${template} encoding 'UTF8' template template0`);
  await migrate({ url: withDatabase(server.url, template), log: () => undefined });

  async function createDatabase(): Promise<string> {
    const name = `${prefix}_${names.length}`;
    names.push(name);
    await admin.query(`create database ${name} template ${template}`);
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
      for (const name of names.reverse()) await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}
