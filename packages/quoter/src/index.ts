export { createQuoter, type Quoter, type QuoterOptions } from './createQuoter.js';
export type { QuoteContext } from './quoteContext.js';
export {
  createRequoter,
  type Requoter,
  type RequoterOptions,
} from './depositAddress/createRequoter.js';
export { capacityAt } from './capacity.js';
export { defaultPolicy, type AssetClass, type Policy } from './policy.js';
export { createFixedPrices } from './price/createFixedPrices.js';
export type { PriceSource } from '@portage/core';
export {
  createPriceBook,
  type AssetFeeds,
  type PriceBook,
  type PriceBookOptions,
} from './price/createPriceBook.js';
export { createFixedFeed } from './price/feeds/createFixedFeed.js';
export { createHttpFeed, type FeedLog, type HttpFeedConfig } from './price/feeds/createHttpFeed.js';
export type { PriceLimits, PriceRefusal } from './price/judgePrice.js';
export { atPath } from './route/atPath.js';
