import { sha256 } from '@noble/hashes/sha2';
import { canonicalJson } from './canonicalJson.js';
import type { WithdrawalMessage } from './withdrawalMessage.js';

/**
 * The 32 bytes that an owner signs: SHA-256 over the canonical JSON of all that it agrees to.
 * Wallets sign them, or their hexadecimal text, each in the way of its chain.
 *
 * @example
 * ```ts
 * const digest = withdrawalDigest(message);
 * const signature = await wallet.signMessage({ message: { raw: digest } });
 * ```
 */
export function withdrawalDigest({
  chainId,
  currency,
  amount,
  ownerChainId,
  owner,
  ...rest
}: WithdrawalMessage): Uint8Array {
  const { recipient, nonce, additionalData } = rest;
  const text = canonicalJson({
    operation: 'withdrawal',
    chainId,
    currency,
    amount,
    ownerChainId,
    owner,
    recipient,
    nonce,
    additionalData,
  });
  return sha256(new TextEncoder().encode(text));
}
