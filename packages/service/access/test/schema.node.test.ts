import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '@portage/database';
import { createTestDatabases, describeSchema, testServerKinds } from '@portage/database/testing';
import { accessMigrations } from '../src/accessMigrations.js';

describe.each(testServerKinds)('schema on the %s server', (kind) => {
  const databases = createTestDatabases({
    kind,
    unaudited: 'other tables are put in place of its own',
  });
  afterAll(() => databases.close());

  it('is the one that is committed', async () => {
    const database = await databases.open();
    await database.pool.query('drop schema public cascade; create schema public');
    await migrate({ url: database.url, log: () => undefined, sources: [accessMigrations] });
    expect(await describeSchema(database)).toBe(
      await readFile(new URL('../schema.sql', import.meta.url), 'utf8'),
    );
  });
});
