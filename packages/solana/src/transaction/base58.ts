import { bytesToHex, hexToBytes } from '@portage/core';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base = 58n;

/**
 * Text of bytes in base58: a leading zero byte is a leading `1`.
 *
 * @example
 * ```ts
 * encodeBase58(new Uint8Array([0, 57])); // '1z'
 * ```
 */
export function encodeBase58(bytes: Uint8Array): string {
  let digits = '';
  for (let left = BigInt(`0x0${bytesToHex(bytes).slice(2)}`); left > 0n; left /= base)
    digits = alphabet.charAt(Number(left % base)) + digits;
  return '1'.repeat(leadingCount(bytes, 0)) + digits;
}

/**
 * Bytes of a text in base58; undefined where a letter is none of its alphabet.
 *
 * @example
 * ```ts
 * decodeBase58('1z'); // Uint8Array [0, 57]
 * ```
 */
export function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * base + BigInt(digit);
  }
  const hex = value === 0n ? '' : value.toString(16);
  const whole = hex.padStart(hex.length + (hex.length % 2), '0');
  return hexToBytes(`0x${'00'.repeat(leadingCount(text, '1'))}${whole}`);
}

function leadingCount<Item>(items: ArrayLike<Item>, item: Item): number {
  let count = 0;
  while (count < items.length && items[count] === item) count += 1;
  return count;
}
