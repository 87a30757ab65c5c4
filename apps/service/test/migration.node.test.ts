import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '@portage/database';
import { beforeAll, expect, test } from 'vitest';
import type { Service } from '../src/index.js';
import { serviceMigrations } from '../src/serviceMigrations.js';
import { post } from './transfer.js';
import { twoChains, useDevnet } from './useDevnet.js';

const local = useDevnet(twoChains);
let service: Service;

beforeAll(async () => {
  service = await local.serve();
});

/** Quotes one after another until told to stop: status and milliseconds of each. */
function quoteAlways(): () => Promise<readonly { status: number; ms: number }[]> {
  const over = new AbortController();
  const seen: { status: number; ms: number }[] = [];
  const running = (async () => {
    while (!over.signal.aborted) {
      const startedAt = Date.now();
      const { status } = await post(service.url ?? '', '/quote/v2', {
        user: local.devnet.description.accounts[0]?.address,
        originChainId: 8453,
        destinationChainId: 10,
        amount: '50000000000000000',
      });
      seen.push({ status, ms: Date.now() - startedAt });
    }
  })();
  return async () => {
    over.abort();
    await running;
    return seen;
  };
}

test('a service of the version before goes on while its database is migrated, also where another session holds a lock', async () => {
  const { database } = service;
  const folder = pathToFileURL(`${await mkdtemp(join(local.directory, 'upgrade-'))}/`);
  await writeFile(
    new URL('0002_column.sql', folder),
    'alter table quotes add column later text; alter table requests add column later text;',
  );
  await writeFile(
    new URL('0003_later_concurrently.sql', folder),
    'create index concurrently if not exists requests_later on requests (later);',
  );
  const stop = quoteAlways();
  // A report that reads for six seconds: what waits for its lock would hold up all others.
  const report = database.transaction(async (tx) => {
    await tx.query('select count(*) from quotes');
    await tx.query('select pg_sleep(6)');
  });
  const sources = [...serviceMigrations, { package: 'upgrade', folder }];
  const migrations = await Promise.all(
    [1, 2, 3].map(() => migrate({ url: database.url, log: () => undefined, sources })),
  );
  await report;
  const quotes = await stop();
  expect(migrations.flat().sort()).toEqual([
    'upgrade/0002_column.sql',
    'upgrade/0003_later_concurrently.sql',
  ]);
  expect(quotes.length).toBeGreaterThan(3);
  expect(new Set(quotes.map(({ status }) => status))).toEqual(new Set([200]));
  // A migration waits for a second at most before it lets the others work.
  expect(Math.max(...quotes.map(({ ms }) => ms))).toBeLessThan(4_000);
  const [index] = await database.query(
    `select indisvalid as valid from pg_index where indexrelid = 'requests_later'::regclass`,
  );
  expect(index).toEqual({ valid: true });
});
