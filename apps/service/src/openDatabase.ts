import { isPortageError, PortageError } from '@portage/core';
import { openStore, type Store } from '@portage/store';
import type { ServiceOptions } from './serviceOptions.js';

/**
 * Opens the database of a service: that of `databaseUrl`, or an embedded one.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a URL that is none, `SERVICE_UNAVAILABLE` where
 *   the database cannot be used, or what the store throws
 */
export async function openDatabase({
  databaseUrl,
  databaseDir,
  log,
  onFailure,
}: Pick<ServiceOptions, 'databaseUrl' | 'databaseDir' | 'log' | 'onFailure'>): Promise<Store> {
  if (databaseUrl !== undefined && !/^postgres(?:ql)?:\/\//.test(databaseUrl)) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'DATABASE_URL is no address of a PostgreSQL.',
      hint: 'It looks like postgres://user:password@host:5432/database.',
    });
  }
  try {
    return await openStore({
      databaseUrl,
      dataDir: databaseDir,
      // What goes wrong says so in a member of its own.
      log: (message, context) =>
        log[context?.['error'] === undefined ? 'info' : 'warn'](
          { part: 'store', ...context },
          message,
        ),
      onServerEnd: () => {
        onFailure(
          new PortageError('SERVICE_UNAVAILABLE', {
            message: 'The embedded PostgreSQL ended by itself.',
          }),
        );
      },
    });
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
