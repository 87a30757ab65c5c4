import { PortageError } from '@portage/core';
import type { Pool } from 'pg';
import { createCommitTimes, type CommitTimes } from './transaction/createCommitTimes.js';
import { createPing } from './durability/createPing.js';
import { durabilityFault } from './durability/durabilityFault.js';
import { readReplication } from './durability/readReplication.js';
import { startServer } from './embedded/startServer.js';
import { createLeases, type Leases } from './leases/createLeases.js';
import { migrate, type MigrationSource } from './migrations/migrate.js';
import { listen, type ChannelSubscriber } from './notifications/listen.js';
import { checkSessions } from './pool/checkSessions.js';
import { createPool, type Log } from './pool/createPool.js';
import {
  createQueryable,
  runTransaction,
  type Queryable,
  type Transaction,
} from './transaction/runTransaction.js';

/** PostgreSQL database, embedded or an operator's own. */
export interface Database extends Queryable {
  readonly pool: Pool;
  /**
   * URL of the database with its password: for other processes of this machine, never for a log.
   */
  readonly url: string;
  /**
   * Runs `work` in one transaction. After a conflict with another one the whole work runs again, at
   * most five times.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  readonly leases: Leases;
  /** Times of the durable commits of this process. */
  readonly commits: CommitTimes;
  /**
   * Subscribes to the notifications of a channel, from all processes, until the database is closed;
   * resolves once the database sends them.
   */
  subscribe(channel: string, subscriber: ChannelSubscriber): Promise<void>;
  /**
   * Resolves when the database makes a write durable. @throws PortageError `SERVICE_UNAVAILABLE`
   * after two seconds
   */
  ping(): Promise<void>;
  /** Ends all connections and the embedded server, if there is one. */
  close(): Promise<void>;
}

/** Location and settings of a database. */
export interface DatabaseOptions {
  /** URL of a PostgreSQL 15 or newer. By default one is started in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded PostgreSQL; made if it is missing. */
  readonly dataDir?: string | undefined;
  readonly log?: Log | undefined;
  /**
   * Called when the embedded PostgreSQL ended without being stopped. It does not come back, so the
   * process should end too.
   */
  readonly onServerEnd?: (() => void) | undefined;
  /** Migrations to apply first, after those of this package; none by default. */
  readonly migrations?: readonly MigrationSource[] | undefined;
  /** Size of the pool; 20 by default. */
  readonly connectionsMax?: number | undefined;
}

async function connectDatabase(url: string, options: DatabaseOptions, log: Log): Promise<Database> {
  if (options.migrations !== undefined) await migrate({ url, log, sources: options.migrations });
  const pool = createPool({
    url,
    log,
    ...(options.connectionsMax === undefined ? {} : { connectionsMax: options.connectionsMax }),
  });
  const queryable = createQueryable(pool);
  const fault = durabilityFault(await readReplication(queryable));
  if (fault !== undefined) log('acknowledged commits may be lost or delayed', { error: fault });
  const listener = await listen({ url, log });
  const commits = createCommitTimes(() => performance.now());
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await listener.close();
    await pool.end();
  }
  return {
    ...queryable,
    pool,
    url,
    transaction: (work) => runTransaction(pool, work, commits),
    commits,
    leases: createLeases(queryable),
    subscribe: (channel, subscriber) => listener.subscribe(channel, subscriber),
    ping: createPing(queryable),
    close: () => (closing ??= close()),
  };
}

/**
 * Opens the PostgreSQL at `databaseUrl`, or one that it starts in `dataDir` and stops on `close`.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` when another process uses `dataDir`
 * @throws PortageError `SCHEMA_TOO_NEW` when a newer version has migrated the database
 * @throws PortageError `INVALID_CONFIGURATION` when neither option is given, the embedded server
 *   cannot run here, or a pooler stands before the server
 *
 * @example
 * ```ts
 * const database = await openDatabase({ dataDir: './data', migrations: [] });
 * await database.ping();
 * await database.close();
 * ```
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const log = options.log ?? (() => undefined);
  if (options.databaseUrl !== undefined) {
    await checkSessions(options.databaseUrl);
    return connectDatabase(options.databaseUrl, options, log);
  }
  if (options.dataDir === undefined) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The database has no place.',
      hint: 'Give a database URL or a data directory.',
    });
  }
  const server = await startServer({ directory: options.dataDir, log, onEnd: options.onServerEnd });
  try {
    const database = await connectDatabase(server.url, options, log);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await database.close();
      await server.stop();
    };
    return { ...database, close: () => (closing ??= close()) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
