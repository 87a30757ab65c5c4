import { readStored, writeStored } from '../storage/stored.js';

const key = 'test-wallet';

/**
 * The 32 random bytes from which the test wallets of this browser come. They are kept in the clear:
 * test money is worth nothing.
 */
export function testKey(): Uint8Array {
  const stored = readStored(key);
  if (typeof stored === 'string' && /^[0-9a-f]{64}$/.test(stored)) return bytesOf(stored);
  const fresh = crypto.getRandomValues(new Uint8Array(32));
  writeStored(key, Array.from(fresh, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  return fresh;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
