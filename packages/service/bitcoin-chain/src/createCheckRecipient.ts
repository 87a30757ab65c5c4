import { PortageError } from '@portage/core';
import type { Codec } from '@portage/core/chain';

/** Refuses accounts of ours, which would swallow a payment, and the address that stands for BTC. */
export function createCheckRecipient(
  codec: Codec,
  own: readonly string[],
): (recipient: string) => void {
  const refused = new Set([...own, codec.nativeCurrency]);
  return (recipient) => {
    const address = codec.normalizeAddress(recipient);
    if (!refused.has(address)) return;
    throw new PortageError('INVALID_RECIPIENT', {
      message: `${address} would keep the payment for itself.`,
      hint: 'It is an account of the service, or stands for BTC. Name an address of a person.',
    });
  };
}
