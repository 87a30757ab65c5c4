import {
  openBitcoinChain,
  type BitcoinSettings,
  type OpenBitcoinChain,
} from './bitcoin/openBitcoinChain.js';
import {
  openExchangeChain,
  type ExchangeSettings,
  type OpenExchangeChain,
} from './exchange/openExchangeChain.js';
import { openEvmChain, type EvmChainOptions, type OpenEvmChain } from './openEvmChain.js';
import {
  openSolanaChain,
  type OpenSolanaChain,
  type SolanaSettings,
} from './solana/openSolanaChain.js';

/** Chain of a devnet while it runs. */
export type OpenChain = OpenEvmChain | OpenSolanaChain | OpenBitcoinChain | OpenExchangeChain;

/** VM of a chain. */
export type DevnetVm = 'evm' | 'svm' | 'bvm' | 'lvm';

/** Options of a chain of any VM. */
export interface OpenChainOptions extends EvmChainOptions {
  readonly vm: DevnetVm;
  readonly solana: SolanaSettings;
  readonly bitcoin: BitcoinSettings;
  readonly exchange: ExchangeSettings;
  /** EVM chain on which the exchange takes deposits. */
  readonly depositChain: OpenEvmChain | undefined;
}

/** Starts a chain with its contracts or programs and its funded accounts. */
export function openChain({
  vm,
  solana,
  bitcoin,
  exchange,
  depositChain,
  ...options
}: OpenChainOptions): Promise<OpenChain> {
  if (vm === 'evm') return openEvmChain(options);
  const { devnetId, id, slug, name, port, dataDir, record, guard, users } = options;
  const own = { devnetId, id, slug, name, port, dataDir, record, guard, users: users.length };
  if (vm === 'svm') return openSolanaChain({ ...own, settings: solana });
  if (vm === 'bvm') return openBitcoinChain({ ...own, settings: bitcoin });
  const deposits =
    depositChain === undefined ? undefined : { chain: depositChain, owner: options.roles.owner };
  return openExchangeChain({ ...own, settings: exchange, deposits });
}
