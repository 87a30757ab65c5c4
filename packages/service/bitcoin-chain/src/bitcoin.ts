import { operatorKeyNames } from '@portage/chain-kit';
import { defineVm, type Vm } from '@portage/core/plugin';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import { describeBitcoinChain, openBitcoinChain } from './openBitcoinChain.js';
import { addressesKeyName } from './readKeys.js';
import { readChainConfig } from './readChainConfig.js';

/**
 * Bitcoin for the service.
 *
 * @example
 * ```ts
 * const chain = await bitcoin.prepare(settings).open(environment);
 * for await (const update of chain.observe.updates([], signal)) console.log(update);
 * ```
 */
export const bitcoin: Vm = defineVm({
  name: 'bvm',
  codec: bitcoinCodec,
  read: readChainConfig,
  secretsOf: ({ depositAddresses }) =>
    depositAddresses ? [...operatorKeyNames, addressesKeyName] : operatorKeyNames,
  describe: describeBitcoinChain,
  open: openBitcoinChain,
});
