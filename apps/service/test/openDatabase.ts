import { openStore, runningServerUrl, type Store } from '@portage/store';
import type { Devnet } from '@portage/devnet';
import { databaseDir } from '../src/index.js';

/** The database of a service that has stopped. */
export function openDatabase(dataDir: string, devnet: Devnet): Promise<Store> {
  return openStore({ dataDir: databaseDir(dataDir, devnet.id), migrate: false });
}

/** The database of a service that runs. */
export async function openBeside(dataDir: string, devnet: Devnet): Promise<Store> {
  const databaseUrl = await runningServerUrl(databaseDir(dataDir, devnet.id));
  if (databaseUrl === undefined) throw new Error('The service has no database that runs.');
  return openStore({ databaseUrl, migrate: false, connectionsMax: 1 });
}
