export { createEvmExecutor, type EvmExecutorOptions } from './createEvmExecutor.js';
export {
  submitGasless,
  type GaslessCall,
  type GaslessDelegate,
  type SubmitGaslessOptions,
} from './submitGasless.js';
export { wagmiWallet, type WagmiConfig, type WagmiConnector } from './wagmiWallet.js';
