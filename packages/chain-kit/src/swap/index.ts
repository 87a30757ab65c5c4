export { joinSources } from './joinSources.js';
export { partAmounts, type PartAmounts } from './partAmounts.js';
export { quoteMarkets } from './quoteMarkets.js';
