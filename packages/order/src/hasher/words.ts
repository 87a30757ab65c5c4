/** Row of 32-byte words that is written again and again. */
export interface Words {
  /** Writes 32 bytes at an index. */
  bytes(index: number, value: Uint8Array): Words;
  /** Writes a number below 2^256 at an index. */
  uint(index: number, value: bigint): Words;
  /** Writes a number below 2^32 at an index whose upper bytes are zero. */
  uint32(index: number, value: number): Words;
}

const low64 = (1n << 64n) - 1n;

/** Makes a writer of words into a buffer. */
export function createWords(buffer: Uint8Array): Words {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const words: Words = {
    bytes: (index, value) => {
      buffer.set(value, 32 * index);
      return words;
    },
    uint: (index, value) => {
      const start = 32 * index;
      if (value <= low64) {
        buffer.fill(0, start, start + 24);
      } else {
        view.setBigUint64(start, value >> 192n);
        view.setBigUint64(start + 8, (value >> 128n) & low64);
        view.setBigUint64(start + 16, (value >> 64n) & low64);
      }
      view.setBigUint64(start + 24, value & low64);
      return words;
    },
    uint32: (index, value) => {
      view.setUint32(32 * index + 28, value);
      return words;
    },
  };
  return words;
}
