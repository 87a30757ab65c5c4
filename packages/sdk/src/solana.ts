export {
  createSolanaExecutor,
  keypairWallet,
  type SolanaExecutorOptions,
  type SolanaWallet,
} from '@portage/solana';
export { solanaCodec } from '@portage/solana/codec';
