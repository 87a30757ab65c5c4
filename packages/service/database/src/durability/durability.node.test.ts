import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../openDatabase.js';
import { withinSeconds } from './withinSeconds.js';

let folder: string;
let server: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portage-durability-'));
  server = await openDatabase({ dataDir: folder, migrations: [] });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Warnings of a process that opens the database of the server. */
async function warnings(url = server.url): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const opened = await openDatabase({
    databaseUrl: url,
    log: (_message, context) => told.push(context?.['error']),
  });
  await opened.close();
  return told;
}

test('commits of a session wait for disks, whatever the server and the role are set to', async () => {
  await server.query(`alter role current_user set synchronous_commit = 'off'`);
  const opened = await openDatabase({ databaseUrl: server.url });
  expect(await opened.query(`select current_setting('synchronous_commit') as setting`)).toEqual([
    { setting: 'on' },
  ]);
  await opened.close();
});

test('a server without standbys is opened without a word', async () => {
  expect(await warnings()).toEqual([]);
});

test('a server that replicates without a synchronous standby is warned of', async () => {
  await server.query(`select pg_create_physical_replication_slot('standby')`);
  expect(await warnings()).toEqual([expect.stringContaining('a promoted standby may lack')]);
  await server.query(`alter system set synchronous_standby_names = 'standby'`);
  await server.query('select pg_reload_conf()');
  await expect.poll(() => warnings()).toEqual([expect.stringContaining('No synchronous standby')]);
  await server.query(`alter system reset synchronous_standby_names`);
  await server.query('select pg_reload_conf()');
  await server.query(`select pg_drop_replication_slot('standby')`);
  await expect.poll(() => warnings()).toEqual([]);
});

test('a stalled synchronous standby: the database counts as down, until it is healed', async () => {
  const opened = await openDatabase({ databaseUrl: server.url, connectionsMax: 3 });
  await opened.ping();
  await server.query(`alter system set synchronous_standby_names = 'nobody'`);
  await server.query('select pg_reload_conf()');
  await expect
    .poll(() => opened.query(`select current_setting('synchronous_standby_names') as names`))
    .toEqual([{ names: 'nobody' }]);
  // Commits wait once the server's checkpointer has read the setting too.
  const answer = () =>
    opened.ping().then(
      () => 'up',
      () => 'down',
    );
  await expect.poll(answer).toBe('down');
  const asked = Array.from({ length: 9 }, () => opened.ping());
  for (const failure of await Promise.allSettled(asked))
    expect(failure).toMatchObject({
      status: 'rejected',
      reason: { code: 'SERVICE_UNAVAILABLE', context: { retryAfterSeconds: 2 } },
    });
  // The pings hold one connection together, so what only reads goes on.
  expect(await opened.query('select 1 as one')).toEqual([{ one: 1 }]);
  const writing = withinSeconds(opened.query('create table stalled ()'), 0.2);
  await expect(writing).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await server.query('alter system reset synchronous_standby_names');
  await server.query('select pg_reload_conf()');
  await expect.poll(answer).toBe('up');
  await opened.close();
});
