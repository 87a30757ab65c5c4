import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../embedded/startServer.js';
import { migrate, type MigrationSource } from '../migrations/migrate.js';
import { connectAdmin, withDatabase } from './testServer.js';

/** Server of its own, with one migrated database, that can be made to crash. */
export interface CrashableServer {
  /** URL of the migrated database. */
  readonly url: string;
  /**
   * Kills a session's process as a fault of memory would. The server then ends all sessions and
   * recovers from its log, which takes a moment.
   */
  crash(): Promise<void>;
  /** Whether the server takes sessions. */
  isOpen(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts a server that waits for its disk, as an operator's does. */
export async function startCrashableServer(
  sources: readonly MigrationSource[],
): Promise<CrashableServer> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-crash-'));
  const server = await startServer({ directory, log: () => undefined });
  const name = `portage_${randomBytes(6).toString('hex')}`;
  const admin = await connectAdmin(server.url);
  await admin.query(`create database ${name} encoding 'UTF8' template template0`);
  await admin.end();
  const url = withDatabase(server.url, name);
  await migrate({ url, log: () => undefined, sources });
  return {
    url,
    crash: async () => {
      const session = await connectAdmin(server.url);
      const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
      for (const { pid } of rows) process.kill(pid, 'SIGKILL');
    },
    isOpen: async () => {
      const session = await connectAdmin(server.url).catch(() => undefined);
      await session?.end();
      return session !== undefined;
    },
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
