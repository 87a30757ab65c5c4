import { createHash } from 'node:crypto';
import type { Send } from '@portage/solana/program';

/**
 * Id of a plain transfer that a request asked for: a hash of its chain, reference, accounts,
 * currency and amount. A transfer of anything else, by somebody else or elsewhere has another id.
 */
export function sendIdOf(
  { reference, payer, recipient, currency, amount }: Send,
  chainId: number,
): string {
  const terms = [chainId, reference, payer, recipient, currency, amount].join('/');
  return `0x${createHash('sha256').update(`portage send/${terms}`).digest('hex')}`;
}
