/**
 * A number as one 32-byte ABI word, hex without 0x.
 *
 * @example
 * ```ts
 * uintWord(1n).length; // 64
 * ```
 */
export function uintWord(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/**
 * An address as one ABI word, hex without 0x.
 *
 * @example
 * ```ts
 * addressWord(depository).length; // 64
 * ```
 */
export function addressWord(address: string): string {
  return `000000000000000000000000${address.slice(2).toLowerCase()}`;
}

/**
 * Dynamic bytes as ABI words: their length, then the bytes padded to whole words. Hex without 0x.
 *
 * @example
 * ```ts
 * bytesWords('0x1234').length; // 128
 * ```
 */
export function bytesWords(data: string): string {
  const digits = data.slice(2).toLowerCase();
  const padded = Math.ceil(digits.length / 64) * 64;
  return `${uintWord(BigInt(digits.length / 2))}${digits.padEnd(padded, '0')}`;
}
