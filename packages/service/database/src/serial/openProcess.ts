import pg from 'pg';
import { createLeases } from '../leases/createLeases.js';
import type { Database } from '../openDatabase.js';
import { createCommitTimes } from '../transaction/createCommitTimes.js';
import { createQueryable, runTransaction } from '../transaction/runTransaction.js';
import type { Lock } from './createLock.js';
import type { SentStatement, SerialClient } from './createSerialClient.js';

/** Way in which a statement fails. */
export interface StatementFault {
  /** Whether the server carries it out before. */
  readonly isCarriedOut: boolean;
  /** Error that the caller gets; none where the process dies of it. */
  readonly error?: Error | undefined;
}

/** Asked before each statement of a process: its fault, if it is to have one. */
export type StatementFaults = (statement: SentStatement) => StatementFault | undefined;

/** A database as one process sees it, until that process dies. */
export interface ProcessDatabase extends Omit<Database, 'pool' | 'close'> {
  /**
   * Ends as `kill -9` does: no call is answered any more, what was sent is carried out, and an open
   * transaction is taken back.
   */
  kill(): void;
}

/** Parts that the processes of a database share. */
export interface ProcessParts {
  readonly url: string;
  readonly serial: SerialClient;
  readonly lock: Lock;
  readonly channels: Map<string, Set<(payload: string) => void>>;
  readonly faults: StatementFaults | undefined;
}

const never = new Promise<never>(() => undefined);

/** Connections of a process: one of all processes at a time has one. */
function openConnections({ serial, lock, faults }: ProcessParts): {
  readonly pool: pg.Pool;
  readonly kill: () => void;
} {
  const state: { isDead: boolean; held?: (() => void) | undefined } = { isDead: false };
  const isOver = (): boolean => state.isDead;

  const kill = (): void => {
    if (state.isDead) return;
    state.isDead = true;
    const release = state.held;
    if (release === undefined) return;
    void serial.query({ text: 'rollback' }).finally(release);
  };

  async function send(
    statement: SentStatement,
    fault: StatementFault | undefined,
  ): Promise<pg.QueryResult> {
    if (state.isDead) return never;
    if (fault !== undefined && !fault.isCarriedOut) {
      if (fault.error === undefined) kill();
      if (fault.error !== undefined) throw fault.error;
      return never;
    }
    const sending = serial.query(statement);
    if (fault !== undefined && fault.error === undefined) kill();
    const result = await sending.catch((error: unknown) => {
      if (state.isDead) return never;
      throw error;
    });
    if (fault?.error !== undefined) throw fault.error;
    return isOver() ? never : result;
  }

  async function connect(): Promise<pg.PoolClient> {
    const release = await lock.take();
    if (isOver()) {
      release();
      return never;
    }
    state.held = release;
    let broken: { readonly error: unknown } | undefined;
    const query = async (statement: SentStatement): Promise<pg.QueryResult> => {
      // Over a connection that broke nothing travels any more; the server takes back what was open.
      if (broken !== undefined && statement.text !== 'rollback') throw broken.error;
      const fault = isOver() ? undefined : faults?.(statement);
      if (fault?.error !== undefined) broken = { error: fault.error };
      return send(statement, fault);
    };
    const connection = {
      query: (statement: string | SentStatement) =>
        query(typeof statement === 'string' ? { text: statement } : statement),
      release: () => {
        if (state.isDead) return;
        state.held = undefined;
        release();
      },
    };
    // Nothing else of a connection is used.
    return connection as unknown as pg.PoolClient;
  }

  const pool = {
    connect,
    query: async (statement: SentStatement) => {
      const connection = await connect();
      try {
        return await connection.query(statement);
      } finally {
        connection.release();
      }
    },
  };
  // Nothing else of a pool is used.
  return { pool: pool as unknown as pg.Pool, kill };
}

/** Opens the database for one more process. */
export function openProcess(parts: ProcessParts): ProcessDatabase {
  const { url, serial, channels } = parts;
  const { pool, kill } = openConnections(parts);
  const queryable = createQueryable(pool);
  const commits = createCommitTimes(() => 0);
  const endings: (() => void)[] = [];
  return {
    ...queryable,
    url,
    commits,
    transaction: (work) => runTransaction(pool, work, commits, () => Promise.resolve()),
    leases: createLeases(queryable),
    subscribe: async (channel, { receive }) => {
      const known = channels.get(channel);
      const receivers = known ?? new Set();
      channels.set(channel, receivers.add(receive));
      endings.push(() => receivers.delete(receive));
      if (known === undefined)
        await serial.query({ text: `listen ${pg.escapeIdentifier(channel)}` });
    },
    ping: async () => {
      await queryable.query('select 1');
    },
    kill: () => {
      for (const end of endings) end();
      kill();
    },
  };
}
