import { randomBytes } from 'node:crypto';
import type { Database } from '@portage/database';
import { createKeys, keysChannel, type Keys } from './keys/createKeys.js';
import { createUsage, type Usage } from './usage/createUsage.js';

/** Who calls the service, and what was counted. */
export interface Access {
  readonly keys: Keys;
  readonly usage: Usage;
}

/**
 * Opens access on a database that has its migrations (see `accessMigrations`).
 *
 * @example
 * ```ts
 * const { keys } = await createAccess(database);
 * const { key, secret } = await keys.create({ name: 'shop' });
 * ```
 */
export async function createAccess(database: Database): Promise<Access> {
  const keys = createKeys(database, { randomBytes });
  await database.subscribe(keysChannel, keys);
  return { keys, usage: createUsage(database) };
}
