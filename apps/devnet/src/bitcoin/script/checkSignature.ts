import { script as scripts } from 'bitcoinjs-lib';
import { ecc } from './ecc.js';
import { scriptFaults, type ScriptFault } from './scriptFaults.js';

/** Signature to check. */
export interface SignatureCheck {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Hash that a signature of a type signs. */
  readonly hash: (hashType: number) => Uint8Array;
  /** True where keys must be compressed. */
  readonly isSegwit: boolean;
}

const hashTypes = new Set([1, 2, 3, 0x81, 0x82, 0x83]);

/** Checks an ECDSA signature: strict DER, low S, a known type (BIP66, BIP146). */
export function checkEcdsa(check: SignatureCheck): ScriptFault | undefined {
  const { signature, publicKey } = check;
  if (signature.length === 0) return scriptFaults.evalFalse;
  let compact: Uint8Array;
  try {
    compact = scripts.signature.decode(withType(signature, 1)).signature;
  } catch {
    return scriptFaults.derSignature;
  }
  const hashType = signature[signature.length - 1] ?? 0;
  if (!hashTypes.has(hashType)) return scriptFaults.hashType;
  const isCompressed = publicKey.length === 33 && (publicKey[0] === 2 || publicKey[0] === 3);
  if (!isCompressed && (check.isSegwit || !(publicKey.length === 65 && publicKey[0] === 4)))
    return check.isSegwit ? scriptFaults.witnessKey : scriptFaults.publicKey;
  const hash = check.hash(hashType);
  if (verifies(hash, publicKey, compact, true)) return undefined;
  return verifies(hash, publicKey, compact, false) ? scriptFaults.highS : scriptFaults.nullFail;
}

/** Checks a Schnorr signature of a taproot key (BIP340, BIP341). */
export function checkSchnorr(
  signature: Uint8Array,
  key: Uint8Array,
  hash: (hashType: number) => Uint8Array | undefined,
): ScriptFault | undefined {
  if (signature.length !== 64 && signature.length !== 65) return scriptFaults.schnorrSize;
  const hashType = signature.length === 65 ? (signature[64] ?? 0) : 0;
  if (signature.length === 65 && !hashTypes.has(hashType)) return scriptFaults.schnorrType;
  const digest = hash(hashType);
  if (digest === undefined) return scriptFaults.schnorrType;
  try {
    const isValid = ecc.verifySchnorr(digest, key, signature.subarray(0, 64));
    return isValid ? undefined : scriptFaults.schnorr;
  } catch {
    return scriptFaults.schnorr;
  }
}

function withType(signature: Uint8Array, hashType: number): Uint8Array {
  const copy = Uint8Array.from(signature);
  copy[copy.length - 1] = hashType;
  return copy;
}

function verifies(
  hash: Uint8Array,
  key: Uint8Array,
  signature: Uint8Array,
  isStrict: boolean,
): boolean {
  try {
    return ecc.verify(hash, key, signature, isStrict);
  } catch {
    return false;
  }
}
