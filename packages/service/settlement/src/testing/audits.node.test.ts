import { createTestDatabases, type TestDatabases } from '@portage/database/testing';
import { expect, it } from 'vitest';

/** Database with a balance that no posting made. */
async function plantImbalance(databases: TestDatabases): Promise<string> {
  const database = await databases.open();
  await database.query(
    `insert into ledger_balances (account, asset, balance) values ('escrow:0x0a', '10:0xusdc', 5)`,
  );
  return database.url;
}

it('INV-C7: fails a test file that leaves unsound books, with the database, the rule and its rows', async () => {
  const databases = createTestDatabases();
  const name = new URL(await plantImbalance(databases)).pathname.slice(1);
  await databases.open();
  await expect(databases.close()).rejects.toThrow(
    new Error(
      `${name} breaks INV-C7, every balance is the sum of its postings: escrow:0x0a 10:0xusdc (1 in all)`,
    ),
  );
});

it('lets a test break a rule on purpose, and only that rule', async () => {
  const databases = createTestDatabases();
  databases.expectBroken(await plantImbalance(databases), 'INV-C7', 'a balance is planted');
  await databases.close();
  const other = createTestDatabases();
  other.expectBroken(await plantImbalance(other), 'INV-C1', 'nothing balances');
  await expect(other.close()).rejects.toThrow(/breaks INV-C7.*\n.*keeps INV-C1, though nothing/s);
});

it('fails where books cannot be audited', async () => {
  const databases = createTestDatabases();
  const database = await databases.open();
  await database.query('drop table ledger_balances');
  await expect(databases.close()).rejects.toThrow(/cannot be audited: .*ledger_balances/);
});
