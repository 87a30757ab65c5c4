import { script as scripts, Transaction } from 'bitcoinjs-lib';
import type { Lock } from '../address/scriptKind.js';
import { hash160 } from '../address/hash.js';
import { isSameBytes } from '../address/isSameBytes.js';
import { parseNetworkAddress } from '../address/address.js';
import type { BitcoinNetwork } from '../address/networks.js';
import { openCurve } from '../transaction/curve.js';
import { keyLock } from '../transaction/keys.js';
import { isLegacySigned } from './legacyMessage.js';
import { varInt } from './varInt.js';
import { witnessMessage } from './witnessMessage.js';

/** A message with the signature that is said to be an address's. */
export interface SignedMessage {
  readonly address: string;
  readonly network: BitcoinNetwork;
  readonly message: string;
  /** 65 bytes (BIP-137), or a witness (BIP-322, simple). */
  readonly signature: Uint8Array;
}

/**
 * Whether the key of an address has signed a message: by BIP-137, whatever kind of address the
 * signature names, or by BIP-322 for P2WPKH, P2SH-P2WPKH and Taproot. Of both only a low `s`
 * counts.
 *
 * @throws PortageError `INVALID_ADDRESS`
 * @example
 * ```ts
 * await isMessageSigned({ address, network: 'mainnet', message: 'Hello', signature });
 * ```
 */
export async function isMessageSigned(signed: SignedMessage): Promise<boolean> {
  const { address, network, message, signature } = signed;
  const { lock } = parseNetworkAddress(address, network);
  if (await isLegacySigned(lock, message, signature)) return true;
  const stack = readStack(signature);
  if (stack === undefined) return false;
  const { kind } = lock;
  if (kind === 'p2tr') return isTaprootSigned(lock, message, stack);
  return (kind === 'p2wpkh' || kind === 'p2sh') && isKeySigned({ ...lock, kind }, message, stack);
}

/** Whether the key of a P2WPKH has signed, or that of the P2WPKH inside a P2SH. */
function isKeySigned(
  lock: Lock & { readonly kind: 'p2wpkh' | 'p2sh' },
  message: string,
  stack: readonly Uint8Array[],
): boolean {
  const [signature, publicKey] = stack;
  if (stack.length !== 2 || signature === undefined || publicKey?.length !== 33) return false;
  if (!isSameBytes(keyLock(publicKey, lock.kind).hash, lock.hash)) return false;
  try {
    const { signature: compact, hashType } = scripts.signature.decode(signature);
    if (hashType !== Transaction.SIGHASH_ALL) return false;
    // Strictly: a high `s` is none.
    const { keyHash } = witnessMessage(lock, message, hash160(publicKey));
    return openCurve().verify(keyHash, publicKey, compact, true);
  } catch {
    return false; // The library throws for bytes that are no signature.
  }
}

function isTaprootSigned(lock: Lock, message: string, stack: readonly Uint8Array[]): boolean {
  const [signature] = stack;
  if (stack.length !== 1 || signature?.length !== 64) return false;
  try {
    return openCurve().verifySchnorr(
      witnessMessage(lock, message).taprootHash,
      lock.hash,
      signature,
    );
  } catch {
    return false; // The library throws for bytes that are no signature.
  }
}

/** Elements of a witness, each shorter than 253 bytes; undefined for any other bytes. */
function readStack(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const [count = 0] = bytes;
  const stack: Uint8Array[] = [];
  let at = 1;
  for (let element = 0; element < count; element += 1) {
    const length = bytes[at];
    if (length === undefined || length >= 0xfd || at + 1 + length > bytes.length) return undefined;
    stack.push(bytes.slice(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? stack : undefined;
}

/** A witness as bytes. */
export function writeStack(stack: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([
    ...varInt(stack.length),
    ...stack.flatMap((element) => [...varInt(element.length), ...element]),
  ]);
}
