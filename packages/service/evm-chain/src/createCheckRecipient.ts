import { PortageError, zeroAddress } from '@portage/core';
import { evmCodec } from '@portage/evm/codec';
import { permit2 } from '@portage/evm/contracts';

/**
 * Precompiles up to and including the Prague and Osaka ones have addresses up to 0x11; 0x100 is
 * P256.
 */
const precompile = /^0x0{38}(?:0[1-9a-f]|1[01])$/;
const p256 = `0x${'100'.padStart(40, '0')}`;

/**
 * Refuses accounts that would swallow a payment. `contracts` are ours and the listed tokens, in
 * lower case.
 */
export function createCheckRecipient(contracts: readonly string[]): (recipient: string) => void {
  const refused = new Set([...contracts, zeroAddress, permit2, p256]);
  return (recipient) => {
    const address = evmCodec.normalizeAddress(recipient);
    if (refused.has(address) || precompile.test(address)) {
      throw new PortageError('INVALID_RECIPIENT', {
        message: `${address} would keep the payment for itself.`,
        hint: 'It is a token, a precompile, or a contract of the service. Name an account of a person, or of a contract that takes payments.',
      });
    }
  };
}
