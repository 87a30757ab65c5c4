import { createKeccak } from 'hash-wasm';

/** Keccak-256. */
export type Keccak = (bytes: Uint8Array) => Uint8Array;

/** One WebAssembly instance, used again for every hash. */
export async function createKeccakHash(): Promise<Keccak> {
  const hasher = await createKeccak(256);
  return (bytes) => hasher.init().update(bytes).digest('binary');
}
