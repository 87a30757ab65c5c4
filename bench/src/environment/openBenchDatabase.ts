import { openDatabase, type Database, type DatabaseOptions } from '@portage/database';
import type { AccessRecords } from '@portage/access';
import { createServiceDatabase, serviceMigrations } from '@portage/service';
import type { Settlement } from '@portage/settlement';

/** Database of a service with settlement and access, as one value. */
export interface BenchDatabase
  extends AccessRecords, Settlement, Omit<Database, 'close' | 'query'> {}

/** Opens a database with the tables of a service; its `close` waits for pending writes. */
export async function openBenchDatabase(
  options: Omit<DatabaseOptions, 'migrations'>,
): Promise<BenchDatabase> {
  const database = await openDatabase({ ...options, migrations: serviceMigrations });
  const opened = await createServiceDatabase(database);
  const { settlement, access } = opened;
  return { ...database, ...settlement, ...access, close: () => opened.close() };
}
