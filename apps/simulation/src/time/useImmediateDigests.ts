import { createHash, type webcrypto } from 'node:crypto';

/**
 * Lets hashes of the platform be made at once instead of on another thread, whose answers would
 * come in another order each time. The returned function takes that back.
 */
export function useImmediateDigests(): () => void {
  const { subtle } = globalThis.crypto;
  const digest: webcrypto.SubtleCrypto['digest'] = (algorithm, data) => {
    const name = typeof algorithm === 'string' ? algorithm : algorithm.name;
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    const hash = createHash(name.replace('-', '')).update(bytes).digest();
    return Promise.resolve(Uint8Array.from(hash).buffer);
  };
  Object.defineProperty(subtle, 'digest', { value: digest, configurable: true });
  return () => {
    Reflect.deleteProperty(subtle, 'digest');
  };
}
