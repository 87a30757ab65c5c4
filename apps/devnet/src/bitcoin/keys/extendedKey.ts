import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { KeyNode } from '../../keys/keyTree.js';

/** Version of extended private keys of test networks (BIP32). */
const version = 0x04358394;
/** Depth, fingerprint of the parent and index of a key that is the root of its own tree. */
const rootPlace = Buffer.alloc(9);

/** Extended private key (`tprv…`) of a node, as the root of a tree of its own. */
export function extendedKey({ key, chainCode }: KeyNode): string {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(version);
  const bytes = Buffer.concat([head, rootPlace, chainCode, Buffer.alloc(1), key]);
  const checksum = sha256(sha256(bytes)).subarray(0, 4);
  return base58.encode(Buffer.concat([bytes, checksum]));
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
