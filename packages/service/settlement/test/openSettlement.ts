import { openDatabase, type DatabaseOptions } from '@portage/database';
import { createSettlement } from '../src/createSettlement.js';
import { settlementMigrations } from '../src/settlementMigrations.js';
import type { TestSettlement } from '../src/testing/index.js';

/** Opens settlement on a database of its own; its `close` ends both. */
export async function openSettlement(
  options: DatabaseOptions,
): Promise<TestSettlement & { close(): Promise<void> }> {
  const database = await openDatabase({
    // A database of its own has no tables yet; others are there already.
    ...(options.dataDir === undefined ? {} : { migrations: [settlementMigrations] }),
    ...options,
  });
  const settlement = await createSettlement(database, { log: options.log });
  const close = async (): Promise<void> => {
    await settlement.close();
    await database.close();
  };
  return { ...database, ...settlement, close };
}
