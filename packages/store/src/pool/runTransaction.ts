import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { isConflict, translateError } from './translateError.js';

/** A statement that the server prepares once for each connection, under its name. */
export interface Statement {
  /** Unique for the text, at most 63 characters. */
  readonly name: string;
  readonly text: string;
}

/** Something that answers queries: a transaction or, outside of one, a connection of the pool for each query. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows. Arrays become PostgreSQL arrays (for `unnest`), bigint becomes numeric,
   * objects become JSON. `numeric` comes back as bigint, `bigint` as number, `timestamptz` as milliseconds.
   */
  query<Row extends QueryResultRow>(statement: string | Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** One open database transaction. Use it only within the work that it was given to. */
export interface Transaction extends Queryable {
  /** Runs `listener` right after this transaction has committed, never when it rolls back. It must not throw. */
  afterCommit(listener: () => void): void;
}

const attemptsMax = 5;

/** A {@link Queryable} over a pool or one of its connections. */
export function createQueryable(client: Pick<PoolClient, 'query'>): Queryable {
  return {
    query: async <Row extends QueryResultRow>(statement: string | Statement, values: readonly unknown[] = []) => {
      const config = typeof statement === 'string' ? { text: statement } : { name: statement.name, text: statement.text };
      try {
        const { rows } = await client.query<Row>({ ...config, values: [...values] });
        return rows;
      } catch (error) {
        throw translateError(error);
      }
    },
  };
}

type Attempt<T> = { readonly value: T } | { readonly failure: unknown };

async function attempt<T>(client: PoolClient, work: (tx: Transaction) => Promise<T>): Promise<Attempt<T>> {
  const listeners: (() => void)[] = [];
  const tx: Transaction = { ...createQueryable(client), afterCommit: (listener) => void listeners.push(listener) };
  let value: T;
  let broken = false;
  try {
    await tx.query('begin');
    value = await work(tx);
    await tx.query('commit');
  } catch (failure) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    return { failure };
  } finally {
    client.release(broken);
  }
  for (const listener of listeners) listener();
  return { value };
}

/**
 * Runs `work` in one transaction. On a serialization failure or a deadlock (SQLSTATE 40001, 40P01) the whole work runs
 * again, at most five times, so it must have no effects outside of the transaction but through `afterCommit`.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when the database cannot be reached
 */
export async function runTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const client = await pool.connect().catch((error: unknown) => {
      throw translateError(error);
    });
    const result = await attempt(client, work);
    if ('value' in result) return result.value;
    if (!isConflict(result.failure) || tries === attemptsMax) throw result.failure;
    await sleep(2 ** tries);
  }
}
