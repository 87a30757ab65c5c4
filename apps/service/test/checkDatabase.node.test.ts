import { migrate } from '@portage/database';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, expect, test } from 'vitest';
import { databaseRows } from '../src/check/databaseRows.js';
import { serviceMigrations } from '../src/serviceMigrations.js';

const databases = createTestDatabases({ unaudited: 'tables are dropped, and made anew' });

afterAll(() => databases.close());

test('migrations that a start applies, a newer schema and a wrong clock are told', async () => {
  const database = await databases.open();
  await database.pool.query('drop schema public cascade; create schema public');
  const { url } = database;
  const [, empty] = await databaseRows(url);
  expect(empty).toMatchObject({
    check: 'schema',
    result: 'ok',
    message: expect.stringContaining('the start applies database/0001_initial.sql') as string,
  });
  const made = await database.query(`select to_regclass('schema_migrations') as made`);
  expect(made).toEqual([{ made: null }]);
  await migrate({ url, log: () => undefined, sources: serviceMigrations });
  expect(await databaseRows(url)).toEqual([
    expect.objectContaining({ check: 'database', result: 'ok' }),
    expect.objectContaining({ check: 'schema', result: 'ok', message: undefined }),
    expect.objectContaining({ check: 'clock', subject: 'database', result: 'ok' }),
  ]);
  await database.query(
    `insert into schema_migrations (package, name, checksum) values ('settlement', '9999_x.sql', '')`,
  );
  const late = await databaseRows(url, { now: () => Date.now() - 3_600_000 });
  expect(late.filter(({ result }) => result === 'failed')).toEqual([
    expect.objectContaining({
      check: 'schema',
      message: expect.stringContaining('settlement/9999_x.sql') as string,
    }),
    expect.objectContaining({
      check: 'clock',
      message: expect.stringContaining('behind the database') as string,
    }),
  ]);
});
