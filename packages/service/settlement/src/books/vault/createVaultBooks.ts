import type { Queryable } from '@portage/database';
import { readVaultBooks } from './readVaultBooks.js';

/** Books of depositories: what each should hold. */
export interface VaultBooks {
  /** By currency; one that nothing was booked in is missing. */
  read(chainId: number): Promise<ReadonlyMap<string, bigint>>;
}

/** Makes the verbs of the vault. */
export function createVaultBooks(database: Queryable): VaultBooks {
  return { read: (chainId) => readVaultBooks(database, chainId) };
}
