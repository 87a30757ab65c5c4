import { recoverPublicKeyAsync, Point } from '@noble/secp256k1';
import { crypto } from 'bitcoinjs-lib';
import type { Lock } from '../address/scriptKind.js';
import { hash160 } from '../address/hash.js';
import { isSameBytes } from '../address/isSameBytes.js';
import { keyLock } from '../transaction/keys.js';
import { varInt } from './varInt.js';

/** First bytes of signatures: four for each kind of address that BIP-137 knows. */
const firstHeader = 27;
const lastHeader = 42;
const half = Point.CURVE().n / 2n;

/** Hash of a message that wallets sign. */
function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n');
  return crypto.hash256(Uint8Array.from([...prefix, ...varInt(text.length), ...text]));
}

/**
 * Whether a signature of 65 bytes is by the key of an address; its `s` must be low. The first byte
 * tells which of four keys it is. What else it says by BIP-137, the kind of address, is not looked
 * at: Electrum, Sparrow and UniSat write 31 to 34 for every kind.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
export async function isLegacySigned(
  lock: Lock,
  message: string,
  signature: Uint8Array,
): Promise<boolean> {
  const [header = 0] = signature;
  if (signature.length !== 65 || header < firstHeader || header > lastHeader) return false;
  const s = signature.slice(33).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  if (s > half) return false;
  try {
    const recoverable = Uint8Array.from([(header - firstHeader) & 3, ...signature.slice(1)]);
    const key = await recoverPublicKeyAsync(recoverable, messageHash(message), { prehash: false });
    return isLockOf(key, lock);
  } catch {
    return false; // The library throws for bytes that are no signature.
  }
}

/** Whether a key opens an address, as it is or, of P2PKH, in its long form. */
function isLockOf(key: Uint8Array, { kind, hash }: Lock): boolean {
  if (kind === 'p2wsh') return false;
  if (isSameBytes(keyLock(key, kind).hash, hash)) return true;
  return kind === 'p2pkh' && isSameBytes(hash160(Point.fromBytes(key).toBytes(false)), hash);
}
