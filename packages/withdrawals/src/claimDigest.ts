import { sha256 } from '@noble/hashes/sha2';
import { canonicalJson } from './canonicalJson.js';
import type { ClaimMessage } from './claimMessage.js';

/**
 * The 32 bytes that the owner of a wallet signs to claim its app fees: SHA-256 over the canonical
 * JSON of all that it agrees to. No withdrawal has the same bytes: `operation` is one of them.
 *
 * @see docs/spec/withdrawals.md#claim
 * @example
 * ```ts
 * const digest = claimDigest({
 *   claimId: `0x${'ab'.repeat(32)}`, wallet: account.address, chainId: 8453, currency: usdc,
 *   recipient: account.address, amount: '1000000', expiresAt: 1_798_761_600,
 * });
 * const signature = await wallet.signMessage({ message: { raw: digest } });
 * ```
 */
export function claimDigest(message: ClaimMessage): Uint8Array {
  const { claimId, wallet, chainId, currency, recipient, amount, expiresAt } = message;
  const text = canonicalJson({
    operation: 'claim',
    claimId,
    wallet,
    chainId,
    currency,
    recipient,
    amount,
    expiresAt,
  });
  return sha256(new TextEncoder().encode(text));
}
