export { createEvmExecutor, type EvmExecutorOptions } from './createEvmExecutor.js';
