import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from './migrate.js';
import { openStore, type Store } from './openStore.js';
import { describeSchema } from './schema/describeSchema.js';
import { createTestDatabases, testServerKinds } from './testing/index.js';

const log = (): void => undefined;

describe.each(testServerKinds)('migrations on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let store: Store;
  let folder: URL;

  afterAll(() => databases.close());
  beforeEach(async () => {
    folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'portage-migrations-'))}/`);
    store = await databases.openStore();
    await store.pool.query('drop schema public cascade; create schema public');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('may run in twenty processes at once', async () => {
    const applied = await Promise.all(
      Array.from({ length: 20 }, () => migrate({ url: store.url, log })),
    );
    expect(applied.filter((names) => names.length > 0)).toEqual([
      (await readdir(new URL('../migrations/', import.meta.url))).sort(),
    ]);
    await store.saveRequest({
      id: `0x${'a'.repeat(64)}`,
      orderId: `0x${'b'.repeat(64)}`,
      originChainId: 1,
      destinationChainId: 2,
      payer: 'payer',
      recipient: 'recipient',
      terms: '{}',
      orderData: '{}',
      createdAt: 1,
      fillBy: 2,
    });
  });

  it('makes the schema that is committed', async () => {
    await migrate({ url: store.url, log });
    expect(await describeSchema(store)).toBe(
      await readFile(new URL('../schema.sql', import.meta.url), 'utf8'),
    );
  });

  it('adds what is new to what is there, and refuses to go back', async () => {
    await migrate({ url: store.url, log });
    await cp(new URL('../migrations/', import.meta.url), folder, { recursive: true });
    await writeFile(new URL('9999_more.sql', folder), 'create table more (id integer);');
    expect(await migrate({ url: store.url, log, folder })).toEqual(['9999_more.sql']);
    expect(await migrate({ url: store.url, log, folder })).toEqual([]);
    await expect(migrate({ url: store.url, log })).rejects.toMatchObject({
      code: 'SCHEMA_TOO_NEW',
      context: { migration: '9999_more.sql' },
    });
    await expect(openStore({ databaseUrl: store.url })).rejects.toMatchObject({
      code: 'SCHEMA_TOO_NEW',
    });
  });

  it('leaves the terms of requests readable that were stored before terms were packed', async () => {
    for (const name of await readdir(new URL('../migrations/', import.meta.url))) {
      if (name < '0015')
        await cp(new URL(`../migrations/${name}`, import.meta.url), new URL(name, folder));
    }
    await migrate({ url: store.url, log, folder });
    const [id, orderId] = ['a', 'b'].map((digit) => `0x${digit.repeat(64)}`);
    const terms = {
      currencies: [{ symbol: 'é' }],
      amounts: [
        [
          0,
          '115792089237316195423570985008687907853269984665640564039457584007913129639935',
          '1.5',
        ],
      ],
      fees: { gas: [0] },
    };
    await store.query(
      'insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, terms, fill_by) values ($1, $2, 1, 2, $3, $4, $5, now())',
      [id, orderId, 'a', 'b', JSON.stringify(terms)],
    );
    await store.query(
      'insert into request_states (order_id, request_id, created_at, updated_at) values ($1, $2, now(), now())',
      [orderId, id],
    );
    await migrate({ url: store.url, log });
    const again = await openStore({ databaseUrl: store.url });
    expect(await again.getRequest(id!)).toMatchObject({ terms, hasSponsorPaid: false });
    await again.close();
  });

  it('undoes a migration that fails half way, and keeps those before it', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await writeFile(
      new URL('0002_second.sql', folder),
      'create table second (id integer); select 1 / 0;',
    );
    await expect(migrate({ url: store.url, log, folder })).rejects.toMatchObject({ code: '22012' });
    const tables = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;
    expect(await store.query(tables)).toEqual([
      { relname: 'first' },
      { relname: 'schema_migrations' },
    ]);
    await writeFile(new URL('0002_second.sql', folder), 'create table second (id integer);');
    expect(await migrate({ url: store.url, log, folder })).toEqual(['0002_second.sql']);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id integer);');
    await migrate({ url: store.url, log, folder });
    await writeFile(new URL('0001_first.sql', folder), 'create table first (id bigint);');
    await expect(migrate({ url: store.url, log, folder })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
    });
  });
});
