/** Error of a transaction that cannot be read. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Reader of bytes from front to back. */
export interface Reader {
  readonly offset: number;
  readonly left: number;
  byte(): number;
  bytes(length: number): Uint8Array;
  /** Length of one to three bytes, seven bits each, in its only permitted form. */
  length(): number;
}

/** @throws WireError from each member when the bytes end too soon or are not as they must be */
export function createReader(bytes: Uint8Array): Reader {
  // Copies of a Buffer would be Buffers again.
  const source = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  const take = (length: number): Uint8Array => {
    if (offset + length > source.length) throw new WireError('unexpected end of input');
    offset += length;
    return source.subarray(offset - length, offset);
  };
  const byte = (): number => take(1)[0] ?? 0;
  return {
    get offset() {
      return offset;
    },
    get left() {
      return source.length - offset;
    },
    byte,
    bytes: take,
    length: () => {
      let value = 0;
      for (let index = 0; index < 3; index += 1) {
        const part = byte();
        value |= (part & 0x7f) << (7 * index);
        if ((part & 0x80) === 0) {
          if (part === 0 && index > 0) throw new WireError('a length is not in its shortest form');
          if (value > 0xffff) break;
          return value;
        }
      }
      throw new WireError('a length is too large');
    },
  };
}
