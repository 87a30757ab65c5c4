import { processCpu } from '../measure/processCpu.js';
import type { BenchDatabase } from '../environment/openBenchDatabase.js';

/** Time of one run by part. */
export interface Parts {
  /** CPU time of this process, in microseconds: reading the node, judging, encoding. */
  readonly clientUs: number;
  /** CPU time of all processes of the database server, in microseconds. */
  readonly serverUs: number;
  /**
   * Microseconds that the server spent on each kind of statement, waiting for the disk included.
   */
  readonly statementUs: ReadonlyMap<string, number>;
}

/** Kinds of statements by a part of their text. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['orders and what happened to them', '%from requests r where r.order_id = any%'],
  ['cursor, blocks, deposits', '%insert into deposits%'],
  ['requests, begun and changed', '%update request_states%'],
  ['ledger', '%insert into ledger_entries%'],
  ['jobs', '%insert into jobs%'],
]);

/**
 * Makes the server count its statements. That needs a restart: close the database afterwards and
 * open it again.
 */
export async function countStatements(admin: BenchDatabase): Promise<void> {
  await admin.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
}

/** Starts measuring; the returned function ends it. Linux only. */
export async function measureParts(admin: BenchDatabase): Promise<() => Promise<Parts>> {
  await admin.query('create extension if not exists pg_stat_statements');
  await admin.query('select pg_stat_statements_reset()');
  const serverCpu = async (): Promise<ReadonlyMap<number, number>> => {
    const rows = await admin.query<{ pid: number }>('select pid from pg_stat_activity');
    return new Map(rows.map(({ pid }) => [pid, processCpu(pid)]));
  };
  const before = await serverCpu();
  const client = process.cpuUsage();
  return async () => {
    const { user, system } = process.cpuUsage(client);
    const after = await serverCpu();
    const serverUs = [...after].reduce(
      (sum, [pid, used]) => sum + used - (before.get(pid) ?? 0),
      0,
    );
    return { clientUs: user + system, serverUs, statementUs: await readStatements(admin) };
  };
}

async function readStatements(admin: BenchDatabase): Promise<ReadonlyMap<string, number>> {
  const rows = await admin.query<{ pattern: string; us: number }>(
    `select pattern, coalesce(sum(total_exec_time) * 1000, 0)::float8 as us from unnest($1::text[]) pattern left join pg_stat_statements on query ilike pattern group by pattern`,
    [[...kinds.values()]],
  );
  const times = new Map(rows.map(({ pattern, us }) => [pattern, us]));
  return new Map(
    [...kinds].map(([kind, pattern]) => {
      const us = times.get(pattern) ?? 0;
      if (us === 0)
        throw new Error(`No statement of the run is about ${kind}: its text has changed.`);
      return [kind, us];
    }),
  );
}
