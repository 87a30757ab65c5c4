/** Part of a claim that its payment may cost. */
export const claimCostPart = 100n;

/** Part of what a transfer moves that its gas may take. */
export const transferCostPart = 100n;
