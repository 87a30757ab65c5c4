import { base58 } from '@scure/base';

/** Bytes of a text that a caller sent; undefined where it is no base58. */
export function readBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text);
  } catch {
    return undefined;
  }
}
