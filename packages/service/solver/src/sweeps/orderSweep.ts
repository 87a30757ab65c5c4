import type { DepositAddresses, DepositAddressOwner } from '@portage/core/chain';
import { relayJob, takeSweep } from '@portage/settlement';
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
  settlement: Settlement,
  on: SweepingChain,
  owner: DepositAddressOwner,
  currencies: readonly string[],
): Promise<boolean> {
  const { to, data, gasLimit } = on.addresses.sweep(owner, currencies);
  return settlement.transaction(async (tx) => {
    const leg = await takeSweep(tx, owner.orderId);
    if (leg === undefined) return false;
    await settlement.jobs.add(tx, [
      relayJob({
        chainId: on.chainId,
        orderId: owner.orderId,
        leg,
        to,
        data,
        gasLimit: Number(gasLimit),
      }),
    ]);
    return true;
  });
}
