export { createFixedPrices } from './createFixedPrices.js';
export {
  createPriceBook,
  type AssetFeeds,
  type PriceBook,
  type PriceBookOptions,
} from './createPriceBook.js';
export { createFixedFeed } from './feeds/createFixedFeed.js';
export {
  createHttpFeed,
  type FeedContext,
  type FeedLog,
  type HttpFeedConfig,
} from './feeds/createHttpFeed.js';
export {
  judgePrice,
  type JudgedPrice,
  type PriceEvidence,
  type PriceLimits,
  type PriceMemory,
  type PriceRefusal,
} from './judgePrice.js';
