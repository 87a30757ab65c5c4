import type { DepositAddresses } from '@portage/core';
import { fresh, type Desk } from '../context.js';
import { createWatch, type Suspect, type Watch } from './createWatch.js';
import { isWorthSweeping } from './isWorthSweeping.js';
import { orderSweep } from './orderSweep.js';

/** One look at what may have arrived. */
async function look(
  desk: Desk,
  addresses: DepositAddresses,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const { chain } = desk;
  // The tip comes first: what is paid to an address that is loaded afterwards is in a later block.
  const tip = fresh(desk, chain.observe.tip());
  if (tip === undefined) return;
  const suspects = await watch.suspects(tip.height, signal);
  if (suspects.length === 0) return;
  const holdings = await addresses.holdings(suspects, signal);
  const worth = {
    chain,
    price: (assetId: string) => fresh(desk, desk.prices(assetId)),
    fresh: <T>(reading: Parameters<typeof fresh<T>>[1]) => fresh(desk, reading),
  };
  const found = new Map<string, Suspect[]>();
  suspects.forEach((suspect, index) => {
    const isWorth = isWorthSweeping(worth, suspect.currency, holdings[index] ?? 0n);
    if (isWorth === false) watch.settle(suspect);
    if (isWorth === true)
      found.set(suspect.address, [...(found.get(suspect.address) ?? []), suspect]);
  });
  for (const [address, [first, ...others]] of found) {
    if (first === undefined) continue;
    const currencies = [first, ...others].map(({ currency }) => currency);
    const isOrdered = await orderSweep(
      desk.settlement,
      { chainId: chain.id, addresses },
      first.owner,
      currencies,
    );
    if (isOrdered)
      desk.log('money arrived at a deposit address', {
        chain: chain.slug,
        address,
        orderId: first.owner.orderId,
        currencies,
      });
  }
}

/**
 * Watches the deposit addresses of a chain and has swept what arrives, until the signal aborts.
 * What is seen decides nothing: the sweep becomes a deposit that is observed and judged as any
 * other.
 */
export async function sweepAddresses(desk: Desk, signal: AbortSignal): Promise<void> {
  const { chain, settlement, clock, policy } = desk;
  const addresses = chain.deposit?.addresses;
  if (addresses === undefined) return;
  const watch = createWatch({
    settlement,
    chainId: chain.id,
    addresses,
    native: chain.native.address,
    clock,
  });
  while (!signal.aborted) {
    await look(desk, addresses, watch, signal).catch((error: unknown) => {
      if (!signal.aborted)
        desk.log('looking at deposit addresses failed', {
          chain: chain.slug,
          error: error instanceof Error ? error.message : String(error),
        });
    });
    await clock.sleep(policy.sweepMs, signal);
  }
}
