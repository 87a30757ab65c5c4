import { isPortageError, PortageError } from '@portage/core';
import { openDatabase, type Log } from '@portage/database';
import { createServiceDatabase, type ServiceDatabase } from './serviceDatabase.js';
import { serviceMigrations } from './serviceMigrations.js';
import type { ServiceOptions } from './serviceOptions.js';

/**
 * Opens the database of a service: that of `databaseUrl`, or an embedded one.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a malformed URL, `SERVICE_UNAVAILABLE` when
 *   the database cannot be used, or what `openDatabase` throws
 */
export async function openServiceDatabase({
  configuration,
  databaseUrl,
  databaseDir,
  log,
  onFailure,
}: Pick<
  ServiceOptions,
  'configuration' | 'databaseUrl' | 'databaseDir' | 'log' | 'onFailure'
>): Promise<ServiceDatabase> {
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'DATABASE_URL is no address of a PostgreSQL.',
      hint: 'It looks like postgres://user:password@host:5432/database.',
    });
  }
  // Message of the failure, in a member of its own.
  const note: Log = (message, context) => {
    log[context?.['error'] === undefined ? 'info' : 'warn'](
      { part: 'database', ...context },
      message,
    );
  };
  try {
    const database = await openDatabase({
      databaseUrl,
      dataDir: databaseDir,
      migrations: serviceMigrations,
      connectionsMax: configuration.database?.connectionsMax,
      log: note,
      onServerEnd: () => {
        onFailure(
          new PortageError('SERVICE_UNAVAILABLE', {
            message: 'The embedded PostgreSQL ended by itself.',
          }),
        );
      },
    });
    return await createServiceDatabase(database, note);
  } catch (cause) {
    if (databaseUrl === undefined || isPortageError(cause) || !(cause instanceof Error))
      throw cause;
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `The database cannot be used: ${cause.message}.`,
      hint: 'Check DATABASE_URL, and that its server runs.',
      cause,
    });
  }
}
