import type { DepositAddresses, DepositAddressOwner } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';

/** A chain with deposit addresses. */
export interface SweepingChain {
  readonly chainId: number;
  readonly addresses: DepositAddresses;
}

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
  currencies: readonly string[],
): Promise<boolean> {
  const { to, data, gasLimit } = on.addresses.sweep(owner, currencies);
  return settlement.addresses.startSweep({
    ...{ chainId: on.chainId, orderId: owner.orderId, to, data },
    gasLimit: Number(gasLimit),
  });
}
