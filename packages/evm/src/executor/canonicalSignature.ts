import { formatKeySignature, readKeySignature } from '@portage/core/keySignature';
import type { Hex } from './connection.js';

/** Account that signed, and how the signer of what it signed is recovered. */
export interface KeySigner {
  readonly account: string;
  readonly recover: (signature: Hex) => Promise<string>;
}

/**
 * A wallet's signature in the form that tokens, Permit2 and the service take, where the account's
 * own key has signed. What a contract reads stays as it is: its last byte may say something else.
 */
export async function canonicalSignature(
  signature: string,
  { account, recover }: KeySigner,
): Promise<string> {
  const read = readKeySignature(signature);
  if (read === undefined) return signature;
  const canonical = formatKeySignature(read);
  // No point of the curve is no signature of a key.
  const signer = await recover(`0x${canonical.slice(2)}`).catch(() => undefined);
  return signer?.toLowerCase() === account.toLowerCase() ? canonical : signature;
}
