import { setMaxListeners } from 'node:events';
import { describeError, Money } from '@portage/core';
import { untilRenewal, type Lease } from '@portage/database';
import type { ChainContext } from './context.js';
import { createAllowanceWatch, type AllowanceWatch } from './allowances/createAllowanceWatch.js';
import { createOutcomeTally } from './breakers/createOutcomeTally.js';
import { createOutflowMeter } from './breakers/createOutflowMeter.js';
import { createWakeup, type Wakeup } from '@portage/database';
import { createTimer } from './createTimer.js';
import { claimBatch } from './claims/claimBatch.js';
import { collectBatch } from './collections/collectBatch.js';
import { endFailedCollections } from './collections/endFailedCollections.js';
import { createPaymentProbe, type PaymentProbe } from './inventory/createPaymentProbe.js';
import { createRest, type Rest } from './inventory/createRest.js';
import { createInventorySync, type InventorySync } from './inventory/createInventorySync.js';
import { createGapFiller } from './outbox/createGapFiller.js';
import { watchOutbox } from './outbox/watchOutbox.js';
import { relayBatch } from './relays/relayBatch.js';
import { sweepAddresses } from './sweeps/sweepAddresses.js';
import { rebalanceBatch } from './rebalances/rebalanceBatch.js';
import { watchDeliveries } from './rebalances/watchDeliveries.js';
import { closeMarkers } from './markers/closeMarkers.js';
import { createSender } from './payouts/createSender.js';
import { nextSequence } from './payouts/nextSequence.js';
import { payoutBatch } from './payouts/payoutBatch.js';
import { failpoints } from './batches/batch.js';

/** Triggers of a loop beside its own clock. */
interface LoopTriggers {
  readonly wakeup: Wakeup;
  readonly probe: PaymentProbe;
  readonly rest: Rest;
  readonly allowances: AllowanceWatch;
  /** Whether calls or claims were asked for since this was last asked. */
  readonly hasDueCalls: () => boolean;
}

/** Signs and sends what is due until nothing is; then waits to be woken. */
async function spendLoop(
  context: ChainContext,
  lease: Lease,
  { wakeup, probe, rest, allowances, hasDueCalls }: LoopTriggers,
  signal: AbortSignal,
): Promise<void> {
  const { chain, policy, settlement } = context;
  const sender = createSender(context);
  let sequence = await nextSequence(context, signal);
  const calls = createTimer(context, policy.work.pollMs);
  const collections = createTimer(context, policy.collections.intervalMs);
  const rebalances = createTimer(context, policy.rebalancing.intervalMs);
  const probes = createTimer(context, policy.work.probeMs);
  const spend = async (makeBatch: typeof payoutBatch): Promise<boolean> => {
    const batch = await makeBatch(context, lease, sequence);
    sequence += BigInt(batch.stored.length);
    if (batch.stored.length > 0) {
      failpoints(
        context,
        'stored',
        batch.stored.map(({ purpose }) => purpose),
      );
      await sender.send(batch.stored);
    }
    return batch.taken === policy.work.batchMax;
  };
  // Payments go on where the solver's own work fails.
  const spendBeside = async (makeBatch: typeof payoutBatch, failure: string): Promise<void> => {
    try {
      await spend(makeBatch);
    } catch (error) {
      context.log(failure, { chain: context.chain.slug, error: describeError(error) });
      // Its bytes may be stored all the same: the answer to the commit may have been lost. A commit
      // of bytes locks the lease, so one that is still under way ends before the lease can be
      // renewed; without that, its sequence would be taken once more.
      if ((await context.leases.renew(lease, policy.work.leaseSeconds)) === undefined) throw error;
      sequence = await nextSequence(context, signal);
    }
  };
  // Without a notice, one question about the open work of all chains answers for this one.
  let isWoken = true;
  try {
    while (!signal.aborted) {
      if (rest.isOn()) {
        sender.rest();
        isWoken = (await wakeup.wait(policy.work.pollMs, signal)) || isWoken;
        continue;
      }
      const isRenewed = await allowances.look();
      const hasJobs =
        isRenewed || isWoken || (await settlement.chains.openWork()).has(chain.id, 'jobs');
      let isMore = hasJobs && (await spend(payoutBatch));
      const areAsked = hasDueCalls();
      if (hasJobs && (calls.take() || areAsked || isRenewed)) {
        isMore = (await spend(relayBatch)) || isMore;
        isMore = (await spend(claimBatch)) || isMore;
      }
      // However much is to be paid: what is not collected can be asked back, and what is not
      // moved here cannot be paid out.
      if (collections.take()) {
        await endFailedCollections(context, lease);
        await spendBeside(collectBatch, 'bringing earnings home failed');
      }
      if (rebalances.take()) await spendBeside(rebalanceBatch, 'moving inventory failed');
      if (isMore) continue;
      sender.rest();
      if (probes.take()) await probe.look();
      isWoken = await wakeup.wait(policy.work.pollMs, signal);
    }
  } finally {
    await sender.idle();
  }
}

