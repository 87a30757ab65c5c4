import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../openDatabase.js';
import { createLeases } from './createLeases.js';
import { createTestDatabases } from '../testing/createTestDatabases.js';
import { testServerKinds } from '../testing/testServers.js';

describe.each(testServerKinds)('leases on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let database: Database;

  afterAll(() => databases.close());
  beforeEach(async () => {
    database = await databases.open();
  });

  it('has one holder, however many ask at once', async () => {
    const leases = await Promise.all(
      Array.from({ length: 20 }, (_, holder) =>
        database.leases.acquire('10:0xa', String(holder), 30),
      ),
    );
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    expect(await database.leases.acquire('10:0xb', 'other', 30)).toMatchObject({
      name: '10:0xb',
      holder: 'other',
      epoch: 1,
    });
  });

  it('passes on when it ends, with a higher epoch, and fences the holder before', async () => {
    const first = await database.leases.acquire('name', 'a', 30);
    expect(await database.leases.acquire('name', 'b', 30)).toBeUndefined();
    await database.query(`update leases set expires_at = expires_at - interval '31 seconds'`);
    const second = await database.leases.acquire('name', 'b', 30);
    expect(second!.epoch).toBeGreaterThan(first!.epoch);
    expect(await database.leases.renew(first!, 30)).toBeUndefined();
    expect(await database.transaction((tx) => database.leases.hold(tx, first!))).toBe(false);
    expect(await database.transaction((tx) => database.leases.hold(tx, second!))).toBe(true);
    await database.leases.release(first!);
    expect(await database.leases.acquire('name', 'c', 30)).toBeUndefined();
  });

  it('lasts longer when it is renewed, and ends when it is released', async () => {
    const lease = await database.leases.acquire('name', 'a', 2);
    const renewed = await database.leases.renew(lease!, 30);
    expect(renewed!.epoch).toBe(lease!.epoch);
    expect(renewed!.expiresAt).toBeGreaterThan(lease!.expiresAt);
    await sleep(2_100);
    expect(await database.leases.acquire('name', 'b', 30)).toBeUndefined();
    await database.leases.release(renewed!);
    const next = await database.leases.acquire('name', 'b', 30);
    expect(next!.epoch).toBeGreaterThan(lease!.epoch);
  });

  it('is renewed together with others, and waits for none of them', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `chain:${String(index)}`);
    const taken = await Promise.all(names.map((name) => database.leases.acquire(name, 'a', 30)));
    const [first, second, third] = taken;
    await database.leases.release(third!);
    let statements = 0;
    const counted = createLeases({
      query: (statement, values) => {
        statements += 1;
        return database.query(statement, values);
      },
    });
    let end: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begin: () => void = () => undefined;
    const isWriting = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const writing = database.transaction(async (tx) => {
      expect(await database.leases.hold(tx, first!)).toBe(true);
      begin();
      await isOver;
    });
    await isWriting;
    const renewals = taken.slice(1).map((lease) => counted.renew(lease!, 60));
    const held = counted.renew(first!, 60);
    const renewed = await Promise.all(renewals);
    expect(renewed[0]!.expiresAt).toBeGreaterThan(second!.expiresAt);
    expect(renewed.filter((lease) => lease === undefined)).toHaveLength(1);
    expect(renewed[1]).toBeUndefined();
    end();
    await writing;
    expect((await held)!.expiresAt).toBeGreaterThan(first!.expiresAt);
    // All of them, and one more for each that was passed over.
    expect(statements).toBe(3);
  });

  it('cannot pass on while a transaction writes under it', async () => {
    const lease = await database.leases.acquire('name', 'a', 2);
    const order: string[] = [];
    let taken: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      expect(await database.leases.hold(tx, lease!)).toBe(true);
      await sleep(2_100);
      taken = database.leases
        .acquire('name', 'b', 30)
        .then((next) => order.push(`taken ${next?.epoch ?? 0}`));
      await sleep(200);
      order.push('written');
    });
    await taken;
    expect(order).toEqual(['written', 'taken 2']);
  });
});
