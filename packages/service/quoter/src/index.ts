export { createQuoter, type Quoter, type QuoterOptions } from './createQuoter.js';
export type { PriceSource } from '@portage/core/chain';
export type { QuoteFigures } from './answer/quoteFigures.js';
export { quoteView, type QuoteView } from './answer/quoteView.js';
export {
  decodeStoredQuote,
  storedCurrencyIds,
  type StoredQuoteContext,
} from './answer/storedQuote.js';
export { defaultPolicy, type AssetClass, type QuotePolicy } from './policy.js';
export { capacityAt } from './price/capacity.js';
export { createFixedPrices } from './prices/createFixedPrices.js';
export {
  createPriceBook,
  type AssetFeeds,
  type PriceBook,
  type PriceBookOptions,
} from './prices/createPriceBook.js';
export { createFixedFeed } from './prices/feeds/createFixedFeed.js';
export {
  createHttpFeed,
  type FeedLog,
  type HttpFeedConfig,
} from './prices/feeds/createHttpFeed.js';
export type { PriceLimits, PriceRefusal } from './prices/judgePrice.js';
export { atPath } from './request/atPath.js';
export type { QuoteCaller } from './request/quoteCaller.js';
