export { createEvmExecutor, type EvmExecutorOptions } from '@portage/evm';
export { evmCodec } from '@portage/evm/codec';
