import type { Settlement } from '@portage/settlement';

type Rebalances = Settlement['rebalances'];

/** A rebalance that was made. */
export type StoredRebalance = Awaited<ReturnType<Rebalances['recent']>>[number];

/** A rebalance that is to be made. */
export type NewRebalance = Parameters<Rebalances['reserve']>[2]['rebalance'];

/** Why inventory is moved. */
export type RebalancePurpose = StoredRebalance['purpose'];

/** Inventory that orders wait for. */
export type Demand = Awaited<ReturnType<Rebalances['demands']>>[number];

/** Target inventory of a currency that the operator set, with the rebalance that would reach it. */
export type InventoryTarget = Awaited<ReturnType<Rebalances['targets']>>[number];
