export { joinSources } from './joinSources.js';
export { quoteMarkets } from './quoteMarkets.js';
