import { PortageError } from '@portage/core';
import { malformedReply } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs } from '@portage/solana/program';
import type { AccountState } from './accounts.js';

/** Place of the state of a token account, and its value where it is neither new nor frozen. */
const tokenStateOffset = 108;
const tokenUsable = 1;

/** Account that holds an owner's money in a currency. */
export function placeOf(owner: string, currency: string): string {
  return currency === solanaCodec.nativeCurrency
    ? owner
    : associatedTokenAddress({ owner, mint: currency, tokenProgram: programs.token });
}

/**
 * An account that is not there holds nothing; one that is something else than it should be is an
 * error.
 */
export function balanceOf(account: AccountState | undefined, currency: string): bigint {
  if (account === undefined) return 0n;
  if (currency === solanaCodec.nativeCurrency) return account.lamports;
  // An address that only got SOL is no token account yet.
  if (account.owner === programs.system) return 0n;
  const view = new DataView(account.data.buffer, account.data.byteOffset, account.data.byteLength);
  if (account.owner !== programs.token || account.data.length !== 165)
    throw malformedReply('token account');
  if (solanaCodec.decodeAddress(account.data.subarray(0, 32)) !== currency)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'A chain endpoint sent the account of another token.',
    });
  return view.getBigUint64(64, true);
}

/**
 * Amount that an owner can move: nothing of a token account that its issuer froze, and nothing of
 * an account that a program keeps.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function movableBalance(account: AccountState | undefined, currency: string): bigint {
  const balance = balanceOf(account, currency);
  if (account === undefined || balance === 0n) return 0n;
  if (currency !== solanaCodec.nativeCurrency)
    return account.data[tokenStateOffset] === tokenUsable ? balance : 0n;
  return account.owner === programs.system && account.data.length === 0 ? balance : 0n;
}
