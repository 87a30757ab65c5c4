import pg from 'pg';
import { processCpu } from '../../measure/processCpu.js';
import { cpuBetween, readTree, type TreeCpu } from '../../measure/treeCpu.js';
import type { Cost } from '../judge/judgeRounds.js';
import type { FoundDatabase } from '../../environment/findDatabase.js';

/** Counters of a service and its PostgreSQL. */
export interface Counters {
  /** Starts counting; the returned function ends it, for a number of orders. */
  begin(): Promise<(orders: number) => Promise<Cost>>;
  /** Clears dead rows and writes statistics, so that no round pays for those before it. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Settings that keep work of the server's own out of the rounds: it would fall on one side of one
 * round. `tidy` does the same work between rounds. They need a restart.
 */
export async function prepareCounting({ url }: FoundDatabase): Promise<void> {
  const client = await connect(url);
  try {
    for (const [name, value] of [
      ['shared_preload_libraries', 'pg_stat_statements'],
      ['autovacuum', 'off'],
      ['checkpoint_timeout', '1d'],
      ['max_wal_size', '8GB'],
    ])
      await client.query(`alter system set ${String(name)} = '${String(value)}'`);
  } finally {
    await client.end();
  }
}

/** Counters at one moment. */
interface Reading extends Omit<Cost, 'databaseUs'> {
  /** CPU microseconds of each process of PostgreSQL. */
  readonly processes: TreeCpu;
}

/** Opens the counters of a service whose PostgreSQL was prepared for them. */
export async function openCounters(
  servicePid: number,
  { url, pid }: FoundDatabase,
): Promise<Counters> {
  const client = await connect(url);
  await client.query('create extension if not exists pg_stat_statements');
  const read = async (): Promise<Reading> => {
    const { rows } = await client.query<{ statements: string; bytes: string }>(
      `select (select sum(calls) from pg_stat_statements) as statements, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
    );
    return {
      serviceUs: processCpu(servicePid),
      processes: readTree(pid),
      statements: Number(rows[0]?.statements),
      logBytes: Number(rows[0]?.bytes),
    };
  };
  return {
    begin: async () => {
      const before = await read();
      return async (orders) => {
        const after = await read();
        return {
          serviceUs: (after.serviceUs - before.serviceUs) / orders,
          databaseUs: cpuBetween(before.processes, after.processes) / orders,
          statements: (after.statements - before.statements) / orders,
          logBytes: (after.logBytes - before.logBytes) / orders,
        };
      };
    },
    tidy: async () => {
      await client.query('vacuum analyze');
    },
    close: () => client.end(),
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The server ends the connection when the service stops it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
