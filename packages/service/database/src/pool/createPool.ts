import pg, { type ClientConfig } from 'pg';
import { valueTypes } from './valueTypes.js';

/** Log for problems outside of any call, such as a connection that broke while idle. */
export type Log = (message: string, context?: Readonly<Record<string, unknown>>) => void;

/** Limits of every connection: nothing waits for ever. */
const limits = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/**
 * Settings of every session, whatever those of the server, database or user are. Frequent
 * statements find rows by an index: each is planned once for each connection, perhaps while a table
 * is still empty, and must never read a whole table for each row. Values are read from their text.
 * Locks and constraints detect conflicts.
 */
export const sessionSettings = {
  enable_seqscan: 'off',
  datestyle: 'ISO',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  // A commit is answered once it is on the disk, and on that of a synchronous standby if there is
  // one. Facts that can be found again say so themselves.
  synchronous_commit: 'on',
} as const;

const startupOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value.replace(' ', '\\ ')}`)
  .join(' ');

/** Settings of one connection to the database at `url`. */
export function connectionConfig(url: string, name: string): ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    types: valueTypes,
    keepAlive: true,
    options: startupOptions,
    ...limits,
  };
}

/** Address and size of a pool. */
export interface PoolOptions {
  readonly url: string;
  readonly log: Log;
  readonly connectionsMax?: number;
}

/**
 * Pool of connections to the database at `url`. It logs and replaces broken idle ones. A connection
 * sends statements without waiting for earlier answers.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(options.url, 'portage'),
    pipeline: true,
    max: options.connectionsMax ?? 20,
    idleTimeoutMillis: 60_000,
  });
  // The pool listens only while a connection is idle. One that breaks between two queries of a
  // transaction must not end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      options.log('a database connection broke', { error: error.message }),
    ),
  );
  pool.on('error', () => undefined);
  return pool;
}
