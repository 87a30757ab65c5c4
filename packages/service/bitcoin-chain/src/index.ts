export { bitcoin } from './bitcoin.js';
export type { BitcoinChainConfig } from './chainConfig.js';
