import { afterAll, afterEach, expect, test } from 'vitest';
import { startPooler, type Pooler } from '../../test/startPooler.js';
import { openDatabase } from '../openDatabase.js';
import { createTestDatabases } from '../testing/createTestDatabases.js';

const databases = createTestDatabases();
let pooler: Pooler;
afterEach(() => pooler.close());
afterAll(() => databases.close());

test.each([8, 2, 1])(
  'a pooler that shares %s servers between transactions is refused with what to do, and in time',
  async (servers) => {
    pooler = await startPooler(await databases.createDatabase(), servers);
    const startedAt = Date.now();
    await expect(openDatabase({ databaseUrl: pooler.url })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining('PgBouncer') as string,
      hint: expect.stringContaining('database.connectionsMax') as string,
    });
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  },
);

test('a server is opened with as many connections as are configured', async () => {
  pooler = await startPooler('postgres://127.0.0.1:9/none');
  const opened = await openDatabase({
    databaseUrl: await databases.createDatabase(),
    connectionsMax: 3,
  });
  expect(opened.pool.options.max).toBe(3);
  await opened.close();
});
