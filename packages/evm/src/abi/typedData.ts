import { bytesToHex, hexToBytes } from '@portage/core';
import { domainTypeHashes } from './generated/typeHashes.js';
import { addressWord, uintWord } from './words.js';

/** Keccak-256. */
export type Keccak = (bytes: Uint8Array) => Uint8Array;

/** Member of an EIP-712 struct. */
export interface TypedMember {
  readonly name: string;
  readonly type: string;
}

/** EIP-712 structs by their name. */
export interface TypedStructs {
  readonly members: Readonly<Record<string, readonly TypedMember[]>>;
  /** Hashes of the type texts, hex without 0x. */
  readonly typeHashes: Readonly<Record<string, string>>;
}

/** EIP-712 domain of a contract on a chain; Permit2 has no version. */
export interface TypedDomain {
  readonly name: string;
  readonly version?: string | undefined;
  readonly chainId: number | bigint;
  readonly verifyingContract: string;
}

/** Struct to sign under a domain. */
export interface TypedDigestInput {
  readonly domain: TypedDomain;
  readonly primaryType: string;
  /** Members of the struct: numbers as bigint or number, bytes as 0x and hex. */
  readonly value: object;
}

/** Descriptions and hash that structs are hashed with. */
export interface TypedDataContext {
  readonly structs: TypedStructs;
  readonly keccak: Keccak;
}

/** Structs from their members, written as `name type,name type`. */
export function parseStructs(texts: Readonly<Record<string, string>>): TypedStructs['members'] {
  const parse = (text: string): readonly TypedMember[] =>
    text.split(',').map((member) => {
      const [name = '', type = ''] = member.split(' ');
      return { name, type };
    });
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parse(text)]));
}

/**
 * EIP-712 hash of a struct from its description, hex without 0x. Values are trusted to be what
 * their types say.
 *
 * @throws TypeError where a member is missing
 */
export function hashStruct(
  name: string,
  value: unknown,
  { structs, keccak }: TypedDataContext,
): string {
  const hash = (hex: string): string => bytesToHex(keccak(hexToBytes(`0x${hex}`))).slice(2);
  const encode = (type: string, member: unknown): string => {
    const struct = structs.members[type];
    if (struct !== undefined && isRecord(member)) {
      const words = struct.map((each) => encode(each.type, member[each.name]));
      return hash(`${structs.typeHashes[type] ?? ''}${words.join('')}`);
    }
    if (Array.isArray(member))
      return hash(member.map((item: unknown) => encode(type.slice(0, -2), item)).join(''));
    if (typeof member === 'bigint' || typeof member === 'number') return uintWord(BigInt(member));
    if (typeof member !== 'string') throw new TypeError(`no ${type}`);
    if (type === 'address') return addressWord(member);
    return type === 'bytes' ? hash(member.slice(2)) : member.slice(2).toLowerCase();
  };
  return encode(name, value);
}

/**
 * EIP-712 hash of a domain, as contracts tell it in `DOMAIN_SEPARATOR()`; hex without 0x.
 *
 * @example
 * ```ts
 * hashDomain({ name: 'USD Coin', version: '2', chainId: 8453, verifyingContract }, keccak_256);
 * ```
 */
export function hashDomain(
  { name, version, chainId, verifyingContract }: TypedDomain,
  keccak: Keccak,
): string {
  const hash = (bytes: Uint8Array): string => bytesToHex(keccak(bytes)).slice(2);
  const textHash = (text: string): string => hash(new TextEncoder().encode(text));
  const words = [
    version === undefined ? domainTypeHashes.plain : domainTypeHashes.versioned,
    textHash(name),
    ...(version === undefined ? [] : [textHash(version)]),
    uintWord(BigInt(chainId)),
    addressWord(verifyingContract),
  ];
  return hash(hexToBytes(`0x${words.join('')}`));
}

/** The 32 bytes that a key signs for a struct under a domain. */
export function typedDataDigest(
  { domain, primaryType, value }: TypedDigestInput,
  context: TypedDataContext,
): Uint8Array {
  const { keccak } = context;
  const struct = hashStruct(primaryType, value, context);
  return keccak(hexToBytes(`0x1901${hashDomain(domain, keccak)}${struct}`));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
