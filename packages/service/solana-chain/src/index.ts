export { solana } from './solana.js';
export type { SolanaChainConfig } from './chainConfig.js';
