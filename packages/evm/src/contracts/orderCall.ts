import { PortageError } from '@portage/core';
import type { OrderCall } from '@portage/core/chain';
import { readAddress, readBytes, readUint } from '../abi/reader.js';
import { addressWord, bytesWords, uintWord } from '../abi/words.js';

const wholeBytes = /^0x(?:[0-9a-fA-F]{2})*$/;

/**
 * The bytes of one destination call in an order: three parameters that are each a tuple of one
 * field, `(address)`, `(bytes)`, `(uint256)`. The dynamic tuple adds an offset word that a plain
 * `(address,bytes,uint256)` lacks.
 *
 * @example
 * ```ts
 * encodeOrderCall({ to: '0x…', data: '0x', value: 1n });
 * ```
 * @throws PortageError `INVALID_EXTRA_TXS` when the data is not whole bytes
 */
export function encodeOrderCall(call: OrderCall): `0x${string}` {
  if (!wholeBytes.test(call.data)) throw malformed();
  return `0x${addressWord(call.to)}${uintWord(0x60n)}${uintWord(call.value)}${uintWord(0x20n)}${bytesWords(call.data)}`;
}

/**
 * Reads what {@link encodeOrderCall} writes, and nothing else.
 *
 * @throws PortageError `INVALID_EXTRA_TXS`
 * @example
 * ```ts
 * decodeOrderCall(encodeOrderCall({ to: recipient, data: '0x', value: 1n })).value; // 1n
 * ```
 */
export function decodeOrderCall(encoded: string): OrderCall {
  const hex = encoded.slice(2).toLowerCase();
  const data = /^[0-9a-f]*$/.test(hex) ? readBytes(hex, 4) : undefined;
  if (!encoded.startsWith('0x') || data === undefined) throw malformed();
  const call = { to: readAddress(hex, 0), value: readUint(hex, 2), data: `0x${data}` };
  // The canonical encoding is the only one accepted: two texts of one call would be two order ids.
  if (encodeOrderCall(call).slice(2) !== hex) throw malformed();
  return call;
}

function malformed(): PortageError {
  return new PortageError('INVALID_EXTRA_TXS', {
    message: 'Not the encoding of one destination call.',
  });
}
