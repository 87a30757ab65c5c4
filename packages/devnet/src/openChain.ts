import type { Hex } from 'viem';
import type { DevnetAccount, Role } from './contracts/deriveAccounts.js';
import type { ProcessRecord } from './node/processRecord.js';
import type { Guard } from './node/startGuard.js';
import { openEvmChain, type OpenEvmChain } from './openEvmChain.js';
import { openSolanaChain, type OpenSolanaChain, type SolanaSettings } from './solana/openSolanaChain.js';

/** A chain of a devnet while it runs. */
export type OpenChain = OpenEvmChain | OpenSolanaChain;

/** Which VM a chain runs. */
export type DevnetVm = 'evm' | 'svm';

/** What a chain of any VM is opened with. */
export interface OpenChainOptions {
  readonly vm: DevnetVm;
  readonly devnetId: Hex;
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly blockTimeSeconds: number;
  readonly gasLimit: bigint;
  readonly slotsInAnEpoch: number;
  readonly solana: SolanaSettings;
  readonly roles: Readonly<Record<Role, DevnetAccount>>;
  readonly users: readonly DevnetAccount[];
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

/** Starts a chain with what belongs on it. */
export function openChain({ vm, solana, ...options }: OpenChainOptions): Promise<OpenChain> {
  if (vm === 'evm') return openEvmChain(options);
  const { devnetId, id, slug, name, port, dataDir, record, guard, users } = options;
  return openSolanaChain({ devnetId, id, slug, name, port, dataDir, record, guard, users: users.length, settings: solana });
}
