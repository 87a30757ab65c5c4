import type { CollectionIntent } from '@portage/core/chain';
import type { TakenEarning } from './earnings.js';

type CollectionRelease = CollectionIntent['releases'][number];

/** Key of an escrow within one currency. */
export const escrowName = ({ orderId, depositor }: Pick<TakenEarning, 'orderId' | 'depositor'>) =>
  `${orderId} ${depositor}`;

/** Earnings that one collection takes, and those that the depository does not hold. */
export interface ChosenEarnings {
  readonly chosen: readonly TakenEarning[];
  readonly missing: readonly TakenEarning[];
}

/**
 * Chooses earnings that the depository holds, in their order, as far as its limit goes. One that
 * does not fit is passed over. Pure.
 *
 * @param held - amount of each escrow in the depository
 */
export function chooseEarnings(
  taken: readonly TakenEarning[],
  held: ReadonlyMap<string, bigint>,
  available: bigint,
): ChosenEarnings {
  const left = new Map(held);
  let room = available;
  const chosen: TakenEarning[] = [];
  const missing: TakenEarning[] = [];
  for (const earning of taken) {
    const name = escrowName(earning);
    const rest = (left.get(name) ?? 0n) - earning.amount;
    if (rest < 0n) missing.push(earning);
    else if (earning.amount <= room) {
      left.set(name, rest);
      room -= earning.amount;
      chosen.push(earning);
    }
  }
  return { chosen, missing };
}

/** Releases of a collection: one for each escrow. */
export function releasesOf(earnings: readonly TakenEarning[]): readonly CollectionRelease[] {
  const releases = new Map<string, CollectionRelease>();
  for (const earning of earnings) {
    const name = escrowName(earning);
    const { orderId, depositor } = earning;
    const amount = earning.amount + (releases.get(name)?.amount ?? 0n);
    releases.set(name, { orderId, depositor, amount });
  }
  return [...releases.values()];
}
