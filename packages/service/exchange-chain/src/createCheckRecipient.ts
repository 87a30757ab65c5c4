import { PortageError } from '@portage/core';
import { exchangeCodec } from '@portage/exchange/codec';

/** Refuses accounts of ours, which would swallow a payment. */
export function createCheckRecipient(own: readonly number[]): (recipient: string) => void {
  const refused = new Set(own.map(String));
  return (recipient) => {
    const account = exchangeCodec.normalizeAddress(recipient);
    if (!refused.has(account)) return;
    throw new PortageError('INVALID_RECIPIENT', {
      message: `${account} would keep the payment for itself.`,
      hint: 'It is an account of the service. Name an account of a person.',
    });
  };
}
