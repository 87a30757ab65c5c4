import { crypto } from 'bitcoinjs-lib';
import { lockScript, readLock, type Lock, type ScriptKind } from '../address/scriptKind.js';
import { openCurve } from './curve.js';
import { isSameBytes } from '../address/isSameBytes.js';
import { hash160 } from '../address/hash.js';

/** Script inside a P2SH address that a public key opens: that of P2WPKH. */
export function nestedScript(publicKey: Uint8Array): Uint8Array {
  return lockScript({ kind: 'p2wpkh', hash: hash160(publicKey) });
}

/** The 32 bytes of a public key that Taproot uses. */
export function xOnly(publicKey: Uint8Array): Uint8Array {
  return publicKey.length === 32 ? publicKey : publicKey.slice(1, 33);
}

/** Number that is added to a key of Taproot without scripts. */
export function taprootTweak(internalKey: Uint8Array): Uint8Array {
  return crypto.taggedHash('TapTweak', internalKey);
}

/** Lock of the address of a kind that a public key opens. */
export function keyLock(publicKey: Uint8Array, kind: Exclude<ScriptKind, 'p2wsh'>): Lock {
  if (kind === 'p2sh') return { kind, hash: hash160(nestedScript(publicKey)) };
  if (kind !== 'p2tr') return { kind, hash: hash160(publicKey) };
  const internal = xOnly(publicKey);
  const tweaked = openCurve().xOnlyPointAddTweak(internal, taprootTweak(internal));
  return { kind, hash: tweaked?.xOnlyPubkey ?? new Uint8Array(32) };
}

/**
 * Whether a public key opens an output script: 33 bytes, or the 32 that Taproot uses. Of P2SH it is
 * the script of a P2WPKH inside.
 *
 * @example
 * ```ts
 * isKeyOf(key, scriptOf(address, 'mainnet')); // true
 * ```
 */
export function isKeyOf(publicKey: Uint8Array, script: Uint8Array): boolean {
  const lock = readLock(script);
  return (
    lock !== undefined &&
    lock.kind !== 'p2wsh' &&
    isSameBytes(keyLock(publicKey, lock.kind).hash, lock.hash)
  );
}
