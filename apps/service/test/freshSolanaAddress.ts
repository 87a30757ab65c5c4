import { generateKeyPairSync } from 'node:crypto';
import { solanaCodec } from '@portage/solana/codec';

/** Address of a fresh key: bytes that are merely drawn are, half of the time, no key's. */
export function freshSolanaAddress(): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  return solanaCodec.decodeAddress(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
}
