import { PortageError } from '@portage/core';
import type { OwnerAccount, OwnerClient, OwnerWallet } from './exchangeSigner.js';

/**
 * The wallet of an owner, in whichever form it is given.
 *
 * @throws PortageError `INVALID_CONFIGURATION` without one
 */
export function ownerWallet(owner: OwnerWallet | OwnerAccount | OwnerClient): OwnerWallet {
  // Callers without types may leave it out.
  if ((owner as unknown) === undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'A signer needs the owner of the account.',
      hint: 'Pass owner: the account or wallet client of viem that owns the account.',
    });
  if ('account' in owner)
    return {
      address: owner.account.address,
      signMessage: (message) => owner.signMessage({ message }),
    };
  if ('type' in owner)
    return { address: owner.address, signMessage: (message) => owner.signMessage({ message }) };
  return owner;
}
