import { sha256 } from '@noble/hashes/sha2';
import { Transaction } from 'bitcoinjs-lib';
import { lockScript, type Lock } from '../address/scriptKind.js';

const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'));

/** Hashes that a signature of a message covers: of a transaction that can never be sent. */
export interface WitnessMessage {
  /** Hash for a key of P2WPKH, the address's own or the one inside a P2SH. */
  readonly keyHash: Uint8Array;
  /** Hash for a key of Taproot. */
  readonly taprootHash: Uint8Array;
}

/** Script of P2PKH with the hash of a P2WPKH, which its signatures are over. */
function scriptCode(hash: Uint8Array): Uint8Array {
  return lockScript({ kind: 'p2pkh', hash });
}

/**
 * Hashes that an address's key signs for a message: of a transaction that spends one which says the
 * message.
 *
 * @param keyHash - hash of the public key, which a P2SH does not show
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki
 */
export function witnessMessage(
  lock: Lock,
  message: string,
  keyHash: Uint8Array = lock.hash,
): WitnessMessage {
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...new TextEncoder().encode(message)]));
  const script = lockScript(lock);
  const said = new Transaction();
  said.version = 0;
  said.addInput(new Uint8Array(32), 0xffffffff, 0, Uint8Array.from([0x00, 0x20, ...hash]));
  said.addOutput(script, 0n);
  const signing = new Transaction();
  signing.version = 0;
  signing.addInput(said.getHash(), 0, 0);
  signing.addOutput(Uint8Array.from([0x6a]), 0n);
  return {
    keyHash: signing.hashForWitnessV0(0, scriptCode(keyHash), 0n, Transaction.SIGHASH_ALL),
    taprootHash: signing.hashForWitnessV1(0, [script], [0n], Transaction.SIGHASH_DEFAULT),
  };
}
