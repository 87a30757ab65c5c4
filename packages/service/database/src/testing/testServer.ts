import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, type MigrationSource } from '../migrations/migrate.js';

/** Server with a migrated template database. */
export interface TestServer {
  /** URL of its maintenance database. */
  readonly url: string;
  /** Name of the migrated database; no session may be connected to it. */
  readonly template: string;
  readonly stop: () => Promise<void>;
}

/** URL of another database of the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Connects to the maintenance database of a server. */
export async function connectAdmin(url: string): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: url });
  admin.on('error', () => undefined);
  await admin.connect();
  return admin;
}

/** Creates a migrated database on a server; `stop` drops it. */
export async function prepareTestServer(
  url: string,
  sources: readonly MigrationSource[],
): Promise<TestServer> {
  const admin = await connectAdmin(url);
  try {
    const template = `portage_test_template_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${template} encoding 'UTF8' template template0`);
    await migrate({ url: withDatabase(url, template), log: () => undefined, sources });
    const stop = async (): Promise<void> => {
      const again = await connectAdmin(url);
      await again.query(`drop database ${template} with (force)`);
      await again.end();
    };
    return { url, template, stop };
  } finally {
    await admin.end();
  }
}
