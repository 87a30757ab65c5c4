import type { Transaction } from '@portage/database';
import { recordFailedCollections } from '../settlements/recordFailedCollections.js';
import type { SettlementContext } from '../../books/context.js';
import { changeInventory } from '../../kit/inventory/inventory.js';
import { changeSettlements } from '../settlements/changeSettlements.js';
import { changeClaims } from '../settlements/changeClaims.js';
import { changeRebalances } from '../settlements/changeRebalances.js';
import { changeRequests } from '../../orders/requests/changeRequests.js';
import type { SettlementEffects } from './settlementEffects.js';

/**
 * Writes everything that follows from a fact: ledger, inventory, settlements, requests, jobs. All
 * writers lock in this order. The statements are sent at once, so they may travel with a commit:
 * `tx.withCommit(writeEffects(tx, settlement, effects))`.
 *
 * @param begins - orders whose requests begin with it, where they have only a quote
 */
export async function writeEffects(
  tx: Transaction,
  settlement: Pick<SettlementContext, 'ledger' | 'hub' | 'jobs'>,
  {
    entries,
    inventory,
    settlements,
    requests,
    jobs,
    failedCollections,
    rebalances,
    claims,
  }: SettlementEffects,
  begins: readonly string[] = [],
): Promise<void> {
  await Promise.all([
    settlement.ledger.book(tx, entries),
    changeInventory(tx, inventory),
    changeSettlements(tx, settlements),
    changeRequests(tx, settlement.hub, requests, begins),
    recordFailedCollections(tx, failedCollections),
    changeRebalances(tx, rebalances),
    changeClaims(tx, claims),
    settlement.jobs.add(tx, jobs),
  ]);
}
