export { exchange } from './exchange.js';
export type { ExchangeChainConfig } from './chainConfig.js';
