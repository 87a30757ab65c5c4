import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf } from '@portage/database';
import { newRequest, testId } from './newRequest.js';
import { startChild } from './startChild.js';
import { openSettlement } from './openSettlement.js';

let directory: string;

/**
 * Command lines of processes that mention the data directory of this test or watch over its server.
 */
function processes(): string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const servers = all.filter((line) => line.includes(`-D ${directory}/postgres `));
  const pids = servers.map((line) => line.trim().split(/\s+/)[0] ?? '');
  return [
    ...servers,
    ...all.filter((line) => pids.some((pid) => line.endsWith(`kill -INT "$0" ${pid}`))),
  ];
}

/** Kills the server with all that belongs to it; the death of one may have ended another. */
function killAll(): void {
  for (const line of processes()) {
    try {
      process.kill(Number(line.trim().split(/\s+/)[0]), 'SIGKILL');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
}

/** Waits until no process of the server is left behind. */
const untilNone = (): Promise<void> => expect.poll(processes).toEqual([]);

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portage-embedded-'));
});

afterEach(async () => {
  await untilNone();
  await rm(directory, { recursive: true });
});

describe('openSettlement without a URL', () => {
  it('keeps what was stored, stops its server, and guards its password', async () => {
    const store = await openSettlement({ dataDir: directory });
    await store.saveRequest(newRequest(1));
    const settings = await store.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding') order by name`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    expect((await stat(join(directory, 'postgres.password'))).mode & 0o777).toBe(0o600);
    await store.close();
    expect(processes()).toEqual([]);

    const again = await openSettlement({ dataDir: directory });
    expect((await again.getRequest(testId('request', 1)))?.status).toBe('waiting');
    await again.close();
    await again.close();
  });

  // Made by mkdtemp, the folder of every other test is closed to all but its owner: as root, the
  // server passes it with one right of root's.
  it('opens in a folder that everybody may enter', async () => {
    await chmod(directory, 0o755);
    const store = await openSettlement({ dataDir: join(directory, 'new', 'folder') });
    await store.ping();
    await store.close();
  });

  it('adds no signal handlers to the process', async () => {
    const before = process.eventNames().filter((name) => String(name).startsWith('SIG'));
    const store = await openSettlement({ dataDir: directory });
    expect(process.eventNames().filter((name) => String(name).startsWith('SIG'))).toEqual(before);
    await store.close();
  });

  it('I6: refuses a second opener, in this process and in another one, until the first has closed', async () => {
    const store = await openSettlement({ dataDir: directory });
    await expect(openSettlement({ dataDir: directory })).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_LOCKED',
    });
    await store.close();
    const child = startChild('holdStore', [directory]);
    expect(await child.readLine()).toBe('open');
    await expect(openSettlement({ dataDir: directory })).rejects.toMatchObject({
      code: 'DATA_DIRECTORY_LOCKED',
    });
    await child.kill('SIGKILL');
    await (await openSettlement({ dataDir: directory })).close();
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'leaves no process behind after %s without a handler',
    async (signal) => {
      const child = startChild('holdStore', [directory]);
      expect(await child.readLine()).toBe('open');
      await child.kill(signal);
      await untilNone();
      expect(await readFile(join(directory, 'postgres.log'), 'utf8')).toContain(
        'database system is shut down',
      );
    },
  );

  it('stops a server that was left behind without its watchdog, and opens again', async () => {
    const child = startChild('holdStore', [directory]);
    expect(await child.readLine()).toBe('open');
    const watchdog = processes().find((line) => line.includes('kill -INT'));
    process.kill(Number(watchdog?.trim().split(/\s+/)[0]), 'SIGKILL');
    await child.kill('SIGKILL');
    await expect.poll(processes).toHaveLength(1);
    const messages: string[] = [];
    const store = await openSettlement({
      dataDir: directory,
      log: (message) => messages.push(message),
    });
    expect(messages).toContain('stopping the database server that an earlier process left behind');
    await store.ping();
    await store.close();
  });

  it('I1: recovers when its server was killed with it', async () => {
    const child = startChild('holdStore', [directory]);
    expect(await child.readLine()).toBe('open');
    killAll();
    await child.kill('SIGKILL');
    const store = await openSettlement({ dataDir: directory });
    await store.ping();
    await store.close();
  });

  it('G0, G1: loses no acknowledged request to kill -9', async () => {
    let next = 0;
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const child = startChild('writeRequests', [directory, String(next)]);
      for (let count = 0; count < 500; count += 1)
        acknowledged.push(Number(await child.readLine()));
      await child.kill('SIGKILL');
      for (
        let line = await child.lines.next();
        line.done !== true;
        line = await child.lines.next()
      ) {
        if (/^\d+$/.test(line.value)) acknowledged.push(Number(line.value));
      }
      next = Math.max(...acknowledged) + 1_000;
    }
    const store = await openSettlement({ dataDir: directory });
    const rows = await store.query<{ id: string }>(
      'select request_id as id from quotes where order_data is not null',
    );
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(1_500);
    expect(acknowledged.filter((number) => !stored.has(testId('request', number)))).toEqual([]);
    expect(await store.ledger.audit()).toEqual([]);
    await store.close();
  });

  it('keeps, when its server is killed, what was to be durable with the next commit once there was one', async () => {
    const store = await openSettlement({ dataDir: directory });
    await store.query('create table steps (id integer primary key)');
    for (let id = 0; id < 200; id += 2) {
      await store.transaction(async (tx) => {
        await tx.query('insert into steps values ($1)', [id]);
        tx.durableWithNext();
      });
      await store.query('insert into steps values ($1)', [id + 1]);
    }
    killAll();
    await untilNone();
    await store.close();
    const again = await openSettlement({ dataDir: directory });
    expect(await again.query('select count(*)::int as count from steps')).toEqual([{ count: 200 }]);
    await again.close();
  });

  it('I7: ends a half-made cluster and makes a new one', async () => {
    const child = startChild('holdStore', [directory]);
    await sleep(600);
    await child.kill('SIGKILL');
    const store = await openSettlement({ dataDir: directory });
    await store.ping();
    await store.close();
  });

  it('says that the database is not available when its server has gone', async () => {
    const messages: string[] = [];
    const store = await openSettlement({
      dataDir: directory,
      log: (message) => messages.push(message),
    });
    const server = processes().find((line) => line.includes('-D '));
    process.kill(Number(server?.trim().split(/\s+/)[0]), 'SIGINT');
    await expect.poll(() => messages).toContain('the embedded PostgreSQL ended by itself');
    await expect(store.saveRequest(newRequest(1))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await expect(store.ping()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(store.transaction(() => Promise.resolve())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await store.close();
  });
});
