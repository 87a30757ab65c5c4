import { createTestDatabases } from '@portage/database/testing';
import { afterAll, expect, it } from 'vitest';
import { openTestSettlement } from './openTestSettlement.js';
import { plantEndedOrders } from './plantEndedOrders.js';

const databases = createTestDatabases();
afterAll(() => databases.close());

it('writes orders that keep every rule, and that an archive takes but for the newest', async () => {
  const settlement = await openTestSettlement(databases);
  await plantEndedOrders(settlement, { from: 1, count: 20, at: Date.UTC(2024, 0, 5) });
  await plantEndedOrders(settlement, { from: 21, count: 5, at: Date.UTC(2024, 0, 6) });
  expect(await settlement.ledger.audit()).toEqual([]);
  const month = { month: '2024-01', endedBefore: Date.UTC(2024, 1) };
  expect(await settlement.archives.survey(month)).toEqual({
    orders: 24,
    heldBack: [{ reason: 'has the newest transaction of its sender', orders: 1 }],
  });
});
