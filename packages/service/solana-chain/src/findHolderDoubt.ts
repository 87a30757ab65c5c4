import { PortageError } from '@portage/core';
import type { RecipientPayment } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { isProgramAddress } from '@portage/solana/program';
import type { AccountState } from './rpc/accounts.js';

/**
 * Doubt whether an account that would be paid in a token has a signer: no key signs where its
 * address is off the curve, and without an account nothing tells which program would. A token
 * account that was closed looks like this, and so does the vault of a program before its first
 * lamport. Pure.
 */
export function findHolderDoubt(
  { currency, recipient }: RecipientPayment,
  account: AccountState | undefined,
): PortageError | undefined {
  if (account !== undefined || currency === solanaCodec.nativeCurrency) return undefined;
  if (!isProgramAddress(recipient)) return undefined;
  return new PortageError('INVALID_RECIPIENT', {
    message: `${recipient} is an address that no key signs for, and has no account: it may be a token account that is not in being.`,
    hint: 'Name the account of a person: its token account is found from it. Where a program does sign for this address, send it some SOL first, or ask for a quote with allowProgramRecipient: true.',
  });
}
