import { assert, bytesToHex } from '@portage/core';
import { Psbt, script as scripts, Transaction, type Signer } from 'bitcoinjs-lib';
import { formatAddress } from '../address/address.js';
import { hash160 } from '../address/hash.js';
import type { BitcoinNetwork } from '../address/networks.js';
import type { ScriptKind } from '../address/scriptKind.js';
import { writeStack } from '../message/signedMessage.js';
import { witnessMessage } from '../message/witnessMessage.js';
import { openCurve } from '../transaction/curve.js';
import { keyLock, taprootTweak, xOnly } from '../transaction/keys.js';
import type { BitcoinWallet } from './bitcoinWallet.js';
import { invalidKey, readPrivateKey } from './readPrivateKey.js';

/** Kind of an address that one key opens; `p2sh` is P2SH-P2WPKH. */
export type KeyAddressKind = Exclude<ScriptKind, 'p2wsh'>;

/**
 * A wallet out of a private key, for scripts and servers.
 *
 * @param key - 32 bytes, or text that `readPrivateKey` reads
 * @throws PortageError `WALLET_ERROR` for a key that is none, or one of another network
 * @example
 * ```ts
 * createBitcoinExecutor({
 *   wallet: keyWallet(key, 'regtest', 'p2wpkh'),
 *   network: 'regtest',
 *   url: 'http://127.0.0.1:3000',
 * });
 * ```
 */
export function keyWallet(
  key: Uint8Array | string,
  network: BitcoinNetwork,
  kind: KeyAddressKind = 'p2wpkh',
): BitcoinWallet {
  const secret = typeof key === 'string' ? readPrivateKey(key, network) : key;
  const curve = openCurve();
  const publicKey = curve.isPrivate(secret) ? curve.pointFromScalar(secret, true) : null;
  if (publicKey === null) throw invalidKey('The private key is not one.');
  const address = formatAddress(keyLock(publicKey, kind), network);
  const signer = kind === 'p2tr' ? taprootSigner(secret, publicKey) : keySigner(secret, publicKey);
  return {
    address: () => Promise.resolve(address),
    publicKey: () => Promise.resolve(bytesToHex(publicKey).slice(2)),
    signPsbt: async ({ psbt }) => {
      const signing = Psbt.fromHex(psbt);
      signing.data.inputs.forEach((input, place) => {
        if (kind === 'p2tr' && input.tapInternalKey === undefined)
          signing.updateInput(place, { tapInternalKey: xOnly(publicKey) });
        signing.signInput(place, signer);
      });
      return Promise.resolve(signing.toHex());
    },
    ...(kind !== 'p2pkh'
      ? {
          signMessage: (message: string) =>
            Promise.resolve(signWitnessMessage({ publicKey, kind, signer }, message)),
        }
      : {}),
  };
}

/** Key with the kind of its address. */
interface MessageKey {
  readonly publicKey: Uint8Array;
  readonly kind: Exclude<KeyAddressKind, 'p2pkh'>;
  readonly signer: Signer;
}

/** Signature of a text as a witness (BIP-322, simple). */
function signWitnessMessage({ publicKey, kind, signer }: MessageKey, message: string): Uint8Array {
  const { keyHash, taprootHash } = witnessMessage(
    keyLock(publicKey, kind),
    message,
    hash160(publicKey),
  );
  if (kind === 'p2tr') {
    assert(signer.signSchnorr !== undefined, 'a key of Taproot makes Schnorr signatures');
    return writeStack([Uint8Array.from(signer.signSchnorr(taprootHash))]);
  }
  const compact = Uint8Array.from(signer.sign(keyHash));
  return writeStack([scripts.signature.encode(compact, Transaction.SIGHASH_ALL), publicKey]);
}

function keySigner(secret: Uint8Array, publicKey: Uint8Array): Signer {
  const curve = openCurve();
  return { publicKey, sign: (hash) => curve.sign(hash, secret) };
}

/** Signs with the key that an address of Taproot without scripts holds. */
function taprootSigner(secret: Uint8Array, publicKey: Uint8Array): Signer {
  const curve = openCurve();
  const even = publicKey[0] === 3 ? curve.privateNegate(secret) : secret;
  const tweaked = curve.privateAdd(even, taprootTweak(xOnly(publicKey)));
  const outputKey = tweaked === null ? null : curve.pointFromScalar(tweaked, true);
  if (tweaked === null || outputKey === null) throw invalidKey('The private key is not one.');
  return {
    publicKey: outputKey,
    sign: (hash) => curve.sign(hash, tweaked),
    signSchnorr: (hash) => curve.signSchnorr(hash, tweaked),
  };
}
