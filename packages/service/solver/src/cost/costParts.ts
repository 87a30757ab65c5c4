/** Part of a claim that its payment may cost. */
export const claimCostPart = 100n;

/** Part of what a rebalance moves that its gas may take. */
export const rebalanceCostPart = 100n;
