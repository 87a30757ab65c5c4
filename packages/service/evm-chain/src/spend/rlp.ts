/**
 * Big-endian bytes of a number as hex without 0x and without leading zeros; zero is empty, as RLP
 * wants it.
 */
function scalarHex(value: bigint): string {
  if (value === 0n) return '';
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

function lengthHex(length: number, offset: number): string {
  if (length < 56) return (offset + length).toString(16).padStart(2, '0');
  const digits = scalarHex(BigInt(length));
  return (offset + 55 + digits.length / 2).toString(16) + digits;
}

/** RLP of a byte string, hex without 0x on both sides. */
export function rlpBytes(hex: string): string {
  if (hex.length === 2 && hex < '80') return hex;
  return lengthHex(hex.length / 2, 0x80) + hex;
}

/** RLP of a number. */
export function rlpScalar(value: bigint): string {
  return rlpBytes(scalarHex(value));
}

/** RLP of a list whose items are encoded already. */
export function rlpList(items: string): string {
  return lengthHex(items.length / 2, 0xc0) + items;
}

/**
 * Reads the items of one list of byte strings; a nested list comes back as its bytes. Only for
 * bytes that we wrote ourselves, so it does not hunt for non-canonical forms.
 */
export function rlpItems(list: Uint8Array): readonly Uint8Array[] {
  const items: Uint8Array[] = [];
  let position = span(list, 0).start;
  while (position < list.length) {
    const { start, end } = span(list, position);
    items.push(list.subarray(start, end));
    position = end;
  }
  return items;
}

function span(
  bytes: Uint8Array,
  position: number,
): { readonly start: number; readonly end: number } {
  const first = bytes[position] ?? 0;
  if (first < 0x80) return { start: position, end: position + 1 };
  const short = first < 0xc0 ? first - 0x80 : first - 0xc0;
  if (short < 56) return { start: position + 1, end: position + 1 + short };
  const lengthBytes = short - 55;
  let length = 0;
  for (let i = 1; i <= lengthBytes; i += 1) length = length * 256 + (bytes[position + i] ?? 0);
  return { start: position + 1 + lengthBytes, end: position + 1 + lengthBytes + length };
}
