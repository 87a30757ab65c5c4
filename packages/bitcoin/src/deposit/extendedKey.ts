import { sha256 } from '@noble/hashes/sha2';
import { createBase58check } from '@scure/base';
import type { BitcoinNetwork } from '../address/networks.js';

/** Extended key of BIP32: a key, and what its children are derived with. */
export interface ExtendedKey {
  /** Whether the network is the main one; test networks write their keys alike. */
  readonly isMainnet: boolean;
  readonly isPrivate: boolean;
  readonly chainCode: Uint8Array;
  /** 32 bytes of a private key, or 33 of a public one. */
  readonly key: Uint8Array;
}

/** Version, depth, fingerprint of the parent, index, chain code and key. */
const extendedBytes = 78;
/** Characters of the longest text of so many bytes; longer text is refused before it is decoded. */
const charactersMax = 112;
const chainCodeAt = 13;
const keyAt = 45;

/** Version bytes of BIP32, by network and kind of key. */
const versions = [
  { version: 0x0488b21e, isMainnet: true, isPrivate: false },
  { version: 0x0488ade4, isMainnet: true, isPrivate: true },
  { version: 0x043587cf, isMainnet: false, isPrivate: false },
  { version: 0x04358394, isMainnet: false, isPrivate: true },
] as const;

const base58check = createBase58check(sha256);

/**
 * Extended key of a text (`xpub…`, `xprv…`, `tpub…`, `tprv…`); undefined for any other text.
 * Whether its key is one of the curve is not checked here.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
 * @example
 * ```ts
 * readExtendedKey(extendedPublicKey)?.isPrivate; // false
 * ```
 */
export function readExtendedKey(text: string): ExtendedKey | undefined {
  const bytes = decode(text);
  if (bytes?.length !== extendedBytes) return undefined;
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const known = versions.find((each) => each.version === version);
  const first = bytes[keyAt] ?? 0;
  if (known === undefined || (first === 0) !== known.isPrivate) return undefined;
  const { isMainnet, isPrivate } = known;
  return {
    isMainnet,
    isPrivate,
    chainCode: bytes.slice(chainCodeAt, keyAt),
    key: bytes.slice(isPrivate ? keyAt + 1 : keyAt),
  };
}

/**
 * Text of the extended public key of a private one.
 *
 * @param text - an extended private key
 * @param publicKey - the 33 bytes of its public key
 * @example
 * ```ts
 * publicExtendedKey(extendedPrivateKey, key); // 'xpub…'
 * ```
 */
export function publicExtendedKey(text: string, publicKey: Uint8Array): string {
  const bytes = base58check.decode(text);
  const kind = readExtendedKey(text);
  const shown = versions.find((each) => each.isMainnet === kind?.isMainnet && !each.isPrivate);
  const copy = Uint8Array.from([...bytes.subarray(0, keyAt), ...publicKey]);
  new DataView(copy.buffer).setUint32(0, shown?.version ?? 0);
  return base58check.encode(copy);
}

/**
 * Whether a network writes its extended keys as this one is written.
 *
 * @example
 * ```ts
 * const key = readExtendedKey(extendedPublicKey);
 * key !== undefined && isKeyOfNetwork(key, 'mainnet'); // true of `xpub…` and `xprv…`
 * ```
 */
export function isKeyOfNetwork({ isMainnet }: ExtendedKey, network: BitcoinNetwork): boolean {
  return isMainnet === (network === 'mainnet');
}

function decode(text: string): Uint8Array | undefined {
  if (text.length > charactersMax) return undefined;
  try {
    return base58check.decode(text);
  } catch {
    return undefined; // The library has no other way to say so.
  }
}
