export { evm } from './evm.js';
export { evmChainConfigSchema, type EvmChainConfig } from './chainConfig.js';
