import { PortageError } from '@portage/core';
import { base64 } from '@scure/base';

/** Bytes of a wallet's signature of a text. @throws PortageError `WALLET_ERROR` */
export function readSignature(text: unknown): Uint8Array {
  try {
    if (typeof text === 'string' && text !== '') return base64.decode(text);
  } catch {
    // The library has no other way to say that a text is no base64.
  }
  throw new PortageError('WALLET_ERROR', { message: 'The wallet answered without a signature.' });
}
