import { describeError } from '@portage/core';
import type { DepositAddresses } from '@portage/core/chain';
import { fresh, type ChainContext } from '../context.js';
import { createAddressWatch, type Suspect, type Watch } from './createAddressWatch.js';
import { isWorthSweeping } from './isWorthSweeping.js';
import { worthOf, type FoundCurrency } from '../cost/worthOf.js';
import { orderSweep } from './orderSweep.js';

/**
 * Whether an amount is worth no sweep in calm times either, those of its quote. What only dear gas
 * keeps where it is stays a suspect.
 */
function isDust(
  context: ChainContext,
  { currency, owner: { charged } }: Suspect,
  amount: bigint,
): boolean {
  const worth = worthOf(context, { currency, amount }) ?? 0n;
  return charged === undefined || worth <= charged;
}

/** One look at what may have arrived. */
async function look(
  context: ChainContext,
  addresses: DepositAddresses,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const { chain } = context;
  // The tip comes first: what is paid to an address that is loaded afterwards is in a later block.
  const tip = fresh(context, chain.observe.tip());
  if (tip === undefined) return;
  const suspects = await watch.suspects(tip.height, signal);
  if (suspects.length === 0) return;
  const holdings = await addresses.holdings(suspects, signal);
  const worth = {
    chain,
    price: (assetId: string) => fresh(context, context.prices(assetId)),
    fresh: <T>(reading: Parameters<typeof fresh<T>>[1]) => fresh(context, reading),
  };
  const found = new Map<string, (Suspect & FoundCurrency)[]>();
  suspects.forEach((suspect, index) => {
    const amount = holdings[index];
    // It stays a suspect: what is there is not known.
    if (amount === undefined) return;
    const isWorth = isWorthSweeping(worth, suspect.currency, amount);
    if (isWorth === false && isDust(context, suspect, amount)) watch.settle(suspect);
    if (isWorth === true)
      found.set(suspect.address, [...(found.get(suspect.address) ?? []), { ...suspect, amount }]);
  });
  for (const [address, [first, ...others]] of found) {
    if (first === undefined) continue;
    const held = [first, ...others];
    const on = { ...context, addresses };
    const outcome = await orderSweep(context.settlement, on, first.owner, held);
    if (outcome === 'ordered')
      context.log('money arrived at a deposit address', {
        chain: chain.slug,
        address,
        orderId: first.owner.orderId,
        currencies: held.map(({ currency }) => currency),
      });
  }
}

/**
 * Watches the deposit addresses of a chain and has swept what arrives, until the signal aborts. A
 * balance that is seen decides nothing: the sweep becomes a deposit that is observed and judged as
 * any other.
 */
export async function sweepAddresses(context: ChainContext, signal: AbortSignal): Promise<void> {
  const { chain, settlement, clock, policy } = context;
  const addresses = chain.deposit?.addresses;
  if (addresses === undefined) return;
  const watch = createAddressWatch({
    settlement,
    chainId: chain.id,
    addresses,
    native: chain.native.address,
    clock,
  });
  while (!signal.aborted) {
    await look(context, addresses, watch, signal).catch((error: unknown) => {
      if (!signal.aborted)
        context.log('looking at deposit addresses failed', {
          chain: chain.slug,
          error: describeError(error),
        });
    });
    await clock.sleep(policy.work.sweepMs, signal);
  }
}