async function monitorLoop(context: ChainContext, signal: AbortSignal): Promise<void> {
  const gaps = createGapFiller(context);
  while (await context.clock.sleep(context.policy.transactions.monitorMs, signal)) {
    const look = async (): Promise<void> => {
      await watchOutbox(context, false);
      await gaps.look();
    };
    await look().catch((error: unknown) =>
      context.log('looking at open transactions failed', {
        chain: context.chain.slug,
        error: describeError(error),
      }),
    );
  }
}

/** Charges sponsors for gas that their gasless deposits burned for nothing. */
async function chargeLoop(
  { chain, settlement, clock, log, policy }: ChainContext,
  signal: AbortSignal,
): Promise<void> {
  while (await clock.sleep(policy.work.chargeMs, signal)) {
    const charges = await settlement.relays
      .chargeFailedGasless(chain.id)
      .catch((error: unknown) => {
        log('charging sponsors failed', { chain: chain.slug, error: describeError(error) });
        return [];
      });
    for (const { orderId, account, microUsd } of charges)
      log('a sponsor paid for the gas of a deposit that failed', {
        chain: chain.slug,
        orderId,
        account,
        usd: Money.formatUsd(microUsd),
      });
  }
}

/** A comparison, and the pauses that it needs. */
interface Comparing {
  readonly sync: InventorySync;
  readonly rest: Rest;
}

/**
 * Compares balances with the books beside the payments; again at once where something is missing.
 */
async function compareLoop(
  { chain, clock, log, policy }: ChainContext,
  { sync, rest }: Comparing,
  signal: AbortSignal,
): Promise<void> {
  const soonMs = Math.min(policy.work.pollMs, policy.balances.intervalMs);
  // The comparison at the start may have found something missing.
  let waitMs = rest.isOn() ? soonMs : policy.balances.intervalMs;
  while (await clock.sleep(waitMs, signal)) {
    const outcome = await sync().catch((error: unknown) => {
      log('comparing balances with the books failed', {
        chain: chain.slug,
        error: describeError(error),
      });
      return 'failed' as const;
    });
    rest.note(outcome);
    const isSoon = outcome === 'again' || outcome === 'short' || rest.isOn();
    waitMs = isSoon ? soonMs : policy.balances.intervalMs;
  }
}

async function renewLoop(
  context: ChainContext,
  start: Lease,
  lost: AbortController,
  signal: AbortSignal,
): Promise<void> {
  const seconds = context.policy.work.leaseSeconds;
  let lease: Lease | undefined = start;
  while (await context.clock.sleep(untilRenewal(context.clock, seconds), signal)) {
    // A renewal that fails for a moment is tried again; the transaction that spends looks at the
    // lease itself.
    const renewed: Lease | undefined = await context.leases
      .renew(lease, seconds)
      .catch(() => lease);
    if (renewed === undefined) {
      lost.abort();
      return;
    }
    lease = renewed;
  }
}

/**
 * Waits until the events of the chain are written up to the block that is its newest now. A
 * database that was put back to an older state lacks payments which the chain has: they are seen
 * before anything is signed.
 */
async function untilCaughtUp(
  { chain, settlement, clock, policy }: ChainContext,
  signal: AbortSignal,
): Promise<void> {
  let wanted: number | undefined;
  while (!signal.aborted) {
    wanted ??= chain.observe.tip()?.value.height;
    const progress = await settlement.chains.progress(chain.id);
    if (wanted !== undefined && progress !== undefined && progress.height >= wanted) return;
    await clock.sleep(policy.work.pollMs, signal);
  }
}

