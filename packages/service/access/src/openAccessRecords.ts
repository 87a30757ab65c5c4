import { randomBytes } from 'node:crypto';
import type { Database } from '@portage/database';
import { createKeys, keysChannel, type Keys } from './keys/createKeys.js';
import { createUsage, type Usage } from './usage/createUsage.js';

/** Keys of the service and their usage, in the database. */
export interface AccessRecords {
  readonly keys: Keys;
  readonly usage: Usage;
}

/**
 * Opens keys and usage on a database that has the migrations of access (see `accessMigrations`).
 *
 * @example
 * ```ts
 * const { keys } = await openAccessRecords(database);
 * const { key, secret } = await keys.create({ name: 'shop' });
 * ```
 */
export async function openAccessRecords(database: Database): Promise<AccessRecords> {
  const keys = createKeys(database, { randomBytes });
  await database.subscribe(keysChannel, keys);
  return { keys, usage: createUsage(database) };
}
