export {
  createEvmExecutor,
  submitGasless,
  wagmiWallet,
  type EvmExecutorOptions,
  type GaslessCall,
  type GaslessDelegate,
  type SubmitGaslessOptions,
  type WagmiConfig,
  type WagmiConnector,
} from '@portage/evm';
export { evmCodec } from '@portage/evm/codec';
export {
  reclaim,
  type Reclaim,
  type ReclaimableDeposit,
  type ReclaimOptions,
  type ReclaimProgress,
} from '@portage/evm/reclaim';
