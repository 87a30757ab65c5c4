import type { Database } from '@portage/database';
import { parentOf, treeCpu } from './treeCpu.js';

/** Counters of a service and its database, each from some start of its own. */
export interface Counters {
  readonly atMs: number;
  /** CPU seconds. */
  readonly service: number;
  readonly postgres: number;
  readonly transactions: number;
  /** Bytes of the database's log. */
  readonly logBytes: number;
}

/** Cost of one chain in a second. */
export interface ChainUsage {
  /** Percent of a core, of the service and of PostgreSQL. */
  readonly servicePercent: number;
  readonly postgresPercent: number;
  readonly cpuPercent: number;
  readonly transactions: number;
  readonly logBytes: number;
}

/** Reads the counters; the database's are those of the whole server and of this database. */
export async function readCounters(database: Database, servicePid: number): Promise<Counters> {
  const [row] = await database.query<{ pid: number; transactions: string; bytes: string }>(
    `select pg_backend_pid() as pid, pg_current_wal_lsn() - '0/0'::pg_lsn as bytes,
       (select xact_commit + xact_rollback from pg_stat_database
         where datname = current_database())::text as transactions`,
    [],
  );
  if (row === undefined) throw new Error('The database tells no counters.');
  return {
    atMs: performance.now(),
    service: treeCpu(servicePid),
    postgres: treeCpu(parentOf(row.pid)),
    transactions: Number(row.transactions),
    logBytes: Number(row.bytes),
  };
}

/** Cost of each of `chains` in a second, between two readings. */
export function usageOf(before: Counters, after: Counters, chains: number): ChainUsage {
  const rate = (of: (counters: Counters) => number): number =>
    (of(after) - of(before)) / ((after.atMs - before.atMs) / 1_000) / chains;
  const servicePercent = 100 * rate(({ service }) => service);
  const postgresPercent = 100 * rate(({ postgres }) => postgres);
  return {
    servicePercent,
    postgresPercent,
    cpuPercent: servicePercent + postgresPercent,
    transactions: rate(({ transactions }) => transactions),
    logBytes: rate(({ logBytes }) => logBytes),
  };
}
