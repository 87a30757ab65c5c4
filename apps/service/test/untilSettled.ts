import { setTimeout as sleep } from 'node:timers/promises';
import type { Devnet } from '@portage/devnet';
import { expect } from 'vitest';
import { openBeside } from './openDatabase.js';

/** Milliseconds longer than a round of the solver's loops and than several quick blocks. */
const roundMs = 1_500;

/**
 * Waits until a running service has no open job, no transaction on its way and no open settlement.
 * Then waits for one more round of its loops, in which a second payout would show.
 */
export async function untilSettled(dataDir: string, devnet: Devnet): Promise<void> {
  const store = await openBeside(dataDir, devnet);
  const open = (): Promise<readonly object[]> =>
    store.query(
      `select 'transaction' as what, order_id, state from outbox where state in ('stored', 'sent')
       union all select 'job', order_id, kind from jobs
       union all select 'settlement', order_id, kind from settlements where settled_at is null`,
    );
  try {
    await expect.poll(open).toEqual([]);
    await sleep(roundMs);
  } finally {
    await store.close();
  }
}
