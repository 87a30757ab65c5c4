import { assert, bytesToHex, hexToBytes } from '@portage/core';
import { sha256 } from '@noble/hashes/sha2';
import { decodeAddress, encodeAddress, nativeCurrency } from '../transaction/address.js';
import { concatBytes } from '../transaction/bytes.js';

/** Bytes of one value. Reading returns undefined where the bytes hold none. */
interface Field<T> {
  readonly write: (value: T) => Uint8Array;
  readonly read: (
    bytes: Uint8Array,
    offset: number,
  ) => { readonly value: T; readonly end: number } | undefined;
}

/** Bytes of fixed order: the first eight bytes of the SHA-256 of a name, then the fields. */
export interface Layout<T> {
  readonly discriminator: Uint8Array;
  encode(values: T): Uint8Array;
  /** Undefined unless these are exactly such bytes. */
  decode(bytes: Uint8Array): T | undefined;
}

function fixed<T>(
  length: number,
  write: (value: T) => Uint8Array,
  read: (bytes: Uint8Array) => T,
): Field<T> {
  return {
    write,
    read: (bytes, offset) =>
      offset + length > bytes.length
        ? undefined
        : { value: read(bytes.subarray(offset, offset + length)), end: offset + length },
  };
}

const u64: Field<bigint> = fixed(
  8,
  (value) => {
    assert(value >= 0n && value < 1n << 64n, 'an amount fits 64 bits');
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, value, true);
    return bytes;
  },
  (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true),
);

const i64: Field<bigint> = fixed(
  8,
  (value) => {
    assert(value >= -(1n << 63n) && value < 1n << 63n, 'a time fits 64 bits');
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, value, true);
    return bytes;
  },
  (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true),
);

const u8: Field<number> = fixed(
  1,
  (value) => Uint8Array.of(value),
  (bytes) => bytes[0] ?? 0,
);

const address: Field<string> = fixed(32, encodeAddress, decodeAddress);

const bytes32: Field<string> = fixed<string>(
  32,
  (value) => {
    const bytes = hexToBytes(value);
    assert(bytes.length === 32, 'an id has 32 bytes');
    return bytes;
  },
  (bytes) => bytesToHex(bytes),
);

/**
 * A mint behind a 1, or a 0 for SOL; the system program's address stands for SOL, as everywhere.
 */
const optionalMint: Field<string> = {
  write: (value) =>
    value === nativeCurrency
      ? Uint8Array.of(0)
      : concatBytes([Uint8Array.of(1), address.write(value)]),
  read: (bytes, offset) => {
    if (bytes[offset] === 0) return { value: nativeCurrency, end: offset + 1 };
    return bytes[offset] === 1 ? address.read(bytes, offset + 1) : undefined;
  },
};

/** Kinds of fields. */
export const field: {
  readonly u8: Field<number>;
  readonly u64: Field<bigint>;
  readonly i64: Field<bigint>;
  readonly address: Field<string>;
  readonly bytes32: Field<string>;
  readonly optionalMint: Field<string>;
} = { u8, u64, i64, address, bytes32, optionalMint };

/**
 * Declares a layout. The name is the one that is hashed: `global:` for instructions, `account:` and
 * `event:`.
 *
 * @example
 * ```ts
 * const deposit = defineLayout('global:deposit_native', { amount: field.u64, id: field.bytes32 });
 * ```
 */
export function defineLayout<T extends object>(
  name: string,
  fields: { readonly [Name in keyof T]: Field<T[Name]> },
): Layout<T> {
  const discriminator = sha256(new TextEncoder().encode(name)).subarray(0, 8);
  // The names are T's: the type of `fields` lists them all.
  const names = Object.keys(fields) as (keyof T)[];
  return {
    discriminator,
    encode: (values) =>
      concatBytes([discriminator, ...names.map((name) => fields[name].write(values[name]))]),
    decode: (bytes) => {
      if (bytes.length < 8 || !discriminator.every((byte, index) => bytes[index] === byte))
        return undefined;
      const values: Partial<T> = {};
      let offset = 8;
      for (const name of names) {
        const found = fields[name].read(bytes, offset);
        if (found === undefined) return undefined;
        values[name] = found.value;
        offset = found.end;
      }
      // Every member was read by the field of its name.
      return offset === bytes.length ? (values as T) : undefined;
    },
  };
}
