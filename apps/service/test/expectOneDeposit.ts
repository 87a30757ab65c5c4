import type { Devnet } from '@portage/devnet';
import { expect } from 'vitest';
import { openStopped } from './openDatabase.js';

/**
 * Checks the database of a stopped service: the solver made the order's deposit once, by one relay,
 * and the ledger balances.
 */
export async function expectOneDeposit(
  dataDir: string,
  devnet: Devnet,
  orderId: string,
): Promise<void> {
  const store = await openStopped(dataDir, devnet);
  try {
    expect(
      await store.query(
        'select count(*)::int as count from deposits where hash_text(order_id) = $1',
        [orderId],
      ),
    ).toEqual([{ count: 1 }]);
    expect(
      await store.query(
        `select count(*)::int as count from settlements where hash_text(order_id) = $1 and kind = 'relay'`,
        [orderId],
      ),
    ).toEqual([{ count: 1 }]);
    expect(await store.ledger.audit()).toEqual([]);
  } finally {
    await store.close();
  }
}
