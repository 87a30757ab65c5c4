/** Price that a transaction without one is raised from, in micro-lamports for a compute unit. */
const leastRaised = 1_000n;

/** Prices between which a transaction is signed anew, in micro-lamports for a compute unit. */
export interface PriceBounds {
  /** Price of the market now. */
  readonly market: bigint;
  readonly ceiling: bigint;
}

/**
 * Price of a transaction that did not land: twice as much, or the market's if that is more. One
 * without a price grows from a small one, because twice nothing is nothing. Pure.
 */
export function raisedPrice(offered: bigint, { market, ceiling }: PriceBounds): bigint {
  const doubled = offered === 0n ? leastRaised : 2n * offered;
  const wanted = doubled > market ? doubled : market;
  return wanted < ceiling ? wanted : ceiling;
}
