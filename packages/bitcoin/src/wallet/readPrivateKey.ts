import { sha256 } from '@noble/hashes/sha2';
import { hexToBytes, PortageError } from '@portage/core';
import { createBase58check } from '@scure/base';
import type { BitcoinNetwork } from '../address/networks.js';
import { openCurve } from '../transaction/curve.js';

/** First byte of a private key as text; the same on testnet and regtest. */
const wifVersions: Readonly<Record<BitcoinNetwork, number>> = {
  mainnet: 0x80,
  testnet: 0xef,
  regtest: 0xef,
};

/** Bytes of a private key as text: version, key, and the mark of a compressed public key. */
const wifBytes = 34;

/**
 * Reads a private key: 32 bytes as hex in lower case, or text of the wallet import format for a
 * compressed public key. Errors do not show it.
 *
 * @throws PortageError `WALLET_ERROR` for a key that is none, or one of another network
 * @example
 * ```ts
 * readPrivateKey('0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d', 'mainnet');
 * ```
 */
export function readPrivateKey(text: string, network: BitcoinNetwork): Uint8Array {
  const secret = /^[0-9a-f]{64}$/.test(text) ? hexToBytes(`0x${text}`) : readWif(text, network);
  if (!openCurve().isPrivate(secret)) throw invalidKey('The private key is not one.');
  return secret;
}

/** Refusal of a private key. */
export function invalidKey(message: string): PortageError {
  return new PortageError('WALLET_ERROR', {
    message,
    hint: 'Pass 32 bytes, or the text of the wallet import format of this network.',
  });
}

function readWif(text: string, network: BitcoinNetwork): Uint8Array {
  const bytes = decodeWif(text);
  const version = bytes?.[0];
  if (bytes === undefined || version === undefined || !isVersion(version))
    throw invalidKey('Not a private key.');
  if (version !== wifVersions[network])
    throw invalidKey('The private key is of another network of Bitcoin.');
  if (bytes.length !== wifBytes || bytes[wifBytes - 1] !== 1)
    throw invalidKey('The private key is not that of a compressed public key.');
  return bytes.slice(1, wifBytes - 1);
}

function isVersion(byte: number): boolean {
  return Object.values(wifVersions).includes(byte);
}

function decodeWif(text: string): Uint8Array | undefined {
  try {
    return createBase58check(sha256).decode(text);
  } catch {
    return undefined; // The text may hold most of a key: its error is not shown.
  }
}
