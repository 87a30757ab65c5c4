import { createHmac } from 'node:crypto';
import { canonicalJson } from '@portage/withdrawals';
import type { AddedTerms, WithdrawalTerms } from './withdrawalTerms.js';

/**
 * The nonce of a withdrawal: a code over all of its terms that only this service can make. So a
 * nonce that comes back is one that was answered for these very terms, and none has to be stored.
 */
export function nonceOf(secret: Uint8Array, terms: WithdrawalTerms & AddedTerms): string {
  const { chainId, currency, amount, ownerChainId, owner, recipient, fee, expiresAt } = terms;
  const text = canonicalJson({
    chainId,
    currency,
    amount,
    ownerChainId,
    owner,
    recipient,
    fee,
    expiresAt,
  });
  return `0x${createHmac('sha256', secret).update(text).digest('hex')}`;
}
