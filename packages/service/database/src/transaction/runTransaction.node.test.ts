import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../openDatabase.js';
import { runTransaction, type Transaction } from './runTransaction.js';
import { createTestDatabases } from '../testing/createTestDatabases.js';
import { testServerKinds } from '../testing/testServers.js';

describe.each(testServerKinds)('transactions on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let database: Database;

  afterAll(() => databases.close());
  beforeEach(async () => {
    database = await databases.open();
    await database.query('create table counters (id integer primary key, value integer not null)');
    await database.query('insert into counters values (1, 0), (2, 0)');
  });

  it('I3: runs the whole work again after a serialization failure, until each has counted', async () => {
    let runs = 0;
    let allHaveRead: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (allHaveRead = resolve));
    await Promise.all(
      Array.from({ length: 4 }, () =>
        database.transaction(async (tx) => {
          await tx.query('set transaction isolation level serializable');
          const [row] = await tx.query<{ value: number }>(
            'select value from counters where id = 1',
          );
          runs += 1;
          if (runs === 4) allHaveRead();
          await read;
          await tx.query('update counters set value = $1 where id = 1', [row!.value + 1]);
        }),
      ),
    );
    expect(await database.query('select value from counters where id = 1')).toEqual([{ value: 4 }]);
    expect(runs).toBeGreaterThan(4);
  });

  it('keeps its connection for the next run, so that one which waits for it cannot take the last', async () => {
    const pool = new pg.Pool({ connectionString: await databases.createDatabase(), max: 1 });
    let runs = 0;
    const first = runTransaction(pool, async (tx) => {
      runs += 1;
      await tx.query('select 1');
      if (runs === 1) await tx.query(`do $$ begin raise exception sqlstate '40001'; end $$`);
    });
    const second = runTransaction(pool, async (tx) => {
      await tx.query('select 1');
      await first;
    });
    await Promise.all([first, second]);
    expect(runs).toBe(2);
    await pool.end();
  });

  it('runs the victim of a deadlock again', async () => {
    let runs = 0;
    let bothLocked: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => (bothLocked = resolve));
    const add = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await tx.query('update counters set value = value + 1 where id = $1', [first]);
        runs += 1;
        if (runs === 2) bothLocked();
        await locked;
        await tx.query('update counters set value = value + 1 where id = $1', [second]);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    expect(await database.query('select value from counters order by id')).toEqual([
      { value: 2 },
      { value: 2 },
    ]);
    // The server may choose both as victims.
    expect(runs).toBeGreaterThan(2);
  });

  it('gives up after five conflicts', async () => {
    let runs = 0;
    const work = database.transaction(async (tx) => {
      runs += 1;
      await tx.query(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`);
    });
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(5);
  });

  it('runs once for any other failure, rolls back, and gives the connection back', async () => {
    let runs = 0;
    for (let round = 0; round < 30; round += 1) {
      const work = database.transaction(async (tx) => {
        runs += 1;
        await tx.query('update counters set value = 9');
        await tx.query('select 1 / 0');
      });
      await expect(work).rejects.toMatchObject({ code: '22012' });
    }
    expect(runs).toBe(30);
    expect(await database.query('select value from counters order by id')).toEqual([
      { value: 0 },
      { value: 0 },
    ]);
    expect(database.pool.totalCount).toBe(1);
  });

  it('tells listeners after the commit, in order, and never after a rollback', async () => {
    const told: string[] = [];
    await database.transaction((tx) => {
      tx.afterCommit(() => told.push('first'));
      tx.afterCommit(() => told.push('second'));
      return Promise.resolve();
    });
    const failing = database.transaction((tx) => {
      tx.afterCommit(() => told.push('never'));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual(['first', 'second']);
  });

  it('sends what is asked for together in one go, and the commit behind it', async () => {
    const told: number[] = [];
    const add = async (tx: Transaction, id: number): Promise<void> => {
      const [row] = await tx.query<{ value: number }>(
        'update counters set value = value + 1 where id = $1 returning value',
        [id],
      );
      tx.afterCommit(() => told.push(row!.value));
    };
    const order = await database.transaction(async (tx) => {
      const reading = {
        name: 'counters_read',
        text: 'select value from counters order by id',
        isReading: true,
      };
      const [before, [now]] = await Promise.all([
        tx.query(reading),
        tx.query<{ xid: string }>('select pg_current_xact_id()::text as xid'),
      ]);
      tx.withCommit(add(tx, 1));
      tx.withCommit(add(tx, 2));
      return { before, now };
    });
    expect(order.before).toEqual([{ value: 0 }, { value: 0 }]);
    expect(
      await database.query('select value, xmin::text as xid from counters order by id'),
    ).toEqual([1, 1].map((value) => ({ value, ...order.now })));
    expect(told).toEqual([1, 1]);
  });

  it('commits nothing when a step fails that the commit did not wait for, and says why', async () => {
    for (const follow of [false, true]) {
      const told: string[] = [];
      const work = database.transaction(async (tx) => {
        tx.afterCommit(() => told.push('never'));
        tx.withCommit(tx.query('update counters set value = 9'));
        tx.withCommit(tx.query('select 1 / $1', [0]));
        tx.withCommit(tx.query('update counters set value = 10'));
        if (follow) await tx.query('select 1');
      });
      await expect(work).rejects.toMatchObject({ code: '22012' });
      expect(told).toEqual([]);
    }
    expect(await database.query('select value from counters order by id')).toEqual([
      { value: 0 },
      { value: 0 },
    ]);
    expect(database.pool.totalCount).toBe(1);
  });

  it('runs the work again when a step meets a conflict that the commit did not wait for', async () => {
    let runs = 0;
    await database.transaction((tx) => {
      runs += 1;
      if (runs < 3)
        tx.withCommit(
          tx.query(`do $$ begin raise exception 'conflict' using errcode = '40P01'; end $$`),
        );
      tx.withCommit(tx.query('update counters set value = value + 1'));
      return Promise.resolve();
    });
    // The server may choose both as victims.
    expect(runs).toBeGreaterThan(2);
    expect(await database.query('select value from counters order by id')).toEqual([
      { value: 1 },
      { value: 1 },
    ]);
  });

  it('lets a commit be seen before it is durable, which it is with the next one', async () => {
    const setting = `select current_setting('synchronous_commit') as value`;
    const inside = await database.transaction(async (tx) => {
      await tx.query('update counters set value = 1 where id = 1');
      tx.durableWithNext();
      return tx.query(setting);
    });
    expect(inside).toEqual([{ value: 'off' }]);
    const [written] = await database.query<{ lsn: string }>(
      'select pg_current_wal_insert_lsn()::text as lsn',
    );
    expect(await database.query('select value from counters where id = 1')).toEqual([{ value: 1 }]);
    // The same connection, whose other transactions still wait for the disk.
    await database.transaction(async (tx) => {
      expect(await tx.query(setting)).toEqual([{ value: 'on' }]);
      await tx.query('update counters set value = 1 where id = 2');
    });
    expect(
      await database.query('select pg_current_wal_flush_lsn() >= $1::pg_lsn as both', [
        written?.lsn,
      ]),
    ).toEqual([{ both: true }]);
    expect(database.pool.totalCount).toBe(1);
  });

  it('I2: refuses what comes after the commit, and outlives a connection that breaks before it', async () => {
    let late: Transaction | undefined;
    await database.transaction((tx) => Promise.resolve((late = tx)));
    await expect(late!.query('update counters set value = 9')).rejects.toThrow('before its commit');
    const work = database.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.pool.query('select pg_terminate_backend($1)', [row!.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      tx.withCommit(tx.query('update counters set value = 9'));
    });
    await expect(work).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await database.query('select value from counters order by id')).toEqual([
      { value: 0 },
      { value: 0 },
    ]);
  });

  it('outlives a connection that breaks between two queries', async () => {
    const work = database.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await database.pool.query('select pg_terminate_backend($1)', [row!.pid]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.query('select 1');
    });
    await expect(work).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await database.ping();
  });

  it('reads numbers exactly and times as milliseconds', async () => {
    const rows = await database.query(
      `select $1::numeric as amount, $2::bigint as height, $3::timestamptz as time, array[1, $1::numeric] as amounts, array[]::bigint[] as none,
        1.5::float8 as ratio, '{"a":[1]}'::jsonb as json, null::numeric as nothing, '\\x00ff'::bytea as bytes`,
      [2n ** 255n, Number.MAX_SAFE_INTEGER, '2026-11-21T06:34:38.123+05:30'],
    );
    expect(rows).toEqual([
      {
        amount: 2n ** 255n,
        height: Number.MAX_SAFE_INTEGER,
        time: Date.parse('2026-11-21T06:34:38.123+05:30'),
        amounts: [1n, 2n ** 255n],
        none: [],
        ratio: 1.5,
        json: { a: [1] },
        nothing: null,
        bytes: '0x00ff',
      },
    ]);
    await database.query("set timezone to 'Asia/Kolkata'");
    expect(await database.query(`select '2026-11-21T06:34:38.5Z'::timestamptz as time`)).toEqual([
      { time: Date.parse('2026-11-21T06:34:38.5Z') },
    ]);
    await expect(database.query('select 9007199254740993::bigint')).rejects.toThrow(
      'no safe integer',
    );
    await expect(database.query('select 1.5::numeric')).rejects.toThrow();
  });

  it('sends arrays of amounts', async () => {
    const amounts = [0n, -1n, 2n ** 256n];
    expect(await database.query('select $1::numeric[] as amounts', [amounts])).toEqual([
      { amounts },
    ]);
  });
});
