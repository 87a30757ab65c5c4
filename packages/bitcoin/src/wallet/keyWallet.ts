import { bytesToHex } from '@portage/core';
import { Psbt, type Signer } from 'bitcoinjs-lib';
import { formatAddress } from '../address/address.js';
import type { BitcoinNetwork } from '../address/networks.js';
import type { ScriptKind } from '../address/scriptKind.js';
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
  };
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
