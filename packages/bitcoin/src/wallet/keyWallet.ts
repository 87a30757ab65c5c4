import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, PortageError } from '@portage/core';
import { createBase58check } from '@scure/base';
import { Psbt, type Signer } from 'bitcoinjs-lib';
import { formatAddress } from '../address/address.js';
import type { BitcoinNetwork } from '../address/networks.js';
import type { ScriptKind } from '../address/scriptKind.js';
import { openCurve } from '../transaction/curve.js';
import { keyLock, taprootTweak, xOnly } from '../transaction/keys.js';
import type { BitcoinWallet } from './bitcoinWallet.js';

/** Kind of an address that one key opens; `p2sh` is P2SH-P2WPKH. */
export type KeyAddressKind = Exclude<ScriptKind, 'p2wsh'>;

/**
 * A wallet out of a private key, for scripts and servers.
 *
 * @param key - 32 bytes, or text of the wallet import format for a compressed public key
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
  const secret = typeof key === 'string' ? readWif(key, network) : key;
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

/** First byte of a private key as text; the same on testnet and regtest. */
const wifVersions: Readonly<Record<BitcoinNetwork, number>> = {
  mainnet: 0x80,
  testnet: 0xef,
  regtest: 0xef,
};

function readWif(text: string, network: BitcoinNetwork): Uint8Array {
  const bytes = decodeWif(text);
  if (bytes?.length !== 34 || bytes[33] !== 1)
    throw invalidKey('Not a private key of a compressed public key.');
  if (bytes[0] !== wifVersions[network])
    throw invalidKey('The private key is of another network of Bitcoin.');
  return bytes.slice(1, 33);
}

function decodeWif(text: string): Uint8Array | undefined {
  try {
    return createBase58check(sha256).decode(text);
  } catch {
    return undefined; // The text may hold most of a key: its error is not shown.
  }
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

function invalidKey(message: string): PortageError {
  return new PortageError('WALLET_ERROR', {
    message,
    hint: 'Pass 32 bytes, or the text of the wallet import format of this network.',
  });
}
