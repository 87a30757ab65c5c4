import type { Keccak } from '@portage/evm/abi';
import { createKeccak as createHasher } from 'hash-wasm';

/** Keccak-256 by one WebAssembly instance, which is used again for every hash. */
export async function createKeccak(): Promise<Keccak> {
  const hasher = await createHasher(256);
  return (bytes) => hasher.init().update(bytes).digest('binary');
}
