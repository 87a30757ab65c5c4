import { recoverPublicKeyAsync, Point } from '@noble/secp256k1';
import { crypto } from 'bitcoinjs-lib';
import type { Lock, ScriptKind } from '../address/scriptKind.js';
import { hash160 } from '../address/hash.js';
import { isSameBytes } from '../address/isSameBytes.js';
import { keyLock } from '../transaction/keys.js';
import { varInt } from './varInt.js';

/** Kinds of addresses by the first byte of a signature, four values each. */
const kinds: readonly ('uncompressed' | Exclude<ScriptKind, 'p2wsh' | 'p2tr'>)[] = [
  'uncompressed',
  'p2pkh',
  'p2sh',
  'p2wpkh',
];

const firstHeader = 27;
const half = Point.CURVE().n / 2n;

/** Hash of a message that wallets sign. */
function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode('\u0018Bitcoin Signed Message:\n');
  return crypto.hash256(Uint8Array.from([...prefix, ...varInt(text.length), ...text]));
}

/**
 * Whether a signature of 65 bytes is by the key of an address. Its first byte must say the
 * address's own kind, and its `s` must be low.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
export async function isLegacySigned(
  lock: Lock,
  message: string,
  signature: Uint8Array,
): Promise<boolean> {
  const [header = 0] = signature;
  const kind = kinds[(header - firstHeader) >> 2];
  if (signature.length !== 65 || header < firstHeader || kind === undefined) return false;
  const s = signature.slice(33).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  if (s > half) return false;
  try {
    const recoverable = Uint8Array.from([(header - firstHeader) & 3, ...signature.slice(1)]);
    const key = await recoverPublicKeyAsync(recoverable, messageHash(message), { prehash: false });
    const expected: Lock =
      kind === 'uncompressed'
        ? { kind: 'p2pkh', hash: hash160(Point.fromBytes(key).toBytes(false)) }
        : keyLock(key, kind);
    return expected.kind === lock.kind && isSameBytes(expected.hash, lock.hash);
  } catch {
    return false; // The library throws for bytes that are no signature.
  }
}
