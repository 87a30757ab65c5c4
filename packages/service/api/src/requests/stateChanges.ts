import type { RequestEntry } from '@portage/core';
import type { RequestFacts } from '@portage/settlement';

type Transaction = RequestFacts['transactions'][number];
type StateChange = NonNullable<RequestEntry['data']['inTxs'][number]['stateChanges']>[number];

/** Accounts of the chain of a transaction that money moves through. */
interface MovedThrough {
  /** Account that deposits go to; undefined where the chain has none. */
  readonly depository: string | undefined;
  /** Whether payers pay to an address of their own, so that the credited account lost nothing. */
  readonly isByAddress: boolean;
}

/** Balances that one event of a transaction changed. Pure. */
export function stateChanges(
  { role, account, currency, amount }: Transaction,
  { depository, isByAddress }: MovedThrough,
): readonly StateChange[] {
  const changed = (address: string | undefined, balanceDiff: bigint): readonly StateChange[] =>
    address === undefined
      ? []
      : [
          {
            address,
            change: {
              kind: 'token',
              balanceDiff: balanceDiff.toString(),
              data: { tokenKind: 'ft', tokenAddress: currency },
            },
          },
        ];
  switch (role) {
    case 'deposit':
      return [
        ...changed(isByAddress ? undefined : account, -amount),
        ...changed(depository, amount),
      ];
    case 'refund':
      return [...changed(depository, -amount), ...changed(account, amount)];
    case 'transfer':
    case 'fill':
    case 'swap':
      return changed(account, amount);
  }
}
