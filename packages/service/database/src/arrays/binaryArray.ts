/**
 * Arrays in PostgreSQL's binary format, which the driver sends as they are. Its own text format
 * escapes every quote of every element, which costs more than all the rest of a batch of JSON
 * documents. `requests.node.test.ts` compares both ways on a server.
 */
const elementTypes = {
  bytea: 17,
  int8: 20,
  int4: 23,
  text: 25,
  float8: 701,
  numeric: 1700,
} as const;

const headerBytes = 20;

/** Header of a one-dimensional array: dimensions, has nulls, element type, length, lower bound. */
function writeHeader(array: Buffer, type: keyof typeof elementTypes, length: number): void {
  array.writeInt32BE(1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(elementTypes[type], 8);
  array.writeInt32BE(length, 12);
  array.writeInt32BE(1, 16);
}

/** Binary `text[]`; undefined becomes null. */
export function textArray(values: readonly (string | undefined)[]): Buffer {
  const lengths = values.map((value) => (value === undefined ? -1 : Buffer.byteLength(value)));
  const array = Buffer.allocUnsafe(
    lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), headerBytes),
  );
  writeHeader(array, 'text', values.length);
  let place = headerBytes;
  values.forEach((value, index) => {
    const length = lengths[index] ?? -1;
    array.writeInt32BE(length, place);
    place += 4;
    if (value === undefined) return;
    // ASCII is copied directly, for a fraction of the cost of encoding.
    place +=
      length === value.length ? array.write(value, place, 'latin1') : array.write(value, place);
  });
  return array;
}

/** Binary `bytea[]`; undefined becomes null. */
export function byteaArray(values: readonly (Uint8Array | undefined)[]): Buffer {
  const array = Buffer.allocUnsafe(
    values.reduce((sum, value) => sum + 4 + (value?.length ?? 0), headerBytes),
  );
  writeHeader(array, 'bytea', values.length);
  let place = headerBytes;
  for (const value of values) {
    place = array.writeInt32BE(value?.length ?? -1, place);
    if (value === undefined) continue;
    array.set(value, place);
    place += value.length;
  }
  return array;
}

/** Array of elements of one size; undefined becomes null. */
function fixedArray<T>(
  type: keyof typeof elementTypes,
  size: number,
  values: readonly (T | undefined)[],
  write: (array: Buffer, value: T, place: number) => void,
): Buffer {
  const present = values.reduce((count: number, value) => count + (value === undefined ? 0 : 1), 0);
  const array = Buffer.allocUnsafe(headerBytes + 4 * values.length + size * present);
  writeHeader(array, type, values.length);
  let place = headerBytes;
  for (const value of values) {
    array.writeInt32BE(value === undefined ? -1 : size, place);
    place += 4;
    if (value === undefined) continue;
    write(array, value, place);
    place += size;
  }
  return array;
}

/** Binary `float8[]`; undefined becomes null. */
export function float8Array(values: readonly (number | undefined)[]): Buffer {
  return fixedArray('float8', 8, values, (array, value, place) =>
    array.writeDoubleBE(value, place),
  );
}

/** Binary `bigint[]` of safe integers; undefined becomes null. */
export function int8Array(values: readonly (number | undefined)[]): Buffer {
  return fixedArray('int8', 8, values, (array, value, place) => {
    array.writeInt32BE(Math.floor(value / 2 ** 32), place);
    array.writeUInt32BE(value >>> 0, place + 4);
  });
}

/** Binary `int[]`; undefined becomes null. */
export function int4Array(values: readonly (number | undefined)[]): Buffer {
  return fixedArray('int4', 4, values, (array, value, place) => array.writeInt32BE(value, place));
}

/** Groups of four decimal digits, the most significant first; none for zero. */
function digitsOf(amount: bigint): readonly number[] {
  const text = (amount < 0n ? -amount : amount).toString();
  if (text === '0') return [];
  const digits: number[] = [];
  for (let end = text.length; end > 0; end -= 4)
    digits.unshift(Number(text.slice(Math.max(0, end - 4), end)));
  return digits;
}

const minus = 0x4000;

/** Binary `numeric[]` of whole numbers; undefined becomes null. */
export function numericArray(values: readonly (bigint | undefined)[]): Buffer {
  const numbers = values.map((value) =>
    value === undefined ? undefined : { digits: digitsOf(value), sign: value < 0n ? minus : 0 },
  );
  const bytes = numbers.reduce(
    (sum, number) => sum + 4 + (number === undefined ? 0 : 8 + 2 * number.digits.length),
    headerBytes,
  );
  const array = Buffer.allocUnsafe(bytes);
  writeHeader(array, 'numeric', values.length);
  let place = headerBytes;
  for (const number of numbers) {
    if (number === undefined) {
      place = array.writeInt32BE(-1, place);
      continue;
    }
    const { digits, sign } = number;
    place = array.writeInt32BE(8 + 2 * digits.length, place);
    place = array.writeInt16BE(digits.length, place);
    // Weight of the first group: its power of 10,000. A whole number has no digits after the point.
    place = array.writeInt16BE(Math.max(0, digits.length - 1), place);
    place = array.writeInt16BE(sign, place);
    place = array.writeInt16BE(0, place);
    for (const digit of digits) place = array.writeInt16BE(digit, place);
  }
  return array;
}
