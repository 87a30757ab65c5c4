import { defineVm, type Vm } from '@portage/core/chain';
import type { EvmChainConfig } from './chainConfig.js';
import { openEvmChain } from './openEvmChain.js';
import { evmCodec } from '@portage/evm/codec';

/**
 * EVM chains for the service.
 *
 * @example
 * ```ts
 * const base = await evm.open(config, signal);
 * for await (const update of base.observe.updates([], signal)) console.log(update);
 * ```
 */
export const evm: Vm<EvmChainConfig> = defineVm({
  name: 'evm',
  codec: evmCodec,
  open: openEvmChain,
});