/** Whether the database has followed the chain before, so that it may have lost something of it. */
async function isKnown({ chain, settlement }: ChainContext): Promise<boolean> {
  const [progress, counted] = await Promise.all([
    settlement.chains.progress(chain.id),
    settlement.inventory.read(settlement, chain.id, chain.spend.sender),
  ]);
  return progress !== undefined || counted.length > 0;
}

/**
 * Before anything new is signed, what was stored is looked up and sent, and balances are counted.
 */
async function recover(context: ChainContext, { sync, rest }: Comparing): Promise<void> {
  const open = await watchOutbox(context, true);
  if (open > 0)
    context.log('transactions are open from before', { chain: context.chain.slug, open });
  // Nothing was compared where it is busy: withdrawals wait until something was.
  rest.note(await sync());
}

async function runUnderLease(
  worker: ChainContext,
  lease: Lease,
  { wakeup, hasDueCalls }: Omit<LoopTriggers, 'probe' | 'rest' | 'allowances'>,
  signal: AbortSignal,
): Promise<void> {
  const probe = createPaymentProbe(worker);
  const rest = createRest(worker);
  const allowances = createAllowanceWatch(worker);
  const askComparison = (): void => {
    rest.ask();
  };
  const stop = new AbortController();
  const inner = AbortSignal.any([signal, stop.signal]);
  // Every loop listens for the end.
  setMaxListeners(0, inner);
  // From here on: the payments of a busy day take longer to be read than the lease lasts.
  const renewing = renewLoop(worker, lease, stop, inner);
  let monitoring: Promise<unknown> | undefined;
  try {
    const context = {
      ...worker,
      isDoubted: probe.isDoubted,
      lackOf: allowances.lackOf,
      askComparison,
      outflows: await createOutflowMeter(worker, inner),
      outcomes: createOutcomeTally(worker),
      underpriced: new Set<string>(),
      standing: new Set<string>(),
    };
    if (inner.aborted) return;
    const sync = createInventorySync(context);
    const wasKnown = await isKnown(context);
    await recover(context, { sync, rest });
    const caughtUp = wasKnown ? untilCaughtUp(context, inner) : Promise.resolve();
    monitoring = Promise.all([
      monitorLoop(context, inner),
      compareLoop(context, { sync, rest }, inner),
      sweepAddresses(context, inner),
      chargeLoop(context, inner),
      watchDeliveries(context, inner),
      caughtUp.then(() => closeMarkers(context, lease, inner)),
    ]);
    await caughtUp;
    await spendLoop(context, lease, { wakeup, probe, rest, allowances, hasDueCalls }, inner);
  } finally {
    stop.abort();
    await Promise.all([renewing, monitoring]);
    await worker.leases.release(lease).catch(() => undefined);
  }
}

/**
 * Pays on one chain until the signal aborts, as the only writer of its sender. Whatever fails, work
 * starts again from what the database and the chain say, after a pause.
 */
export async function runChainWorker(context: ChainContext, signal: AbortSignal): Promise<void> {
  const { chain, settlement, policy } = context;
  const wakeup = createWakeup(context.clock);
  let hasDueCalls = false;
  const takeDue = (): boolean => {
    const wereDue = hasDueCalls;
    hasDueCalls = false;
    return wereDue;
  };
  const unsubscribe = (['fill', 'refund', 'relay', 'claim'] as const).map((kind) =>
    settlement.jobs.onAdded({ kind, chainId: chain.id }, () => {
      hasDueCalls ||= kind === 'relay' || kind === 'claim';
      wakeup.wake();
    }),
  );
  try {
    while (!signal.aborted) {
      try {
        const lease = await context.leases.acquire(
          `spend:${String(chain.id)}:${chain.spend.sender}`,
          context.worker,
          policy.work.leaseSeconds,
        );
        if (lease !== undefined)
          await runUnderLease(context, lease, { wakeup, hasDueCalls: takeDue }, signal);
      } catch (error) {
        context.log('paying failed', { chain: chain.slug, error: describeError(error) });
      }
      await context.clock.sleep(policy.work.pollMs, signal);
    }
  } finally {
    for (const end of unsubscribe) end();
  }
}
