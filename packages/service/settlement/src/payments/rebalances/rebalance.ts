import type { Rebalance } from '@portage/core/plugin';

/** Why inventory is moved: orders wait for it, or the operator wants it there. */
export type RebalancePurpose = 'orders' | 'target';

/** Inventory that is sent from one chain to another. */
export interface NewRebalance extends Rebalance {
  /** Name of the path. */
  readonly path: string;
  readonly purpose: RebalancePurpose;
  /** Amount that is to arrive, in smallest units of the destination currency. */
  readonly received: bigint;
  /** Worth of the amount, and of what the path keeps of it, in micro-USD. */
  readonly microUsd: bigint;
  readonly costMicroUsd: bigint;
  /** Seconds until it is to arrive. */
  readonly seconds: number;
}

/**
 * State of a rebalance. `sending`: signed, and nothing of it is final. `in flight`: it left its
 * chain. `delivered`: it is in the inventory of the other one. `failed`: it never left.
 */
export type RebalanceState = 'sending' | 'in flight' | 'delivered' | 'failed';

/** A rebalance that was made. */
export interface StoredRebalance extends Omit<NewRebalance, 'seconds'> {
  readonly state: RebalanceState;
  /** Milliseconds since it was signed. */
  readonly ageMs: number;
  /** Whether it should have arrived by now. */
  readonly isLate: boolean;
}
