import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@portage/core';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { CommitTimes } from './createCommitTimes.js';
import { isConflict, translateError } from '../pool/translateError.js';

/** Statement that the server prepares once for each connection, under its name. */
export interface Statement {
  /** Unique for the text, at most 63 characters. */
  readonly name: string;
  readonly text: string;
  /**
   * True if it only reads. Then it may travel right behind `begin`, without waiting for the
   * server's answer.
   */
  readonly isReading?: boolean;
}

/** Runner of queries: a transaction, or the pool with a connection for each query. */
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
 * Open database transaction. Use it only within the work that received it. Statements travel at
 * once, so several asked for together take the time of one.
 */
export interface Transaction extends Queryable {
  /**
   * Runs `listener` right after this transaction has committed, never when it rolls back. The
   * listener must not throw.
   */
  afterCommit(listener: () => void): void;
  /**
   * Sends the commit right behind the statements of `step`, all of which must have been sent
   * already. If they fail the transaction fails: the server commits nothing after a failure.
   */
  withCommit(step: Promise<unknown>): void;
  /**
   * Makes the commit visible before it is durable. It becomes durable with the next durable commit
   * of any transaction, within a second in any case, because the server's log is one sequence. A
   * server that crashes before forgets all of it. Use it for facts that are found again, and for
   * facts on which nothing outside of the database acts without a durable commit.
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

/** {@link Queryable} over a pool or one of its connections. */
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

/** How a run of the work ended, and whether its connection can be used again. */
type Attempt<T> = (
  { readonly value: T; readonly tell: () => void } | { readonly failure: unknown }
) & { readonly isBroken: boolean };

/** Transaction with the methods for its owner. */
interface OpenTransaction extends Transaction {
  commit(): Promise<void>;
  /** Whether the commit waits until it is durable. */
  isDurable(): boolean;
  /** Calls the listeners that wait for the commit. */
  tell(): void;
  /** Failure of a step that was not awaited, once all steps have ended. */
  stepFailure(): Promise<{ readonly failure: unknown } | undefined>;
}

function open(client: PoolClient): OpenTransaction {
  const database = createQueryable(client);
  const listeners: (() => void)[] = [];
  const steps: Promise<void>[] = [];
  let failed: { readonly failure: unknown } | undefined;
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let mayLead = true;
  let isDurable = true;
  const begun = database.query('begin').then(() => {
    state = 'open';
  });
  begun.catch(() => undefined);
  const transaction: OpenTransaction = {
    query: async (statement, values) => {
      assert(state !== 'closed', 'a transaction is used before its commit');
      mayLead &&= typeof statement !== 'string' && statement.isReading === true;
      // After a rejected `begin` the server would run each statement by itself, so nothing is
      // written before it has accepted.
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
    durableWithNext: () => {
      isDurable = false;
      transaction.withCommit(transaction.query(lazyStatement));
    },
    isDurable: () => isDurable,
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
  commits: Pick<CommitTimes, 'time'> | undefined,
): Promise<Attempt<T>> {
  const tx = open(client);
  try {
    const value = await work(tx);
    await (commits !== undefined && tx.isDurable() ? commits.time(() => tx.commit()) : tx.commit());
    return { value, tell: () => tx.tell(), isBroken: false };
  } catch (failure) {
    const isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    // After a step has failed, everything else fails because of it.
    return { ...((await tx.stepFailure()) ?? { failure }), isBroken };
  }
}

/**
 * Runs `work` in one transaction. After a conflict with another transaction the whole work runs
 * again, at most five times, so its only outside effects may be those of `afterCommit`.
 *
 * @param commits - times the commits that wait until they are durable
 * @param pause - waits for milliseconds before the work runs again; by the machine's clock by
 *   default
 * @throws PortageError `SERVICE_UNAVAILABLE` when the database cannot be reached
 */
export async function runTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  commits?: Pick<CommitTimes, 'time'>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translateError(error);
  });
  let isBroken = true;
  let told: { readonly tell: () => void } | undefined;
  try {
    // The connection is kept from run to run: a transaction that waits for this one may have taken
    // the last other one.
    for (let tries = 1; ; tries += 1) {
      const result = await attempt(client, work, commits);
      ({ isBroken } = result);
      if ('value' in result) {
        told = result;
        return result.value;
      }
      if (!isConflict(result.failure) || isBroken || tries === attemptsMax) throw result.failure;
      await pause(2 ** tries);
    }
  } finally {
    client.release(isBroken);
    told?.tell();
  }
}
