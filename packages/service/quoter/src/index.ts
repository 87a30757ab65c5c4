export { createQuoter, type Quoter, type QuoterOptions } from './createQuoter.js';
export { actualRoute, type ActualRoute, type RouteOutcome } from './answer/actualRoute.js';
export type { QuoteFigures } from './answer/quoteFigures.js';
export { quoteView, type QuoteView } from './answer/quoteView.js';
export { settledQuote, type BookedFigures, type SettledQuote } from './answer/settledQuote.js';
export {
  decodeStoredQuote,
  isOpenSelfPayment,
  isOpenSend,
  staysPayable,
  storedCurrencyIds,
  type StoredQuoteContext,
} from './answer/storedQuote.js';
export { defaultPolicy, type AssetClass, type QuotePolicy } from './policy.js';
export { whyClosed, type GateOptions, type Restrictions } from './route/restrictions.js';
export type { Timing } from './price/estimateSeconds.js';
export { capacityAt } from './price/capacity.js';
export type { QuoteCaller } from './request/quoteCaller.js';
