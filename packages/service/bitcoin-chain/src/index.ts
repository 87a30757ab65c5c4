export type { BitcoinChainConfig } from './chainConfig.js';
export { readChainConfig } from './readChainConfig.js';
