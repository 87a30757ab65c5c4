import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@portage/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/openTestDatabase.js';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';

let data: string;
let database: Database;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-earnings-'));
  database = await openTestDatabase(join(data, 'database'), {
    'INV-C7': 'balances are written without their postings',
    'INV-F2': 'an app fee is written without its fill',
  });
});
afterAll(async () => {
  await database.close();
  await rm(data, { recursive: true });
});

const earnings = (...args: string[]): Promise<BinRun> =>
  runBin(['earnings', 'list', ...args, '--data', data]);

it('portage earnings shows what was earned, what came home and what is due', async () => {
  expect((await earnings()).stdout).toContain('Nothing was earned yet.');
  await database.query(
    `insert into ledger_balances (account, asset, balance) values ('solver:0xa', '8453:0xc', 90), ('app-fee:0xb', '8453:0xc', 10),
       ('collected', '8453:0xc', -60), ('pnl', '8453:0xc', -5), ('solver:0xa', 'usd', 7)`,
  );
  expect(jsonLines((await earnings('--json')).stdout)).toEqual([
    {
      event: 'earnings',
      chainId: 8453,
      currency: '0xc',
      earned: '100',
      collected: '60',
      lost: '5',
      due: '35',
    },
  ]);
  expect((await earnings()).stdout).toContain(
    '8453  0xc  earned 100, collected 60, lost 5, due 35',
  );
});
