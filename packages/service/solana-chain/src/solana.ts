import { operatorKeyNames } from '@portage/chain-kit';
import { defineVm, type Vm } from '@portage/core/plugin';
import { solanaCodec } from '@portage/solana/codec';
import { describeSolanaChain, openSolanaAllocator, openSolanaChain } from './openSolanaChain.js';
import { addressKeyName } from './readAddressRoot.js';
import { readChainConfig } from './readChainConfig.js';

/**
 * Solana for the service.
 *
 * @example
 * ```ts
 * const chain = await solana.prepare(settings).open(environment);
 * for await (const update of chain.observe.updates([], signal)) console.log(update);
 * ```
 */
export const solana: Vm = defineVm({
  name: 'svm',
  codec: solanaCodec,
  read: readChainConfig,
  secretsOf: ({ depositAddresses }) =>
    depositAddresses ? [...operatorKeyNames, addressKeyName] : operatorKeyNames,
  describe: describeSolanaChain,
  allocator: openSolanaAllocator,
  open: openSolanaChain,
});
