import { randomBytes, randomUUID } from 'node:crypto';
import { PortageError } from '@portage/core';
import type { Pool } from 'pg';
import { startServer } from './embedded/startServer.js';
import { createGroupCommit } from './groupCommit.js';
import { createHub, requestsChannel, type Hub } from './hub/createHub.js';
import { listen } from './hub/listen.js';
import { createJobs, jobsChannel, type Jobs } from './jobs/createJobs.js';
import { createKeys, keysChannel, type Keys } from './keys/createKeys.js';
import { createLedger, type Ledger } from './ledger/createLedger.js';
import { createLeases, type Leases } from './leases/createLeases.js';
import { migrate } from './migrate.js';
import { createPool, type Log } from './pool/createPool.js';
import {
  createQueryable,
  runTransaction,
  type Queryable,
  type Transaction,
} from './pool/runTransaction.js';
import { codeOf } from './pool/translateError.js';
import { createRequestWriter } from './requests/createRequestWriter.js';
import type { NewRequest } from './requests/newRequest.js';
import { readRequests } from './requests/readRequests.js';
import { readRequestsPage, type RequestsPage } from './requests/readRequestsPage.js';
import type { RequestsQuery } from './requests/requestsQuery.js';
import type { StoredRequest } from './requests/storedRequest.js';
import { createOrderMemory, type OrderMemory } from './settlement/createOrderMemory.js';
import { createUsage, type Usage } from './usage/createUsage.js';

/** Everything that Portage keeps, on PostgreSQL. */
export interface Store extends Queryable {
  readonly pool: Pool;
  /**
   * URL of the database, with its password: for other processes of this machine, never for a log.
   */
  readonly url: string;
  /**
   * Stores a request with its order; resolves once both are durable. Requests that arrive together
   * are written in one statement.
   *
   * @throws PortageError `SERVICE_UNAVAILABLE` when the database cannot be reached or too many
   *   requests are waiting
   */
  saveRequest(request: NewRequest): Promise<void>;
  getRequest(id: string): Promise<StoredRequest | undefined>;
  /**
   * One page of requests, newest first unless told otherwise. @throws PortageError
   * `INVALID_REQUEST` for a continuation that is not ours
   */
  getRequests(query: RequestsQuery): Promise<RequestsPage>;
  /**
   * Runs `work` in one transaction; after a conflict with another one the whole work runs again, at
   * most five times.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  readonly hub: Hub;
  readonly jobs: Jobs;
  readonly leases: Leases;
  readonly ledger: Ledger;
  /** Orders that were read lately. */
  readonly orders: OrderMemory;
  readonly keys: Keys;
  readonly usage: Usage;
  /** Resolves when the database answers. @throws PortageError `SERVICE_UNAVAILABLE` */
  ping(): Promise<void>;
  /** Waits for what is being written, ends all connections and, where it is ours, the server. */
  close(): Promise<void>;
}

/** Where the database is and how it is opened. */
export interface StoreOptions {
  /** URL of a PostgreSQL 15 or newer. When it is left out, one is started in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded PostgreSQL; made where there is none. */
  readonly dataDir?: string | undefined;
  readonly log?: Log | undefined;
  /**
   * Told when the embedded PostgreSQL ended without being stopped: it does not come back, so the
   * process should end too.
   */
  readonly onServerEnd?: (() => void) | undefined;
  /** Bring the schema up to date first; true when left out. */
  readonly migrate?: boolean | undefined;
  /** Size of the pool; 20 when left out. */
  readonly connectionsMax?: number | undefined;
}

const writesMax = { batchMax: 256, waitingMax: 20_000 } as const;

/**
 * A row that the database refuses is the fault of that row; anything else would hit each of them
 * again.
 */
function isRefusal(error: unknown): boolean {
  return /^(?:22|23|P0)/.test(codeOf(error) ?? '');
}

async function connectStore(url: string, options: StoreOptions, log: Log): Promise<Store> {
  if (options.migrate ?? true) await migrate({ url, log });
  const pool = createPool({
    url,
    log,
    ...(options.connectionsMax === undefined ? {} : { connectionsMax: options.connectionsMax }),
  });
  const database = createQueryable(pool);
  const hub = createHub(database, (error) =>
    log('changed requests could not be read', { error: String(error) }),
  );
  const jobs = createJobs(database, { self: randomUUID() });
  const keys = createKeys(database, { randomBytes });
  const receivers = new Map([
    [requestsChannel, hub.receive],
    [jobsChannel, jobs.receive],
    [keysChannel, keys.receive],
  ]);
  const listener = await listen({
    url,
    log,
    channels: [...receivers.keys()],
    onNotification: (channel, payload) => receivers.get(channel)?.(payload),
    onReconnect: () => {
      hub.refresh();
      jobs.refresh();
      keys.refresh();
    },
  });
  const writes = createGroupCommit<NewRequest>({
    write: createRequestWriter(database),
    separable: isRefusal,
    ...writesMax,
  });
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await writes.close();
    await listener.close();
    await pool.end();
  }
  return {
    ...database,
    pool,
    url,
    saveRequest: (request) => writes.add(request),
    getRequest: async (id) => (await readRequests(database, [id]))[0],
    getRequests: (query) => readRequestsPage(database, query),
    transaction: (work) => runTransaction(pool, work),
    hub,
    jobs,
    leases: createLeases(database),
    ledger: createLedger(database),
    orders: createOrderMemory(),
    keys,
    usage: createUsage(database),
    ping: async () => {
      await database.query('select 1');
    },
    close: () => (closing ??= close()),
  };
}

/**
 * Opens the store: on the PostgreSQL at `databaseUrl`, or on one that it starts in `dataDir` and
 * stops again on `close`.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` when another process uses `dataDir`
 * @throws PortageError `SCHEMA_TOO_NEW` when a newer version has migrated the database
 * @throws PortageError `INVALID_CONFIGURATION` when neither place is given, or the embedded server
 *   cannot run here
 *
 * @example
 * ```ts
 * const store = await openStore({ dataDir: './data' });
 * const request = await store.getRequest(id);
 * await store.close();
 * ```
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const log = options.log ?? (() => undefined);
  if (options.databaseUrl !== undefined) return connectStore(options.databaseUrl, options, log);
  if (options.dataDir === undefined) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The store has no place.',
      hint: 'Give a database URL or a data directory.',
    });
  }
  const server = await startServer({ directory: options.dataDir, log, onEnd: options.onServerEnd });
  try {
    const store = await connectStore(server.url, options, log);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      await store.close();
      await server.stop();
    };
    return { ...store, close: () => (closing ??= close()) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
