export { solana } from './solana.js';
export { solanaChainConfigSchema, type SolanaChainConfig } from './chainConfig.js';
