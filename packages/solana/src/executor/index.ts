export { createSolanaExecutor, type SolanaExecutorOptions } from './createSolanaExecutor.js';
export { keypairWallet, type SolanaWallet } from './wallet.js';
