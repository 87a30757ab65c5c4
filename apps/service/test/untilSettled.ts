import type { Devnet } from '@portage/devnet';
import { expect } from 'vitest';
import { openBeside } from './openDatabase.js';

/** Blocks, of all chains together, in which the solver's loops have their rounds. */
const blocksLater = 6;

/**
 * Waits until a running service has no open job, no transaction on its way and no open settlement.
 * Then waits until it has taken in some more blocks, by which a second payout would show.
 */
export async function untilSettled(dataDir: string, devnet: Devnet): Promise<void> {
  const store = await openBeside(dataDir, devnet);
  const open = (): Promise<readonly object[]> =>
    store.query(
      `select 'transaction' as what, order_id, state from outbox where state in ('stored', 'sent')
       union all select 'job', order_id, kind from jobs
       union all select 'settlement', order_id, kind from settlements where settled_at is null`,
    );
  const blocks = async (): Promise<number> => {
    const [row] = await store.query<{ sum: number }>(
      'select sum(height)::float8 as sum from chain_cursors',
    );
    return row?.sum ?? 0;
  };
  try {
    await expect.poll(open).toEqual([]);
    const start = await blocks();
    await expect.poll(blocks).toBeGreaterThanOrEqual(start + blocksLater);
  } finally {
    await store.close();
  }
}
