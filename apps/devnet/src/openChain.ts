import {
  openBitcoinChain,
  type BitcoinSettings,
  type OpenBitcoinChain,
} from './bitcoin/openBitcoinChain.js';
import { openEvmChain, type EvmChainOptions, type OpenEvmChain } from './openEvmChain.js';
import {
  openSolanaChain,
  type OpenSolanaChain,
  type SolanaSettings,
} from './solana/openSolanaChain.js';

/** Chain of a devnet while it runs. */
export type OpenChain = OpenEvmChain | OpenSolanaChain | OpenBitcoinChain;

/** VM of a chain. */
export type DevnetVm = 'evm' | 'svm' | 'bvm';

/** Options of a chain of any VM. */
export interface OpenChainOptions extends EvmChainOptions {
  readonly vm: DevnetVm;
  readonly solana: SolanaSettings;
  readonly bitcoin: BitcoinSettings;
}

/** Starts a chain with its contracts or programs and its funded accounts. */
export function openChain({
  vm,
  solana,
  bitcoin,
  ...options
}: OpenChainOptions): Promise<OpenChain> {
  if (vm === 'evm') return openEvmChain(options);
  const { devnetId, id, slug, name, port, dataDir, record, guard, users } = options;
  const own = { devnetId, id, slug, name, port, dataDir, record, guard, users: users.length };
  return vm === 'svm'
    ? openSolanaChain({ ...own, settings: solana })
    : openBitcoinChain({ ...own, settings: bitcoin });
}
