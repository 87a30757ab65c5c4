import { describeError, type Clock } from '@portage/core';
import type { Log } from '@portage/database';
import type { DepositAddresses } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { FoundCurrency } from '../cost/worthOf.js';
import { chooseSweep, type SweepChoice, type SweptOwner } from './chooseSweep.js';

/** A chain with deposit addresses. */
export interface SweepingChain extends SweepChoice {
  readonly addresses: DepositAddresses;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  readonly log?: Log | undefined;
}

/** Milliseconds that a chain has to tell who paid. */
const paymentsMsMax = 3_000;

/**
 * Has an address swept, unless that is under way or costs more than was charged for it. Any caller
 * may ask: the call only moves what is there into the depository, in the name of its owner.
 *
 * @returns whether a sweep was ordered now; `dear` where it waits for cheaper gas
 */
export async function orderSweep(
  settlement: Pick<Settlement, 'addresses'>,
  on: SweepingChain,
  owner: SweptOwner,
  held: readonly FoundCurrency[],
): Promise<'ordered' | 'under way' | 'dear'> {
  const chosen = chooseSweep(on, owner, held);
  if (chosen === undefined) return 'dear';
  const currencies = held.map(({ currency }) => currency);
  await recordPayments(settlement, on, owner, currencies);
  const { to, data, gas, gasLimit, worth } = chosen;
  const isStarted = await settlement.addresses.startSweep({
    chainId: on.chain.id,
    orderId: owner.orderId,
    to,
    data,
    worth,
    gasLimit: Number(gasLimit),
    gas: gas === undefined ? undefined : Number(gas),
  });
  return isStarted ? 'ordered' : 'under way';
}

/** Notes who paid, for show: a sweep does not wait for a chain that cannot tell. */
async function recordPayments(
  { addresses }: Pick<Settlement, 'addresses'>,
  on: SweepingChain,
  owner: SweptOwner,
  currencies: readonly string[],
): Promise<void> {
  try {
    const stop = on.clock.timeout(paymentsMsMax);
    const paid = await on.addresses.payments?.(on.addresses.addressOf(owner), currencies, stop);
    await addresses.recordPayments(on.chain.id, paid ?? []);
  } catch (error) {
    on.log?.('the transfers to a deposit address could not be read', {
      orderId: owner.orderId,
      error: describeError(error),
    });
  }
}
