import { describeError, type Clock, type Log } from '@portage/core';
import type { DepositAddresses, DepositAddressOwner } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';

/** A chain with deposit addresses. */
export interface SweepingChain {
  readonly chainId: number;
  readonly addresses: DepositAddresses;
  readonly clock: Pick<Clock, 'timeout'>;
  readonly log?: Log | undefined;
}

/** An amount of a currency that was seen at an address, in smallest units. */
export interface HeldCurrency {
  readonly currency: string;
  readonly amount: bigint;
}

/** Milliseconds that a chain has to tell who paid. */
const paymentsMsMax = 3_000;

/**
 * Has an address swept, unless that is under way. Whoever asks: the call only moves what is there
 * into the depository, in the name of its owner.
 *
 * @returns whether a sweep was ordered now
 */
export async function orderSweep(
  settlement: Pick<Settlement, 'addresses'>,
  on: SweepingChain,
  owner: DepositAddressOwner,
  held: readonly HeldCurrency[],
): Promise<boolean> {
  const currencies = held.map(({ currency }) => currency);
  await recordPayments(settlement, on, owner, currencies);
  const amounts = held.map(({ amount }) => amount);
  const { to, data, gasLimit } = on.addresses.sweep(owner, currencies, amounts);
  return settlement.addresses.startSweep({
    ...{ chainId: on.chainId, orderId: owner.orderId, to, data },
    gasLimit: Number(gasLimit),
  });
}

/** Notes who paid, for show: a sweep does not wait for a chain that cannot tell. */
async function recordPayments(
  { addresses }: Pick<Settlement, 'addresses'>,
  on: SweepingChain,
  owner: DepositAddressOwner,
  currencies: readonly string[],
): Promise<void> {
  try {
    const stop = on.clock.timeout(paymentsMsMax);
    const paid = await on.addresses.payments?.(on.addresses.addressOf(owner), currencies, stop);
    await addresses.recordPayments(on.chainId, paid ?? []);
  } catch (error) {
    on.log?.('the transfers to a deposit address could not be read', {
      orderId: owner.orderId,
      error: describeError(error),
    });
  }
}
