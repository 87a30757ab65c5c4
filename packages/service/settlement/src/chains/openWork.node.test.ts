import { createTestDatabases } from '@portage/database/testing';
import { afterAll, expect, it } from 'vitest';
import { settlementMigrations } from '../settlementMigrations.js';
import { createOpenWork } from './openWork.js';

const databases = createTestDatabases({ migrations: [settlementMigrations] });
afterAll(() => databases.close());

async function openChains(count: number) {
  const database = await databases.open();
  await database.query(
    `insert into chain_cursors (chain_id, height, hash, time, finalized_height)
       select id, 1, 'one', 1, 1 from generate_series(1, $1::int) as id`,
    [count],
  );
  let statements = 0;
  let now = 1_000_000;
  const openWork = createOpenWork(
    {
      query: (statement, values) => {
        statements += 1;
        return database.query(statement, values);
      },
    },
    { now: () => now },
  );
  return {
    database,
    openWork,
    statements: () => statements,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('is read once for all chains that ask within a quarter of a second', async () => {
  const { openWork, statements, pass } = await openChains(60);
  const ask = (): Promise<boolean[]> =>
    Promise.all(
      Array.from({ length: 60 }, async (_, index) => (await openWork()).has(index + 1, 'jobs')),
    );
  expect((await ask()).includes(true)).toBe(false);
  pass(249);
  await ask();
  expect(statements()).toBe(1);
  pass(1);
  await ask();
  expect(statements()).toBe(2);
  // A clock that is set back does not keep an old reading young.
  pass(-3_600_000);
  await ask();
  expect(statements()).toBe(3);
});

it('finds jobs, open transactions and inventory on its way, each on its chain', async () => {
  const { database, openWork, pass } = await openChains(5);
  await database.query(
    `insert into jobs (kind, order_id, leg, chain_id, run_at)
       values ('relay', decode(repeat('01', 32), 'hex'), 'main', 1, now() + interval '1 hour')`,
    [],
  );
  await database.query(
    `insert into outbox (chain_id, tx_id, sender, sequence, purpose, raw, state)
       values (2, 'open', 'me', 1, 'cancel', '', 'sent'), (3, 'ended', 'me', 1, 'cancel', '', 'replaced')`,
    [],
  );
  await database.query(
    `insert into rebalances (id, path, purpose, origin_chain_id, origin_currency, sender, amount, destination_chain_id,
         destination_currency, recipient, received, micro_usd, cost_micro_usd, state, due_at)
       values (decode(repeat('02', 32), 'hex'), 'path', 'target', 1, 'a', 'me', 1, 4, 'a', 'me', 1, 1, 1, 'in flight', now())`,
    [],
  );
  pass(1_000);
  const { has } = await openWork();
  const chains = [1, 2, 3, 4, 5];
  // A job that is not due yet counts: it becomes due without a word.
  expect(chains.filter((id) => has(id, 'jobs'))).toEqual([1]);
  expect(chains.filter((id) => has(id, 'transactions'))).toEqual([2]);
  expect(chains.filter((id) => has(id, 'deliveries'))).toEqual([4]);
  expect(chains.filter((id) => has(id, 'quotes') || has(id, 'addresses'))).toEqual([]);
  // Nothing is known of a chain that was never followed.
  expect(has(6, 'transactions')).toBe(true);
  // It is no rebalance that the books know of.
  await database.query('delete from rebalances', []);
});
