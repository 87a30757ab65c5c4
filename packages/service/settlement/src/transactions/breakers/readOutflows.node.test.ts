import { createTestDatabases } from '@portage/database/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestSettlement, type TestSettlement } from '../../testing/index.js';

const databases = createTestDatabases();
let store: TestSettlement;
beforeEach(async () => {
  store = await openTestSettlement(databases);
  await store.query(
    `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount)
     values (10, '0xpaid', 0, 1, 'hash', sha256('order'), 'depositor', 'payer', 'usdc', 1)`,
  );
});
afterAll(() => databases.close());

/** Writes fills of one and the same moment; each pays one unit to a recipient of its own. */
const pay = (label: string, count: number, age: string, chainId = 10) =>
  store.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, created_at)
     select sha256(($1 || n)::bytea), 'main', 'fill',
            jsonb_build_object('type', 'fill', 'currency', 'usdc', 'recipient', $1 || n, 'amount', '1', 'calls', '[]'::jsonb,
              'credit', '{"asset": "10:usdc", "amount": "1"}'::jsonb, 'solver', 'solver'),
            $4, 10, '0xpaid', 0, now() - $3::interval
       from generate_series(1, $2::int) n`,
    [label, count, age, chainId],
  );

it('CB3: a day of payments is read in pages, each payment once, also those of one moment', async () => {
  await pay('old-', 3_000, '20 hours');
  await pay('new-', 1_500, '1 minute');
  await pay('before-', 10, '25 hours');
  await pay('elsewhere-', 10, '1 minute', 11);
  const pages: number[] = [];
  const recipients: string[] = [];
  for await (const page of store.breakers.outflows(10, 'native')) {
    pages.push(page.length);
    recipients.push(...page.map(({ recipient }) => recipient));
  }
  expect(pages).toEqual([2_000, 2_000, 500]);
  expect(new Set(recipients).size).toBe(4_500);
  expect(recipients.filter((name) => /^(?:before|elsewhere)-/.test(name))).toEqual([]);
  // The oldest come first, so that a reader that counts them may forget as it goes.
  expect(recipients.slice(0, 3_000).every((name) => name.startsWith('old-'))).toBe(true);
});

it('CB3: a chain without payments has one empty page', async () => {
  const pages: number[] = [];
  for await (const page of store.breakers.outflows(10, 'native')) pages.push(page.length);
  expect(pages).toEqual([0]);
});
