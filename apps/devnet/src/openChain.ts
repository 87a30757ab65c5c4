import { openEvmChain, type EvmChainOptions, type OpenEvmChain } from './openEvmChain.js';
import {
  openSolanaChain,
  type OpenSolanaChain,
  type SolanaSettings,
} from './solana/openSolanaChain.js';

/** A chain of a devnet while it runs. */
export type OpenChain = OpenEvmChain | OpenSolanaChain;

/** Which VM a chain runs. */
export type DevnetVm = 'evm' | 'svm';

/** What a chain of any VM is opened with. */
export interface OpenChainOptions extends EvmChainOptions {
  readonly vm: DevnetVm;
  readonly solana: SolanaSettings;
}

/** Starts a chain with what belongs on it. */
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
