import { callKind } from '@portage/settlement';
import type { Lease } from '@portage/database';
import type { Desk } from './context.js';
import { createWakeup, type Wakeup } from '@portage/database';
import { createInventorySync, type InventorySync } from './inventory/createInventorySync.js';
import { watchOutbox } from './monitor/watchOutbox.js';
import { callBatch } from './spend/callBatch.js';
import { sweepAddresses } from './sweep/sweepAddresses.js';
import { createSender } from './spend/createSender.js';
import { nextSequence } from './spend/nextSequence.js';
import { failpoints, spendBatch } from './spend/spendBatch.js';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** What moves a loop beside its own clock. */
interface Rhythm {
  readonly wakeup: Wakeup;
  readonly sync: InventorySync;
  /** Whether calls were asked for since this was last asked. */
  readonly areCallsDue: () => boolean;
}

/** Signs and sends what is due until nothing is; then waits to be woken. */
async function spendLoop(
  desk: Desk,
  lease: Lease,
  { wakeup, sync, areCallsDue }: Rhythm,
  signal: AbortSignal,
): Promise<void> {
  const sender = createSender(desk);
  let sequence = await nextSequence(desk);
  let syncAt = desk.clock.now() + desk.policy.reconcileMs;
  let callsAt = desk.clock.now();
  const spend = async (makeBatch: typeof spendBatch): Promise<boolean> => {
    const batch = await makeBatch(desk, lease, sequence);
    sequence += BigInt(batch.stored.length);
    if (batch.stored.length > 0) {
      failpoints(
        desk,
        'stored',
        batch.stored.map(({ purpose }) => purpose),
      );
      await sender.send(batch.stored);
    }
    return batch.taken === desk.policy.batchMax;
  };
  try {
    while (!signal.aborted) {
      let isMore = await spend(spendBatch);
      if (areCallsDue() || desk.clock.now() >= callsAt) {
        callsAt = desk.clock.now() + desk.policy.pollMs;
        isMore = (await spend(callBatch)) || isMore;
      }
      if (isMore) continue;
      sender.rest();
      if (desk.clock.now() >= syncAt) {
        await sync();
        syncAt = desk.clock.now() + desk.policy.reconcileMs;
      }
      await wakeup.wait(desk.policy.pollMs, signal);
    }
  } finally {
    await sender.idle();
  }
}

async function monitorLoop(desk: Desk, signal: AbortSignal): Promise<void> {
  while (await desk.clock.sleep(desk.policy.monitorMs, signal)) {
    await watchOutbox(desk, false).catch((error: unknown) =>
      desk.log('looking at open transactions failed', {
        chain: desk.chain.slug,
        error: messageOf(error),
      }),
    );
  }
}

async function renewLoop(
  desk: Desk,
  start: Lease,
  lost: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const seconds = desk.policy.leaseSeconds;
  let lease: Lease | undefined = start;
  while (await desk.clock.sleep((seconds * 1000) / 3, signal)) {
    // A renewal that fails for a moment is tried again; the transaction that spends looks at the
    // lease itself.
    const renewed: Lease | undefined = await desk.leases.renew(lease, seconds).catch(() => lease);
    if (renewed === undefined) {
      lost.abort();
      return;
    }
    lease = renewed;
  }
}

/**
 * Before anything new is signed, what was stored is looked up and sent, and balances are counted.
 */
async function recover(desk: Desk, sync: InventorySync): Promise<void> {
  const open = await watchOutbox(desk, true);
  if (open > 0) desk.log('transactions are open from before', { chain: desk.chain.slug, open });
  await sync();
}

async function workUnderLease(
  desk: Desk,
  lease: Lease,
  { wakeup, areCallsDue }: Omit<Rhythm, 'sync'>,
  signal: AbortSignal,
): Promise<void> {
  const sync = createInventorySync(desk);
  const stop = new AbortController();
  const inner = AbortSignal.any([signal, stop.signal]);
  const renewing = renewLoop(desk, lease, stop, inner);
  let monitoring: Promise<unknown> | undefined;
  try {
    await recover(desk, sync);
    monitoring = Promise.all([monitorLoop(desk, inner), sweepAddresses(desk, inner)]);
    await spendLoop(desk, lease, { wakeup, sync, areCallsDue }, inner);
  } finally {
    stop.abort();
    await Promise.all([renewing, monitoring]);
    await desk.leases.release(lease).catch(() => undefined);
  }
}

/**
 * Pays on one chain until the signal aborts, as the only writer of its sender. Whatever fails, work
 * starts again from what the database and the chain say, after a pause.
 */
export async function workChain(desk: Desk, signal: AbortSignal): Promise<void> {
  const { chain, settlement, policy } = desk;
  const wakeup = createWakeup();
  let areCallsDue = false;
  const takeDue = (): boolean => {
    const wereDue = areCallsDue;
    areCallsDue = false;
    return wereDue;
  };
  const unsubscribe = ['fill', 'refund', callKind].map((kind) =>
    settlement.jobs.onAdded({ kind, chainId: chain.id }, () => {
      areCallsDue ||= kind === callKind;
      wakeup.wake();
    }),
  );
  try {
    while (!signal.aborted) {
      try {
        const lease = await desk.leases.acquire(
          `spend:${String(chain.id)}:${chain.spend.sender}`,
          desk.worker,
          policy.leaseSeconds,
        );
        if (lease !== undefined)
          await workUnderLease(desk, lease, { wakeup, areCallsDue: takeDue }, signal);
      } catch (error) {
        desk.log('paying failed', { chain: chain.slug, error: messageOf(error) });
      }
      await desk.clock.sleep(policy.pollMs, signal);
    }
  } finally {
    for (const end of unsubscribe) end();
  }
}
