import { sign as signHash, pointFromScalar } from '@bitcoinerlab/secp256k1';
import type { Output } from '@portage/bitcoin/transaction';
import { assert } from '@portage/core';
import { crypto, Transaction } from 'bitcoinjs-lib';
import { isSameScript, type OwnedCoin } from '../coins/coin.js';
import { plainVersion } from '../coins/truc.js';

/** Sequence of an input that may be outbid (BIP 125). */
const replaceable = 0xfffffffd;

/** A private key and the P2WPKH script that it opens. */
export interface SpendingKey {
  readonly secret: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly script: Uint8Array;
}

/** Makes the key of a secret of 32 bytes. */
export function createSpendingKey(secret: Uint8Array): SpendingKey {
  const publicKey = pointFromScalar(secret, true);
  assert(publicKey !== null, 'a secret is a number of the curve');
  const script = Uint8Array.from([0x00, 0x14, ...crypto.hash160(publicKey)]);
  return { secret, publicKey, script };
}

/**
 * Signs a transaction that spends P2WPKH coins. The same coins and outputs always give the same
 * bytes: signatures are deterministic (RFC 6979) and have a low S. Of version 2 by default.
 */
export function signTransaction(
  keys: readonly SpendingKey[],
  inputs: readonly OwnedCoin[],
  outputs: readonly Output[],
  version: number = plainVersion,
): Uint8Array {
  const transaction = new Transaction();
  transaction.version = version;
  for (const { txId, vout } of inputs)
    transaction.addInput(Uint8Array.from(Buffer.from(txId, 'hex').reverse()), vout, replaceable);
  for (const { script, value } of outputs) transaction.addOutput(script, value);
  inputs.forEach(({ script, value }, place) => {
    const key = keys.find((one) => isSameScript(one.script, script));
    assert(key !== undefined, 'each coin that is spent has its key');
    transaction.setWitness(place, [signInput(transaction, place, value, key), key.publicKey]);
  });
  return transaction.toBuffer();
}

function signInput(
  transaction: Transaction,
  place: number,
  value: bigint,
  { secret, script }: SpendingKey,
): Uint8Array {
  const hash = transaction.hashForWitnessV0(
    place,
    // The script that a P2WPKH output stands for: that of P2PKH with the same hash.
    Uint8Array.from([0x76, 0xa9, 0x14, ...script.slice(2), 0x88, 0xac]),
    value,
    Transaction.SIGHASH_ALL,
  );
  const signature = signHash(hash, secret);
  return Uint8Array.from([
    ...encodeDer(signature.slice(0, 32), signature.slice(32)),
    Transaction.SIGHASH_ALL,
  ]);
}

/** DER of a signature's two numbers. */
function encodeDer(r: Uint8Array, s: Uint8Array): readonly number[] {
  const body = [...encodeInteger(r), ...encodeInteger(s)];
  return [0x30, body.length, ...body];
}

/** Shortest DER of a positive number. */
function encodeInteger(number: Uint8Array): readonly number[] {
  const start = number.findIndex((byte) => byte !== 0);
  const digits = [...number.slice(start === -1 ? number.length - 1 : start)];
  const padded = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : digits;
  return [0x02, padded.length, ...padded];
}
