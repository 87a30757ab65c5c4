import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '@portage/database';
import { openAccessRecords, type AccessRecords } from '../openAccessRecords.js';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import { hashSecret } from './createKeys.js';

describe.each(testServerKinds)('keys on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let database: Database;
  let access: AccessRecords;

  afterAll(() => databases.close());
  beforeEach(async () => {
    database = await databases.open();
    access = await openAccessRecords(database);
  });

  it('makes a key whose secret is stored nowhere', async () => {
    const { key, secret } = await access.keys.create({
      name: 'shop',
      rights: ['route-racing'],
      sponsor: 'acme',
    });
    expect(secret).toMatch(/^key_[0-9a-f]{16}\.[A-Za-z0-9_-]{43}$/);
    expect(key).toEqual({
      id: secret.split('.')[0],
      name: 'shop',
      owner: key.id,
      rights: ['route-racing'],
      sponsor: 'acme',
      createdAt: expect.any(Number) as number,
      revokedAt: undefined,
    });
    const secretPart = secret.split('.')[1]!;
    expect(await access.keys.find(key.id)).toEqual({ ...key, secretHash: hashSecret(secretPart) });
    const [row] = await database.query<{ everything: string }>(
      'select api_keys::text as everything from api_keys',
    );
    for (const form of [
      secretPart,
      Buffer.from(secretPart).toString('hex'),
      Buffer.from(secretPart, 'base64url').toString('hex'),
    ]) {
      expect(row!.everything).not.toContain(form);
    }
    const other = await access.keys.create({ name: 'shop' });
    expect([other.key.id === key.id, other.secret === secret]).toEqual([false, false]);
  });

  it('says when keys were used, by the finest count that is kept', async () => {
    const { key: older } = await access.keys.create({ name: 'older', owner: 'acme' });
    const { key: idle } = await access.keys.create({ name: 'idle', owner: 'acme' });
    const { key: foreign } = await access.keys.create({ name: 'foreign' });
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const call = { endpoint: '/chains', statusCode: 200, errorCode: '', count: 1 };
    const counts = [minute - 60_000, minute].map((at) => ({
      ...call,
      apiKeyId: older.id,
      minute: at,
    }));
    await access.usage.write(randomUUID(), counts);
    const lastOf = async (owner: string | undefined) => {
      const used = await access.keys.used(owner);
      return new Map(used.map(({ id, lastUsedAt }) => [id, lastUsedAt]));
    };
    const own = new Map([
      [older.id, minute],
      [idle.id, undefined],
    ]);
    expect(await lastOf('acme')).toEqual(own);
    expect(await lastOf(undefined)).toEqual(new Map([...own, [foreign.id, undefined]]));
    // Minutes are dropped after days.
    await database.query('truncate usage_minutes');
    const hour = Math.floor(minute / 3_600_000) * 3_600_000;
    expect((await lastOf('acme')).get(older.id)).toBe(hour);
    expect(JSON.stringify(await access.keys.used(undefined))).not.toMatch(/secret|hash/i);
  });

  it('lists, finds the keys of an owner, and revokes once', async () => {
    const first = await access.keys.create({ name: 'a', owner: 'acme' });
    const second = await access.keys.create({ name: 'b', owner: 'acme' });
    const foreign = await access.keys.create({ name: 'c' });
    const ids = [first.key.id, second.key.id, foreign.key.id, 'key_0000000000000000'];
    expect(new Set(await access.keys.owned('acme', ids))).toEqual(
      new Set([first.key.id, second.key.id]),
    );
    const { revokedAt } = await access.keys.revoke(first.key.id);
    expect(revokedAt).toEqual(expect.any(Number));
    expect((await access.keys.revoke(first.key.id)).revokedAt).toBe(revokedAt);
    expect(
      (await access.keys.list()).map(({ name, revokedAt: at }) => [name, at !== undefined]),
    ).toEqual([
      ['c', false],
      ['b', false],
      ['a', true],
    ]);
    expect((await access.keys.list()).every((key) => !('secretHash' in key))).toBe(true);
    await expect(access.keys.revoke('key_0000000000000000')).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    expect(await access.keys.find('key_0000000000000000')).toBeUndefined();
  });

  it('tells every process of a change, however it was made', async () => {
    const other = await openDatabase({ databaseUrl: database.url });
    try {
      const told: (string | undefined)[] = [];
      (await openAccessRecords(other)).keys.onChanged((id) => told.push(id));
      const { key } = await access.keys.create({ name: 'shop' });
      await expect.poll(() => told).toEqual([key.id]);
      await database.query('update api_keys set revoked_at = now() where id = $1', [key.id]);
      await expect.poll(() => told).toEqual([key.id, key.id]);
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portage listener' and datname = current_database()`,
      );
      await expect.poll(() => told.at(-1)).toBeUndefined();
    } finally {
      await other.close();
    }
  });
});
