import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { requestFault } from '@portage/core';

/** A key that signs and never shows itself. */
export interface TallyKey {
  readonly address: string;
  /** Signature of a text, 64 bytes in hex; the same text always has the same one. */
  sign(text: string): Promise<string>;
}

/** Part of PKCS #8 before the 32 bytes of an ed25519 seed. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Opens a key: the 32 bytes of a seed, in hex. @throws PortageError that does not show the key */
export function openKey(seed: string): TallyKey {
  if (!/^[0-9a-f]{64}$/.test(seed))
    throw requestFault('keys.tally.solver', 'must be 64 hex digits', {
      code: 'INVALID_CONFIGURATION',
    });
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(seed, 'hex')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    address: `tly${publicKey.toString('hex')}`,
    sign: (text) => Promise.resolve(sign(null, Buffer.from(text), key).toString('hex')),
  };
}

/** Id of a transaction with this text. */
export function transactionId(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
