import { PortageError } from '@portage/core';
import { malformedReply } from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs } from '@portage/solana/program';
import type { AccountState } from './accounts.js';
import { readExtensions } from './extensions.js';
import type { TokenProgramOf } from './tokenPrograms.js';

/** Place of the state of a token account, and its value where it is neither new nor frozen. */
const tokenStateOffset = 108;
const tokenUsable = 1;
const accountBytes = 165;

/** Account that holds an owner's money in a currency. */
export function placeOf(owner: string, currency: string, tokenProgramOf: TokenProgramOf): string {
  return currency === solanaCodec.nativeCurrency
    ? owner
    : associatedTokenAddress({ owner, mint: currency, tokenProgram: tokenProgramOf(currency) });
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
  if (!isTokenAccount(account)) throw malformedReply('token account');
  if (solanaCodec.decodeAddress(account.data.subarray(0, 32)) !== currency)
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'A chain endpoint sent the account of another token.',
    });
  return view.getBigUint64(64, true);
}

/** Whether an account is one of either token program; Token-2022's may have extensions. */
function isTokenAccount({ owner, data }: AccountState): boolean {
  if (owner !== programs.token && owner !== programs.token2022) return false;
  if (data.length === accountBytes) return true;
  return owner === programs.token2022 && readExtensions(data, 'holding') !== undefined;
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
