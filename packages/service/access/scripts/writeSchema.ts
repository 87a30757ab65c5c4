/**
 * Writes `schema.sql` from a freshly migrated database. Run it after every change of the
 * migrations.
 */
import { writeFile } from 'node:fs/promises';
import { createTestDatabases, describeSchema } from '@portage/database/testing';
import { accessMigrations } from '../src/accessMigrations.js';

const databases = createTestDatabases({ migrations: [accessMigrations] });
try {
  const database = await databases.open();
  await writeFile(new URL('../schema.sql', import.meta.url), await describeSchema(database));
} finally {
  await databases.close();
}
