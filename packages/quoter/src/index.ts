export { createQuoter, type QuoteContext, type Quoter, type QuoterOptions } from './createQuoter.js';
export { defaultPolicy, type AssetClass, type Policy } from './policy.js';
export { createFixedPrices } from './price/createFixedPrices.js';
export type { PriceSource } from '@portage/core';
