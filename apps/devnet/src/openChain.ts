import { openEvmChain, type EvmChainOptions, type OpenEvmChain } from './openEvmChain.js';
import {
  openSolanaChain,
  type OpenSolanaChain,
  type SolanaSettings,
} from './solana/openSolanaChain.js';

/** Chain of a devnet while it runs. */
export type OpenChain = OpenEvmChain | OpenSolanaChain;

/** VM of a chain. */
export type DevnetVm = 'evm' | 'svm';

/** Options of a chain of any VM. */
export interface OpenChainOptions extends EvmChainOptions {
  readonly vm: DevnetVm;
  readonly solana: SolanaSettings;
}

/** Starts a chain with its contracts or programs and its funded accounts. */
export function openChain({ vm, solana, ...options }: OpenChainOptions): Promise<OpenChain> {
  if (vm === 'evm') return openEvmChain(options);
  const { devnetId, id, slug, name, port, dataDir, record, guard, users } = options;
  return openSolanaChain({
    devnetId,
    id,
    slug,
    name,
    port,
    dataDir,
    record,
    guard,
    users: users.length,
    settings: solana,
  });
}
