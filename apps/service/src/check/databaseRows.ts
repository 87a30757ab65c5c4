import { PortageError, systemClock, type Clock } from '@portage/core';
import { openDatabase, readPendingMigrations, type Database } from '@portage/database';
import { databaseOffsetMs, faultOf, offsetOf } from '../clock/watchClock.js';
import { serviceMigrations } from '../serviceMigrations.js';
import { checkOne, failedRow, type CheckRow } from './checkRow.js';

/**
 * Rows about the database: whether it makes a write durable that is never read, which migrations a
 * start would apply, and how far the clocks are apart. Changes no table.
 */
export async function databaseRows(
  databaseUrl: string | undefined,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<readonly CheckRow[]> {
  const check = 'database';
  if (databaseUrl === undefined)
    return [{ check, result: 'ok', message: 'the start makes one in the data directory' }];
  let database: Database;
  try {
    database = await openDatabase({ databaseUrl, connectionsMax: 3 });
  } catch (error) {
    return [failedRow({ check }, error)];
  }
  try {
    return [
      await checkOne({ check }, async () => {
        await database.ping();
        return undefined;
      }),
      await checkOne({ check: 'schema' }, () => describePending(database)),
      await checkOne({ check: 'clock', subject: 'database' }, async () => {
        const fault = faultOf(offsetOf('database', await databaseOffsetMs(database, clock)));
        if (fault === undefined) return undefined;
        throw new PortageError('INVALID_CONFIGURATION', {
          message: fault,
          hint: 'Set the clock of this machine, or that of the database.',
        });
      }),
    ];
  } finally {
    await database.close();
  }
}

async function describePending(database: Database): Promise<string | undefined> {
  const pending = await readPendingMigrations(database, serviceMigrations);
  return pending.length === 0 ? undefined : `the start applies ${pending.join(', ')}`;
}
