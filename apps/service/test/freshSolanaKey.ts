import { generateKeyPairSync } from 'node:crypto';
import { solanaCodec } from '@portage/solana/codec';

/** An unused key pair. */
export interface FreshSolanaKey {
  readonly address: string;
  /** Seed of 32 bytes in base58. */
  readonly secret: string;
}

/** Draws a key pair. */
export function freshSolanaKey(): FreshSolanaKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const last = (bytes: Buffer): string => solanaCodec.decodeAddress(bytes.subarray(-32));
  return {
    address: last(publicKey.export({ type: 'spki', format: 'der' })),
    secret: last(privateKey.export({ type: 'pkcs8', format: 'der' })),
  };
}
