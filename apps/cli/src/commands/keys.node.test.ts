import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccessRecords } from '@portage/access';
import type { Database } from '@portage/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestServer,
  type TestServer,
} from '../../../../packages/service/api/test/createTestServer.js';
import { openTestDatabase } from '../../test/openTestDatabase.js';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';

let data: string;
let database: Database;
let parts: TestServer;
let url: string;

/** Embedded database of a running service, with its server. */
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-keys-'));
  database = await openTestDatabase(join(data, 'database'));
  parts = await createTestServer({ access: await openAccessRecords(database) });
  url = await parts.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await parts.server.close();
  await database.close();
  await rm(data, { recursive: true });
});

const operator = (...args: string[]): Promise<BinRun> => runBin(['keys', ...args, '--data', data]);

async function create(...args: string[]): Promise<{ id: string; secret: string }> {
  const { code, stdout, stderr } = await operator('create', '--json', ...args);
  expect([code, stderr]).toEqual([0, '']);
  const [line] = jsonLines(stdout);
  return { id: String(line!['id']), secret: String(line!['secret']) };
}

const call = (path: string, secret: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    headers: {
      'x-api-key': secret,
      ...(path === '/quote/v2' ? { 'content-type': 'application/json' } : {}),
    },
    ...(path === '/quote/v2'
      ? {
          method: 'POST',
          body: JSON.stringify({ user: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' }),
        }
      : {}),
  });

describe('portage sponsors', () => {
  it('books a payment once, however often it is said', async () => {
    const sponsors = (...args: string[]): Promise<BinRun> =>
      runBin(['sponsors', ...args, '--json', '--data', data]);
    const first = await sponsors('credit', 'fund', '2.5', '--ref', 'invoice-1');
    expect(jsonLines(first.stdout)).toEqual([
      { event: 'sponsor', account: 'fund', booked: true, balanceUsd: '2.500000' },
    ]);
    const second = await sponsors('credit', 'fund', '2.5', '--ref', 'invoice-1');
    expect(jsonLines(second.stdout)).toEqual([
      { event: 'sponsor', account: 'fund', booked: false, balanceUsd: '2.500000' },
    ]);
    const balance = await sponsors('balance', 'fund');
    expect(jsonLines(balance.stdout)).toEqual([
      { event: 'sponsor', account: 'fund', balanceUsd: '2.500000' },
    ]);
    expect((await sponsors('credit', 'fund', '0', '--ref', 'x')).code).toBe(2);
  });
});

describe('portage keys', () => {
  it('W8: makes a key beside the running service, which takes it at once until it is revoked', async () => {
    const { id, secret } = await create(
      '--name',
      'shop',
      '--sponsor',
      'acme',
      '--right',
      'fixed-rate',
      '--right',
      'route-racing',
    );
    expect((await call('/quote/v2', secret)).status).toBe(200);
    expect(parts.callers.at(-1)).toMatchObject({
      apiKeyId: id,
      sponsor: 'acme',
      rights: ['fixed-rate', 'route-racing'],
    });
    const { code } = await operator('revoke', id);
    expect(code).toBe(0);
    await expect.poll(async () => (await call('/quote/v2', secret)).status).toBe(401);
    const listed = await operator('list');
    expect(listed.stdout).toMatch(
      new RegExp(`${id}  shop  sponsor acme  rights fixed-rate, route-racing  made .*  revoked `),
    );
    expect(listed.stdout).not.toContain(secret.split('.')[1]);
  });

  it('shows the secret once, and to people', async () => {
    const { stdout } = await operator('create', '--name', 'people');
    const secret = /^ {2}(key_\S+)$/m.exec(stdout)?.[1] ?? '';
    expect((await call('/chains', secret)).status).toBe(200);
    const { stdout: list } = await operator('list', '--json');
    expect(jsonLines(list).every((key) => !('secret' in key) && !('secretHash' in key))).toBe(true);
    expect(list).not.toContain(secret.split('.')[1]);
  });

  it('works on DATABASE_URL, and says what is wrong with it without its password', async () => {
    const own = await runBin(['keys', 'list', '--json'], { env: { DATABASE_URL: database.url } });
    expect([own.code, jsonLines(own.stdout).length > 0]).toEqual([0, true]);
    const away = await runBin(['keys', 'list'], {
      env: { DATABASE_URL: 'postgres://portage:hunter2@127.0.0.1:1/postgres' },
    });
    expect(away.code).toBe(1);
    expect(away.stdout + away.stderr).not.toContain('hunter2');
    await database.query('create database empty');
    const empty = await runBin(['keys', 'list'], {
      env: { DATABASE_URL: database.url.replace(/postgres$/, 'empty') },
    });
    expect([empty.code, empty.stderr]).toMatchObject([
      1,
      expect.stringContaining('not the database of a service') as string,
    ]);
  });

  it('starts the database of a service that is stopped, and leaves it stopped', async () => {
    const stopped = await mkdtemp(join(tmpdir(), 'portage-keys-'));
    try {
      await (await openTestDatabase(join(stopped, 'database'))).close();
      const made = await runBin(['keys', 'create', '--name', 'early', '--json', '--data', stopped]);
      expect(made.code).toBe(0);
      const again = await openTestDatabase(join(stopped, 'database'));
      expect((await (await openAccessRecords(again)).keys.list()).map(({ name }) => name)).toEqual([
        'early',
      ]);
      await again.close();
      expect((await stat(join(stopped, 'database', 'postgres.password'))).mode & 0o077).toBe(0);
    } finally {
      await rm(stopped, { recursive: true });
    }
  });

  it.each([
    [['create'], "required option '--name <name>'"],
    [['create', '--name', 'a\u0007'], 'printable characters'],
    [['create', '--name', 'a', '--right', 'root'], 'Rights are route-racing and fixed-rate'],
    [['revoke', 'key_12.secret-part'], 'key_ and 16 hex digits'],
    [['list', '--data', '/nowhere'], 'There is no database in "/nowhere"'],
  ])('ends with 2 for %j', async (args, message) => {
    const { code, stderr } = await runBin(['keys', ...args]);
    expect([code, stderr]).toMatchObject([2, expect.stringContaining(message) as string]);
  });

  it('tells of a key that is none', async () => {
    const { code, stderr } = await operator('revoke', 'key_0000000000000000');
    expect([code, stderr]).toMatchObject([
      1,
      expect.stringContaining('There is no key with this id.') as string,
    ]);
  });
});

describe('portage usage', () => {
  it('shows the calls of a key with a chart, and as JSON', async () => {
    const { id, secret } = await create('--name', 'counted');
    for (let round = 0; round < 3; round += 1) await call('/chains', secret);
    await call('/intents/status/v3', secret);
    const env = { PORTAGE_URL: url, PORTAGE_API_KEY: secret };
    const rows = async () => {
      const { stdout } = await runBin(['usage', '--granularity', 'minutely', '--json'], { env });
      return (jsonLines(stdout)[0]?.['metrics'] as { endpoint: string }[]).filter(
        ({ endpoint }) => endpoint !== '/metrics/usage',
      );
    };
    await expect.poll(rows).toMatchObject([
      { apiKey: id, endpoint: '/chains', statusCode: 200, count: 3 },
      {
        apiKey: id,
        endpoint: '/intents/status/v3',
        statusCode: 400,
        errorCode: 'INVALID_REQUEST',
        count: 1,
      },
    ]);
    const { code, stdout } = await runBin(['usage', '-g', 'daily', '--key', id], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/│ +█\n/);
    expect(stdout).toMatch(/3 {2}200 {2}\/chains +█+\n/);
    expect(stdout).toMatch(/1 {2}400 {2}\/intents\/status\/v3 {2}INVALID_REQUEST +█+\n/);
  });

  it('needs a key that is one', async () => {
    expect(await runBin(['usage'], { env: { PORTAGE_URL: url } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PORTAGE_API_KEY') as string,
    });
    const bad = await runBin(['usage'], { env: { PORTAGE_URL: url, PORTAGE_API_KEY: 'hunter2' } });
    expect([bad.code, bad.stderr]).toMatchObject([
      1,
      expect.stringContaining('UNAUTHORIZED') as string,
    ]);
    expect(bad.stdout + bad.stderr).not.toContain('hunter2');
  });
});
