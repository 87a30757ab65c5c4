import { describeError } from '@portage/core';
import type { ChainContext } from '../context.js';
import { createTargetReport } from './reportTargets.js';
import type { StoredTransfer } from './transfer.js';

const readMsMax = 10_000;

/**
 * Books transfers that arrived on the chain, by the word of their paths, and writes what the
 * operator wants there.
 */
export async function watchDeliveries(context: ChainContext, signal: AbortSignal): Promise<void> {
  const { chain, settlement, policy, clock, log } = context;
  const report = createTargetReport(context);
  while (await clock.sleep(policy.rebalancing.intervalMs, signal)) {
    const look = async (): Promise<void> => {
      const { has } = await settlement.chains.openWork();
      const transfers = has(chain.id, 'deliveries') ? await settlement.transfers.recent() : [];
      for (const transfer of transfers)
        if (transfer.state === 'in flight' && transfer.lane.destination.chainId === chain.id)
          await deliver(context, transfer);
      await report();
    };
    await look().catch((error: unknown) =>
      log('looking for deliveries failed', { chain: chain.slug, error: describeError(error) }),
    );
  }
}

/** Looks for one delivery, and books it. */
async function deliver(context: ChainContext, transfer: StoredTransfer): Promise<void> {
  const { chain, settlement, clock, log, paths, failpoint } = context;
  const about = { chain: chain.slug, transfer: transfer.id, path: transfer.path };
  const path = paths?.().find(({ name }) => name === transfer.path);
  if (path === undefined) {
    log('a transfer is in flight over a path that is gone', { ...about, level: 'error' });
    return;
  }
  const delivery = await path.delivery(transfer, clock.timeout(readMsMax));
  if (delivery === undefined) {
    if (transfer.isLate) log('a transfer is late', { ...about, level: 'warn' });
    return;
  }
  failpoint?.('delivery-found');
  if (!(await settlement.transfers.deliver(transfer, delivery))) return;
  failpoint?.('delivery-booked');
  const [received, amount] = [transfer.received, delivery.amount].map(String);
  const level = delivery.amount < transfer.received ? 'error' : undefined;
  log('inventory arrived from another chain', { ...about, level, amount, expected: received });
}
