import { openStore, type Store } from '@portage/store';
import type { Devnet } from '@portage/devnet';
import { databaseDir } from '../src/index.js';

/** The database of a service that has stopped. */
export function openDatabase(dataDir: string, devnet: Devnet): Promise<Store> {
  return openStore({ dataDir: databaseDir(dataDir, devnet.id), migrate: false });
}
