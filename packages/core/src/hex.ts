import { PortageError } from './errors/portageError.js';

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Bytes as lower-case hex with 0x.
 *
 * @example
 * ```ts
 * bytesToHex(new Uint8Array([1, 255])); // '0x01ff'
 * ```
 */
export function bytesToHex(bytes: Uint8Array): `0x${string}` {
  let text = '';
  for (const byte of bytes) text += hexDigits[byte] ?? '';
  return `0x${text}`;
}

/**
 * Hex with 0x as bytes.
 *
 * @throws PortageError `INVALID_REQUEST`
 * @example
 * ```ts
 * hexToBytes('0x01ff'); // Uint8Array [1, 255]
 * ```
 */
export function hexToBytes(hex: string): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(hex))
    throw new PortageError('INVALID_REQUEST', { message: 'Not hex data of whole bytes.' });
  const bytes = new Uint8Array((hex.length - 2) / 2);
  for (let i = 0; i < bytes.length; i += 1)
    bytes[i] = Number.parseInt(hex.slice(2 + 2 * i, 4 + 2 * i), 16);
  return bytes;
}
