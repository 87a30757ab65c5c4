import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haltChain } from '@portage/settlement/testing';
import type { Database } from '@portage/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/openTestDatabase.js';
import { jsonLines, runBin, type BinRun } from '../../test/runBin.js';

let data: string;
let database: Database;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'portage-reconcile-'));
  database = await openTestDatabase(join(data, 'database'), {
    'INV-C7': 'a balance is written without its postings',
  });
});
afterAll(async () => {
  await database.close();
  await rm(data, { recursive: true });
});

const reconcile = (...args: string[]): Promise<BinRun> =>
  runBin(['reconcile', ...args, '--data', data]);

it('portage reconcile books what a chain lacks with a reason, and nothing without', async () => {
  expect((await reconcile('list')).stdout).toContain('No chain was compared with the books yet.');
  await haltChain(database, 8453, 'The depository holds 5 of 0xc less than the books.');
  await database.query(
    `insert into inventory (chain_id, sender, currency, balance) values (8453, '0xs', '0xc', 100)`,
  );
  await database.query(
    `insert into ledger_balances (account, asset, balance) values ('inventory:0xs', '8453:0xc', 100)`,
  );
  await database.query(
    `insert into balance_counts (chain_id, account, currency, balance, books, height, since)
       values (8453, 'depository', '0xc', 15, 20, 7, now() - interval '1 second'), (8453, '0xs', '0xc', 98, 100, 7, now() - interval '1 second')`,
  );
  expect(jsonLines((await reconcile('list', '--json')).stdout)).toMatchObject([
    { account: '0xs', balance: '98', books: '100', difference: '-2', isConfirmed: true },
    { account: 'depository', balance: '15', books: '20', difference: '-5', height: 7 },
  ]);
  expect((await reconcile('list')).stdout).toContain(
    '8453  depository  0xc  chain 15, books 20, difference -5, suspense 0',
  );

  expect((await reconcile('book', '8453')).code).toBe(2);
  expect((await reconcile('book', '8453', '--reason', ' ')).code).toBe(2);
  const part = await reconcile(
    'book',
    '8453',
    '--reason',
    'stolen',
    '--of',
    'depository',
    '--clear-halt',
    '--json',
  );
  expect(part.code).toBe(1);
  expect(jsonLines(part.stdout)).toMatchObject([
    { event: 'booked', account: 'depository', amount: '-5' },
    { event: 'halt-cleared', cleared: false, isShort: true },
  ]);
  const rest = await reconcile('book', '8453', '--reason', 'stolen too', '--clear-halt');
  expect([rest.code, rest.stdout]).toEqual([
    0,
    expect.stringContaining('chain 8453 goes on; it was halted: The depository holds 5'),
  ]);
  expect(
    await database.query('select balance, reserved from inventory where chain_id = 8453'),
  ).toEqual([{ balance: 98n, reserved: 0n }]);
  expect(jsonLines((await reconcile('history', '--json')).stdout)).toMatchObject([
    { event: 'reconciliation', account: '0xs', amount: '-2', reason: 'stolen too' },
    { event: 'reconciliation', account: 'depository', amount: '-5', reason: 'stolen' },
  ]);
});

it('portage reconcile waits for a comparison, and says where none comes', async () => {
  const run = await reconcile('book', '10', '--reason', 'stolen', '--timeout', '1');
  expect(run.code).toBe(1);
  expect(run.stdout).toContain('waiting for chain 10 to be compared with the books');
  expect(run.stderr).toContain('SERVICE_UNAVAILABLE: Chain 10 was not compared with the books');
});

it('portage reconcile takes only what is in suspense', async () => {
  expect((await reconcile('suspense')).stdout).toContain('Nothing is in suspense.');
  const run = await reconcile('take', '8453', '0xdead', '--reason', 'ours', '--json');
  expect(run.code).toBe(1);
  expect(jsonLines(run.stdout)).toMatchObject([{ event: 'error', code: 'UNKNOWN_TRANSACTION' }]);
});
