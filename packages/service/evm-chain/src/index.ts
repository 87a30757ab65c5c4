export { evm } from './evm.js';
export type { EvmChainConfig } from './chainConfig.js';
