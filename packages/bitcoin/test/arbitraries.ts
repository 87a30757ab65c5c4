import fc from 'fast-check';
import type { BitcoinNetwork } from '../src/address/networks.js';
import type { Lock } from '../src/address/scriptKind.js';

const hashes = (bytes: number): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes });

/** Locks of every kind of address. */
export const locks: fc.Arbitrary<Lock> = fc.oneof(
  fc.record({ kind: fc.constantFrom('p2pkh', 'p2sh', 'p2wpkh'), hash: hashes(20) }),
  fc.record({ kind: fc.constantFrom('p2wsh', 'p2tr'), hash: hashes(32) }),
);

/** Ids of orders. */
export const orderIds: fc.Arbitrary<string> = hashes(32).map(
  (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
);

/** Every network. */
export const networkNames: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest'];
