import { sha256 } from '@noble/hashes/sha2';
import { PortageError } from '@portage/core';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { networkNames, networks, type BitcoinNetwork } from './networks.js';
import { lockOf, lockScript, readLock, type Lock, type ScriptKind } from './scriptKind.js';

/**
 * Text that stands for BTC on every network. It is a witness program of 19 zero bytes, which is no
 * address: no payment can go there.
 */
export const nativeCurrency = 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8';
/** Witness version and program of {@link nativeCurrency}. */
export const nativeBytes: Uint8Array = new Uint8Array(20);

/** No address is longer; longer text is refused before it is decoded. */
const addressCharactersMax = 90;
/** Marks the bytes of an address in base58: no witness version is so high. */
const legacyByte = 0xff;

const base58check = createBase58check(sha256);

/** An address as its text says it. */
export interface ParsedAddress {
  /** Networks that write the lock with this text. */
  readonly networks: readonly BitcoinNetwork[];
  readonly lock: Lock;
}

/** Error for a text that is no address. */
function invalidAddress(message: string): PortageError {
  return new PortageError('INVALID_ADDRESS', {
    message,
    hint: 'Addresses of P2PKH, P2SH, P2WPKH, P2WSH and P2TR are known.',
  });
}

/** Reads the text of an address. @throws PortageError `INVALID_ADDRESS` */
export function parseAddress(text: string): ParsedAddress {
  const parsed =
    text.length > addressCharactersMax ? undefined : (parseWitness(text) ?? parseLegacy(text));
  if (parsed === undefined) throw invalidAddress('Not a Bitcoin address.');
  return parsed;
}

/**
 * Reads the text of an address of one network.
 *
 * @throws PortageError `INVALID_ADDRESS`
 */
export function parseNetworkAddress(text: string, network: BitcoinNetwork): ParsedAddress {
  return checkNetwork(parseAddress(text), network);
}

/** Refuses an address of another network. @throws PortageError `INVALID_ADDRESS` */
export function checkNetwork(parsed: ParsedAddress, network: BitcoinNetwork): ParsedAddress {
  if (!parsed.networks.includes(network))
    throw invalidAddress(
      `The address is of ${parsed.networks.join(' or ')} of Bitcoin, not of ${network}.`,
    );
  return parsed;
}

function parseWitness(text: string): ParsedAddress | undefined {
  const isM = bech32m.decodeUnsafe(text);
  const decoded = isM ?? bech32.decodeUnsafe(text);
  const [version, ...words] = decoded?.words ?? [];
  const hash = bech32.fromWordsUnsafe(words);
  if (decoded === undefined || hash === undefined) return undefined;
  const known = networkNames.filter((name) => networks[name].bech32 === decoded.prefix);
  // BIP-350: version 0 has the old checksum, every later one the new.
  if (known.length === 0 || (version === 0) === (isM !== undefined)) return undefined;
  const lock = witnessLock(version, hash);
  return lock === undefined ? undefined : { networks: known, lock };
}

function witnessLock(version: number | undefined, hash: Uint8Array): Lock | undefined {
  if (version === 0) return lockOf('p2wpkh', hash) ?? lockOf('p2wsh', hash);
  return version === 1 ? lockOf('p2tr', hash) : undefined;
}

function parseLegacy(text: string): ParsedAddress | undefined {
  const bytes = decodeBase58check(text);
  return bytes === undefined ? undefined : legacyAddress(bytes);
}

function decodeBase58check(text: string): Uint8Array | undefined {
  try {
    return base58check.decode(text);
  } catch {
    return undefined; // The library has no other way to say so.
  }
}

/** Address of a version byte and a hash. */
function legacyAddress(bytes: Uint8Array): ParsedAddress | undefined {
  const [version] = bytes;
  for (const kind of ['p2pkh', 'p2sh'] as const) {
    const lock = lockOf(kind, bytes.slice(1));
    const known = networkNames.filter((name) => versionOf(kind, name) === version);
    if (lock !== undefined && known.length > 0) return { networks: known, lock };
  }
  return undefined;
}

function versionOf(kind: ScriptKind, network: BitcoinNetwork): number {
  return kind === 'p2pkh' ? networks[network].pubKeyHash : networks[network].scriptHash;
}

/** Text of a lock on a network. */
export function formatAddress({ kind, hash }: Lock, network: BitcoinNetwork): string {
  if (kind === 'p2pkh' || kind === 'p2sh')
    return base58check.encode(Uint8Array.from([versionOf(kind, network), ...hash]));
  const format = kind === 'p2tr' ? bech32m : bech32;
  return format.encode(networks[network].bech32, [
    kind === 'p2tr' ? 1 : 0,
    ...format.toWords(hash),
  ]);
}

/**
 * Bytes of an address as orders hash them: the witness version and its program, or 0xff with the
 * version byte and the hash of an address in base58.
 */
export function encodeAddress({
  lock,
  networks: [network = 'mainnet'],
}: ParsedAddress): Uint8Array {
  const { kind, hash } = lock;
  if (kind === 'p2pkh' || kind === 'p2sh')
    return Uint8Array.from([legacyByte, versionOf(kind, network), ...hash]);
  return Uint8Array.from([kind === 'p2tr' ? 1 : 0, ...hash]);
}

/** Address of the bytes that orders hash. @throws PortageError `INVALID_ADDRESS` */
export function decodeAddress(bytes: Uint8Array): ParsedAddress {
  const [first, ...rest] = bytes;
  if (first === legacyByte) {
    const parsed = legacyAddress(Uint8Array.from(rest));
    if (parsed !== undefined) return parsed;
  }
  const lock = witnessLock(first, Uint8Array.from(rest));
  if (lock === undefined) throw invalidAddress('The bytes are of no Bitcoin address.');
  return { networks: networkNames, lock };
}

/**
 * Output script that pays an address.
 *
 * @throws PortageError `INVALID_ADDRESS`, also for an address of another network
 * @example
 * ```ts
 * scriptOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'mainnet').length; // 22
 * ```
 */
export function scriptOf(address: string, network: BitcoinNetwork): Uint8Array {
  return lockScript(parseNetworkAddress(address, network).lock);
}

/**
 * Address that an output script pays; undefined for scripts without one.
 *
 * @example
 * ```ts
 * addressOf(script, 'mainnet'); // 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
 * ```
 */
export function addressOf(script: Uint8Array, network: BitcoinNetwork): string | undefined {
  const lock = readLock(script);
  return lock === undefined ? undefined : formatAddress(lock, network);
}
