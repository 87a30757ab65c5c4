import pg, { type ClientConfig } from 'pg';
import { valueTypes } from './valueTypes.js';

/** Where a problem outside of any call is told, e.g. a connection that broke while idle. */
export type Log = (message: string, context?: Readonly<Record<string, unknown>>) => void;

/** Limits of every connection: nothing waits forever. */
const limits = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

/**
 * Settings of every session, whatever its server, database or user is set to. Everything that is
 * asked often is found by an index: a statement is planned once for each connection, perhaps while
 * a table is still empty, and must not read it from end to end for each row ever after. Values are
 * read from their text. Conflicts are told by locks and constraints.
 */
const settings = {
  enable_seqscan: 'off',
  datestyle: 'ISO',
  timezone: 'UTC',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
} as const;

const startupOptions = Object.entries(settings)
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

/**
 * A pool of connections to the database at `url`; broken idle ones are logged and replaced. A
 * connection sends what it is asked without waiting for the answers to what it was asked before.
 */
export function createPool(options: {
  readonly url: string;
  readonly log: Log;
  readonly connectionsMax?: number;
}): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(options.url, 'portage'),
    pipeline: true,
    max: options.connectionsMax ?? 20,
    idleTimeoutMillis: 60_000,
  });
  // The pool listens only while a connection is idle; one that breaks between two queries of a
  // transaction must not end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) =>
      options.log('a database connection broke', { error: error.message }),
    ),
  );
  pool.on('error', () => undefined);
  return pool;
}
