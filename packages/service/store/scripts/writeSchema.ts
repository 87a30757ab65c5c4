/**
 * Writes `schema.sql` from a freshly migrated database. Run it after every change of the
 * migrations.
 */
import { writeFile } from 'node:fs/promises';
import { describeSchema } from '../src/schema/describeSchema.js';
import { createTestDatabases } from '../src/testing/index.js';

const databases = createTestDatabases();
try {
  const store = await databases.openStore();
  await writeFile(new URL('../schema.sql', import.meta.url), await describeSchema(store));
} finally {
  await databases.close();
}
