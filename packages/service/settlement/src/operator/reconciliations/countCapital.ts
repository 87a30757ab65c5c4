import type { Transaction } from '@portage/database';
import { takeReconciled } from '../../chains/takeReconciled.js';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { seedInventory } from '../../kit/inventory/inventory.js';
import { ledgerAsset } from '../../books/ledger/accounts.js';
import { findAwaited } from '../../payments/rebalances/findAwaited.js';
import { capitalEntry } from '../../books/ledger/entries/inventoryEntries.js';

/** Balance of a currency that was read from the chain. */
export interface CountedBalance {
  readonly currency: string;
  /** Balance of the books after the count. */
  readonly balance: bigint;
  /** Chain less books. */
  readonly difference: bigint;
  /** The currency was never counted before. */
  readonly isNew: boolean;
}

/** Balances of a sender, as they were read. */
export interface InventoryCount {
  readonly chainId: number;
  readonly sender: string;
  readonly balances: readonly CountedBalance[];
  /** Differences that were booked when the balances were read. */
  readonly reconciled: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Books what a sender holds on its chain beyond the books as the owner's capital, unless another
 * difference was booked since the balances were read. A currency that a rebalance is on its way to
 * is not counted: what is found there is the rebalance's.
 */
export async function countCapital(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  { chainId, sender, balances, reconciled, now }: InventoryCount,
): Promise<void> {
  if (!(await takeReconciled(tx, chainId, reconciled))) return;
  for (const { currency, balance, isNew } of balances)
    if (isNew) await seedInventory(tx, chainId, sender, currency, balance);
  const awaited = await findAwaited(tx, chainId);
  const booked = balances.filter(
    ({ currency, difference }) =>
      difference !== 0n &&
      !awaited.some((one) => one.recipient === sender && one.currency === currency),
  );
  await writeEffects(tx, settlement, {
    ...noEffects,
    entries: booked.map(({ currency, balance, difference, isNew }) =>
      capitalEntry({
        ref: `${String(chainId)}:${sender}:${currency}:${balance.toString()}:${String(reconciled)}:${String(now)}`,
        sender,
        asset: ledgerAsset(chainId, currency),
        amount: difference,
        isNew,
      }),
    ),
    inventory: booked
      .filter(({ isNew }) => !isNew)
      .map(({ currency, difference }) => ({
        chainId,
        sender,
        currency,
        balance: difference,
        reserved: 0n,
      })),
  });
}
