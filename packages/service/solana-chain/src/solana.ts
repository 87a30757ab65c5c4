import { defineVm, type Vm } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import type { SolanaChainConfig } from './chainConfig.js';
import { openSolanaChain } from './openSolanaChain.js';

/**
 * Solana for the service.
 *
 * @example
 * ```ts
 * const chain = await solana.open(config, signal);
 * for await (const update of chain.observe.updates([], signal)) console.log(update);
 * ```
 */
export const solana: Vm<SolanaChainConfig> = defineVm({
  name: 'svm',
  codec: solanaCodec,
  open: openSolanaChain,
});
