import { randomFillSync } from 'node:crypto';

/** Bytes drawn from the system at a time; asking it costs more than the bytes. */
const poolBytes = 16_384;

/** Creates a source of unpredictable bytes. Each byte is handed out once and then forgotten. */
export function createRandomBytes(): (length: number) => Uint8Array {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return (length) => {
    if (length > poolBytes) return randomFillSync(new Uint8Array(length));
    if (used + length > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + length);
    pool.fill(0, used, used + length);
    used += length;
    return bytes;
  };
}
