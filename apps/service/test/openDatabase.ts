import type { AccessRecords } from '@portage/access';
import { openDatabase, runningServerUrl, type Database } from '@portage/database';
import type { Devnet } from '@portage/devnet';
import type { Settlement } from '@portage/settlement';
import { databaseDir } from '../src/index.js';
import { createServiceDatabase } from '../src/serviceDatabase.js';

/** Database of a service with settlement and access, as one value. */
export interface OpenedDatabase
  extends AccessRecords, Settlement, Omit<Database, 'close' | 'query'> {}

async function open(database: Database): Promise<OpenedDatabase> {
  const opened = await createServiceDatabase(database);
  const { settlement, access } = opened;
  return { ...database, ...settlement, ...access, close: () => opened.close() };
}

/** Database of a service that has stopped. */
export async function openStopped(dataDir: string, devnet: Devnet): Promise<OpenedDatabase> {
  return open(await openDatabase({ dataDir: databaseDir(dataDir, devnet.id) }));
}

/** Rules of the books that are broken in the database of a service that has stopped. */
export async function auditStopped(dataDir: string, devnet: Devnet): Promise<readonly unknown[]> {
  const store = await openStopped(dataDir, devnet);
  try {
    return await store.ledger.audit();
  } finally {
    await store.close();
  }
}

/** Database of a service that runs. */
export async function openBeside(
  dataDir: string,
  devnet: Pick<Devnet, 'id'>,
): Promise<OpenedDatabase> {
  const databaseUrl = await runningServerUrl(databaseDir(dataDir, devnet.id));
  if (databaseUrl === undefined) throw new Error('The service has no database that runs.');
  return open(await openDatabase({ databaseUrl, connectionsMax: 1 }));
}
