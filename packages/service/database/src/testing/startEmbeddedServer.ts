import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../embedded/startServer.js';
import type { MigrationSource } from '../migrations/migrate.js';
import { prepareTestServer, type TestServer } from './testServer.js';

/**
 * Starts the server that npm brought, without waits for a disk. Tests of durability open a database
 * of their own.
 */
export async function startEmbeddedServer(
  sources: readonly MigrationSource[],
): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-test-'));
  const server = await startServer({
    directory,
    log: () => undefined,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '1000' },
  });
  const prepared = await prepareTestServer(server.url, sources);
  return {
    ...prepared,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true });
    },
  };
}
