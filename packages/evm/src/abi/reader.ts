/**
 * Readers of ABI data: hex without 0x, words of 64 digits that are counted from 0. Data that ends
 * too early reads as zero or as nothing, so a caller that trusts a value checks the length first.
 */
const wordDigits = 64;

/**
 * One word as its digits; fewer where the data ends.
 *
 * @example
 * ```ts
 * readWord(`${uintWord(1n)}${uintWord(2n)}`, 1) === uintWord(2n); // true
 * ```
 */
export function readWord(hex: string, at: number): string {
  return hex.slice(at * wordDigits, (at + 1) * wordDigits);
}

/**
 * Word as an unsigned number; 0 past the end.
 *
 * @example
 * ```ts
 * readUint(uintWord(7n), 0); // 7n
 * ```
 */
export function readUint(hex: string, at: number): bigint {
  const word = readWord(hex, at);
  return word === '' ? 0n : BigInt(`0x${word}`);
}

/**
 * Word as a signed number; 0 past the end.
 *
 * @example
 * ```ts
 * readInt('f'.repeat(64), 0); // -1n
 * ```
 */
export function readInt(hex: string, at: number): bigint {
  return BigInt.asIntN(256, readUint(hex, at));
}

/**
 * Last 20 bytes of a word as an address, lower case.
 *
 * @example
 * ```ts
 * readAddress(addressWord(depository), 0);
 * ```
 */
export function readAddress(hex: string, at: number): string {
  return `0x${readWord(hex, at).slice(24).toLowerCase()}`;
}

/** Word that is an address and nothing more, lower case; undefined for any other word. */
export function readExactAddress(hex: string, at: number): string | undefined {
  return /^0{24}[0-9a-f]{40}$/i.test(readWord(hex, at)) ? readAddress(hex, at) : undefined;
}

/**
 * Word as an offset, a length or a count within the data, in bytes; -1 where it leads outside.
 *
 * @example
 * ```ts
 * readOffset(uintWord(32n), 0); // 32
 * ```
 */
export function readOffset(hex: string, at: number): number {
  const word = readWord(hex, at);
  const value = /^[0-9a-f]{64}$/i.test(word) ? Number.parseInt(word, 16) : -1;
  return value <= hex.length ? value : -1;
}

/**
 * Dynamic bytes whose length stands in a word, as digits; undefined where the data ends before they
 * do.
 *
 * @example
 * ```ts
 * readBytes(bytesWords('0x1234'), 0); // '1234'
 * ```
 */
export function readBytes(hex: string, at: number): string | undefined {
  const digits = readOffset(hex, at) * 2;
  const start = (at + 1) * wordDigits;
  const bytes = hex.slice(start, start + digits);
  return at >= 0 && digits >= 0 && bytes.length === digits ? bytes : undefined;
}

/**
 * Dynamic bytes, found by the offset in a word; undefined where the data ends before they do.
 *
 * @example
 * ```ts
 * readBytesAt(`${uintWord(32n)}${bytesWords('0x1234')}`, 0); // '1234'
 * ```
 */
export function readBytesAt(hex: string, at: number): string | undefined {
  return readBytes(hex, readOffset(hex, at) / 32);
}
