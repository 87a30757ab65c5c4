import { randomFillSync } from 'node:crypto';

/** Bytes that are drawn from the system at a time: asking it costs more than the bytes. */
const POOL = 16_384;

/** Makes a source of unpredictable bytes; each byte is handed out once and then forgotten. */
export function createRandomBytes(): (length: number) => Uint8Array {
  const pool = new Uint8Array(POOL);
  let used = POOL;
  return (length) => {
    if (length > POOL) return randomFillSync(new Uint8Array(length));
    if (used + length > POOL) {
      randomFillSync(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + length);
    pool.fill(0, used, used + length);
    used += length;
    return bytes;
  };
}
