import { openTestSettlement } from '@portage/settlement/testing';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabases } from '@portage/database/testing';
import { readOutbox } from './readOutbox.js';

const databases = createTestDatabases();
afterAll(() => databases.close());

it('reads all versions of a payment or none, the oldest first', async () => {
  const store = await openTestSettlement(databases);
  const rows = [
    { txId: '0x1', sequence: 1, storedAt: 10 },
    { txId: '0x2b', sequence: 2, storedAt: 30 },
    { txId: '0x2a', sequence: 2, storedAt: 20 },
    { txId: '0x3', sequence: 3, storedAt: 40 },
  ];
  await store.query(
    `insert into outbox (chain_id, tx_id, sender, sequence, purpose, raw, stored_at)
      select 1, "txId", 'solver', sequence, 'cancel', '', to_timestamp("storedAt") from jsonb_to_recordset($1::jsonb) as t ("txId" text, sequence numeric, "storedAt" float8)`,
    [JSON.stringify(rows)],
  );
  const idsOf = async (limit: number): Promise<readonly string[]> =>
    (await readOutbox(store, 1, 'solver', limit)).map(({ txId }) => txId);
  expect(await idsOf(1)).toEqual(['0x1']);
  expect(await idsOf(2)).toEqual(['0x1', '0x2a', '0x2b']);
  expect(await idsOf(3)).toEqual(['0x1', '0x2a', '0x2b']);
  expect(await idsOf(4)).toEqual(['0x1', '0x2a', '0x2b', '0x3']);
});
