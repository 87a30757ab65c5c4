import { afterAll, expect, it } from 'vitest';
import { createTestDatabases } from './createTestDatabases.js';

const databases = createTestDatabases({ unaudited: 'its tables are empty' });
afterAll(() => databases.close());

it('refuses what a transaction asks of the pool, and nothing else', async () => {
  const database = await databases.open();
  const second = 'A transaction asks the pool for a second connection.';
  const ask = () => database.query('select 1 as one');
  await expect(database.transaction(ask)).rejects.toThrow(second);
  await expect(database.transaction(() => database.transaction(ask))).rejects.toThrow(second);
  const told: Promise<unknown>[] = [];
  await database.transaction(async (tx) => {
    await tx.query('select 1 as one');
    tx.afterCommit(() => told.push(ask()));
  });
  expect(await Promise.all(told)).toEqual([[{ one: 1 }]]);
});
