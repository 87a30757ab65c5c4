import { operatorKeyNames } from '@portage/chain-kit';
import { defineVm, type Vm } from '@portage/core/plugin';
import { exchangeCodec } from '@portage/exchange/codec';
import { describeExchangeChain, openExchangeChain } from './openExchangeChain.js';
import { readChainConfig } from './readChainConfig.js';

/**
 * The perpetuals exchange for the service.
 *
 * @example
 * ```ts
 * const chain = await exchange.prepare(settings).open(environment);
 * for await (const update of chain.observe.updates([], signal)) console.log(update);
 * ```
 */
export const exchange: Vm = defineVm({
  name: exchangeCodec.vm,
  codec: exchangeCodec,
  read: readChainConfig,
  secretsOf: () => operatorKeyNames,
  describe: describeExchangeChain,
  open: openExchangeChain,
});
