import { describeError } from '@portage/core';
import type { ChainContext } from '../context.js';
import { createTargetReport } from './reportTargets.js';
import type { StoredRebalance } from './rebalance.js';

const readMsMax = 10_000;

/**
 * Books rebalances that arrived on the chain, by the word of their paths, and writes what the
 * operator wants there.
 */
export async function watchDeliveries(context: ChainContext, signal: AbortSignal): Promise<void> {
  const { chain, settlement, policy, clock, log } = context;
  const report = createTargetReport(context);
  while (await clock.sleep(policy.rebalancing.intervalMs, signal)) {
    const look = async (): Promise<void> => {
      const { has } = await settlement.chains.openWork();
      const rebalances = has(chain.id, 'deliveries') ? await settlement.rebalances.recent() : [];
      for (const rebalance of rebalances)
        if (rebalance.state === 'in flight' && rebalance.lane.destination.chainId === chain.id)
          await deliver(context, rebalance);
      await report();
    };
    await look().catch((error: unknown) =>
      log('looking for deliveries failed', { chain: chain.slug, error: describeError(error) }),
    );
  }
}

/** Looks for one delivery, and books it. */
async function deliver(context: ChainContext, rebalance: StoredRebalance): Promise<void> {
  const { chain, settlement, clock, log, paths, failpoint } = context;
  const about = { chain: chain.slug, transfer: rebalance.id, path: rebalance.path };
  const path = paths?.().find(({ name }) => name === rebalance.path);
  if (path === undefined) {
    log('a transfer is in flight over a path that is gone', { ...about, level: 'error' });
    return;
  }
  const delivery = await path.delivery(rebalance, clock.timeout(readMsMax));
  if (delivery === undefined) {
    if (rebalance.isLate) log('a transfer is late', { ...about, level: 'warn' });
    return;
  }
  failpoint?.('delivery-found');
  if (!(await settlement.rebalances.deliver(rebalance, delivery))) return;
  failpoint?.('delivery-booked');
  const [received, amount] = [rebalance.received, delivery.amount].map(String);
  const level = delivery.amount < rebalance.received ? 'error' : undefined;
  log('inventory arrived from another chain', { ...about, level, amount, expected: received });
}
