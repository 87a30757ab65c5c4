import { createHash } from 'node:crypto';
import type { Send } from '@portage/solana/program';

/** A plain transfer that says which request it is for. */
export interface ReferencedSend extends Send {
  readonly reference: string;
}

/**
 * Id of a plain transfer that a request asked for: a hash of its chain, reference, accounts,
 * currency and amount. A transfer of anything else, by another account or elsewhere has another id.
 */
export function sendIdOf(
  { reference, payer, recipient, currency, amount }: ReferencedSend,
  chainId: number,
): string {
  const terms = [chainId, reference, payer, recipient, currency, amount].join('/');
  return `0x${createHash('sha256').update(`portage send/${terms}`).digest('hex')}`;
}
