import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { numberToHex } from 'viem';
import { keepSnapshot } from './keepSnapshot.js';
import { makeEvmGenesis, type FirstBlockOptions } from './makeEvmGenesis.js';

/** Chain whose first block is wanted. */
export interface EvmGenesisOptions extends FirstBlockOptions {
  /** Folder of the snapshots. */
  readonly snapshotDir: string;
}

/** Changes when the way from a plan to a first block does. */
const format = 1;

/**
 * Accounts of a first block that holds everything that a plan makes, as members of `alloc`. They
 * come from a snapshot, which knows the plan and the node that it was made of by their hash.
 */
export async function evmGenesis({ snapshotDir, ...options }: EvmGenesisOptions): Promise<string> {
  const { chainId, mnemonic, accounts, plan } = options;
  const { balances, batches, code } = plan;
  const inputs = JSON.stringify(
    { format, anvil: await anvilVersion(), chainId, mnemonic, accounts, balances, batches, code },
    (_, value: unknown) => (typeof value === 'bigint' ? numberToHex(value) : value),
  );
  return keepSnapshot({
    dir: snapshotDir,
    name: `evm-${chainId}`,
    inputs,
    make: () => makeEvmGenesis(options),
  });
}

async function anvilVersion(): Promise<unknown> {
  const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const read: unknown = JSON.parse(await readFile(manifest, 'utf8'));
  return typeof read === 'object' && read !== null && 'version' in read ? read.version : undefined;
}
