export {
  createSolanaExecutor,
  type SolanaExecutorOptions,
} from './executor/createSolanaExecutor.js';
export { keypairWallet, type SolanaWallet } from './executor/wallet.js';
