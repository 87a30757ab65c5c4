import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@portage/core';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isConflict, translateError } from '../pool/translateError.js';

/** A statement that the server prepares once for each connection, under its name. */
export interface Statement {
  /** Unique for the text, at most 63 characters. */
  readonly name: string;
  readonly text: string;
  /**
   * It changes nothing, so it may travel behind `begin` without waiting for the server to have
   * opened the transaction.
   */
  readonly isReading?: boolean;
}

/**
 * Something that answers queries: a transaction or, outside of one, a connection of the pool for
 * each query.
 */
export interface Queryable {
  /**
   * Runs one statement and returns its rows. Arrays become PostgreSQL arrays (for `unnest`), bigint
   * becomes numeric, objects become JSON. `numeric` comes back as bigint, `bigint` as number,
   * `timestamptz` as milliseconds.
   */
  query<Row extends QueryResultRow>(
    statement: string | Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>;
}

/**
 * One open database transaction. Use it only within the work that it was given to. Statements
 * travel at once, so those that are asked for together take the time of one.
 */
export interface Transaction extends Queryable {
  /**
   * Runs `listener` right after this transaction has committed, never when it rolls back. It must
   * not throw.
   */
  afterCommit(listener: () => void): void;
  /**
   * Lets the commit travel right behind the statements of `step`, all of which must have been asked
   * for already. The transaction fails where they fail: the server commits nothing after a failure.
   */
  withCommit(step: Promise<unknown>): void;
  /**
   * Lets the commit be seen before it is durable, which it becomes with the next durable commit of
   * anybody, within the second in any case: the server's log is one sequence. A server that breaks
   * down before forgets all of it. For what is found again, and for what nothing outside of the
   * database is done about without a durable commit.
   */
  durableWithNext(): void;
}

/** The server commits this transaction without waiting for its disk. */
const lazyStatement: Statement = {
  name: 'commit_lazily',
  text: `select set_config('synchronous_commit', 'off', true)`,
};

const attemptsMax = 5;

type Client = Pick<PoolClient, 'query'>;

async function run<Row extends QueryResultRow>(
  client: Client,
  config: QueryConfig,
): Promise<QueryResult<Row>> {
  try {
    return await client.query<Row>(config);
  } catch (error) {
    throw translateError(error);
  }
}

/** A {@link Queryable} over a pool or one of its connections. */
export function createQueryable(client: Client): Queryable {
  return {
    query: async <Row extends QueryResultRow>(
      statement: string | Statement,
      values: readonly unknown[] = [],
    ) => {
      const config =
        typeof statement === 'string'
          ? { text: statement }
          : { name: statement.name, text: statement.text };
      const { rows } = await run<Row>(client, { ...config, values: [...values] });
      return rows;
    },
  };
}

type Attempt<T> = { readonly value: T } | { readonly failure: unknown };

/** A transaction with what its owner drives. */
interface OpenTransaction extends Transaction {
  commit(): Promise<void>;
  /** Tells those who wait for the commit. */
  tell(): void;
  /** What a step failed with that nobody waited for, once all of them have ended. */
  stepFailure(): Promise<{ readonly failure: unknown } | undefined>;
}

function open(client: PoolClient): OpenTransaction {
  const database = createQueryable(client);
  const listeners: (() => void)[] = [];
  const steps: Promise<void>[] = [];
  let failed: { readonly failure: unknown } | undefined;
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let mayLead = true;
  const begun = database.query('begin').then(() => {
    state = 'open';
  });
  begun.catch(() => undefined);
  const transaction: OpenTransaction = {
    query: async (statement, values) => {
      assert(state !== 'closed', 'a transaction is used before its commit');
      mayLead &&= typeof statement !== 'string' && statement.isReading === true;
      // A server that refused to begin would run what follows by itself, so nothing is written
      // before it has said yes.
      if (state === 'opening' && !mayLead) await begun;
      return database.query(statement, values);
    },
    afterCommit: (listener) => void listeners.push(listener),
    withCommit: (step) => {
      steps.push(
        step.then(
          () => undefined,
          (failure: unknown) => {
            failed ??= { failure };
          },
        ),
      );
    },
    durableWithNext: () => transaction.withCommit(transaction.query(lazyStatement)),
    commit: async () => {
      await begun;
      state = 'closed';
      const { command } = await run(client, { text: 'commit' });
      await Promise.all(steps);
      if (failed !== undefined) throw failed.failure;
      assert(command === 'COMMIT', 'a transaction without a failure commits');
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
    stepFailure: async () => {
      await Promise.all(steps);
      return failed;
    },
  };
  return transaction;
}

async function attempt<T>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<T>,
): Promise<Attempt<T>> {
  const tx = open(client);
  let value: T;
  let broken = false;
  try {
    value = await work(tx);
    await tx.commit();
  } catch (failure) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    // After a step has failed, everything else fails because of it.
    return (await tx.stepFailure()) ?? { failure };
  } finally {
    client.release(broken);
  }
  tx.tell();
  return { value };
}

/**
 * Runs `work` in one transaction. After a conflict with another transaction the whole work runs
 * again, at most five times, so it must have no effects outside of the transaction but through
 * `afterCommit`.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when the database cannot be reached
 */
export async function runTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
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
