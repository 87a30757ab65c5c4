import pg from 'pg';
import { connectionConfig } from '../pool/createPool.js';
import { createQueryable } from '../transaction/runTransaction.js';
import { createLock } from './createLock.js';
import { createSerialClient, type SerialOptions } from './createSerialClient.js';
import { openProcess, type ProcessDatabase, type StatementFaults } from './openProcess.js';
import { useVirtualTime } from './useVirtualTime.js';

/**
 * Database over one connection that carries out one statement after another, in a time that it is
 * told. What runs on it runs in the same order each time.
 */
export interface SerialDatabase {
  /** Opens the database for a process that may be killed. */
  openProcess(faults?: StatementFaults): ProcessDatabase;
  /**
   * Resolves once no statement is under way or waits, and no caller that was answered asks more.
   */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Migrated database that no other process uses. */
export interface SerialDatabaseOptions extends SerialOptions {
  readonly url: string;
}

/**
 * Opens a database for processes of a simulation.
 *
 * @example
 * ```ts
 * const database = await openSerialDatabase({ url, now: () => time });
 * const process = database.openProcess();
 * await process.kill();
 * ```
 */
export async function openSerialDatabase({
  url,
  now,
  trace,
}: SerialDatabaseOptions): Promise<SerialDatabase> {
  const client = new pg.Client({
    ...connectionConfig(url, 'portage serial'),
    // Its time is the simulation's: nothing of it ends because the machine is slow.
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  // A statement that cannot be sent any more says so itself.
  client.on('error', () => undefined);
  await client.connect();
  await useVirtualTime(createQueryable(client));
  const channels = new Map<string, Set<(payload: string) => void>>();
  const serial = createSerialClient(client, {
    now,
    trace,
    receive: ({ channel, payload = '' }) => {
      for (const receive of channels.get(channel) ?? []) receive(payload);
    },
  });
  const lock = createLock();
  return {
    openProcess: (faults) => openProcess({ url, serial, lock, channels, faults }),
    idle: () => serial.idle(),
    close: () => client.end(),
  };
}
