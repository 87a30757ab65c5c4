export {
  createEvmExecutor,
  submitGasless,
  type EvmExecutorOptions,
  type GaslessCall,
  type GaslessDelegate,
  type SubmitGaslessOptions,
} from '@portage/evm';
export { evmCodec } from '@portage/evm/codec';
export {
  reclaim,
  type Reclaim,
  type ReclaimableDeposit,
  type ReclaimOptions,
  type ReclaimProgress,
} from '@portage/evm/reclaim';
