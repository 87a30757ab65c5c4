/**
 * Decimals of a basis point that app fees are counted with: more than the 24 characters of a fee
 * can write, so that every fee is kept as it was given.
 *
 * @see docs/spec/quote.md#appFees-fee
 */
export const appFeeDecimals = 24;

/** All of an input, in basis points times 10^24. */
export const wholeBpsE24 = 10_000_000_000_000_000_000_000_000_000n;
