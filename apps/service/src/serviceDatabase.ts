import { openAccessRecords, type AccessRecords } from '@portage/access';
import type { Database, Log } from '@portage/database';
import { createSettlement, type Settlement } from '@portage/settlement';

/** Database of a service, with the two packages that have tables in it. */
export interface ServiceDatabase {
  readonly database: Database;
  readonly settlement: Settlement;
  readonly access: AccessRecords;
  /** Waits for pending writes, then closes the database. */
  close(): Promise<void>;
}

/**
 * Opens settlement and access on a database that has the migrations of `serviceMigrations`.
 *
 * @example
 * ```ts
 * const database = await openDatabase({ dataDir, migrations: serviceMigrations });
 * const { settlement, close } = await createServiceDatabase(database);
 * ```
 */
export async function createServiceDatabase(
  database: Database,
  log?: Log,
): Promise<ServiceDatabase> {
  const settlement = await createSettlement(database, { log });
  return {
    database,
    settlement,
    access: await openAccessRecords(database),
    close: async () => {
      await settlement.close();
      await database.close();
    },
  };
}
