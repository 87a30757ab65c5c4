import { operatorKeyNames } from '@portage/chain-kit';
import { defineVm, type Vm } from '@portage/core/plugin';
import { describeEvmChain, openEvmAllocator, openEvmChain } from './openEvmChain.js';
import { readConfig } from './readConfig.js';
import { evmCodec } from '@portage/evm/codec';

/**
 * EVM chains for the service.
 *
 * @example
 * ```ts
 * const base = await evm.prepare(settings).open(environment);
 * for await (const update of base.observe.updates([], signal)) console.log(update);
 * ```
 */
export const evm: Vm = defineVm({
  name: 'evm',
  codec: evmCodec,
  read: readConfig,
  secretsOf: () => operatorKeyNames,
  describe: describeEvmChain,
  allocator: openEvmAllocator,
  open: openEvmChain,
});
