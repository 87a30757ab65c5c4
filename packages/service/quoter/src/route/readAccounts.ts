import { isPortageError, requestFault, type QuoteRequest } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import type { RouteAccounts } from './route.js';

/** Chains whose accounts a request names. */
export interface AccountChains {
  readonly from: Chain;
  readonly to: Chain;
}

/** Accounts of a route but for the fee payer. */
export type AccountsBesideFees = Omit<RouteAccounts, 'feePayer'>;

/**
 * Reads the accounts of a request but for the fee payer, each in the canonical form of its chain.
 *
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_RECIPIENT`
 */
export function readAccounts(
  { body }: QuoteRequest,
  { from, to }: AccountChains,
): AccountsBesideFees {
  const payer = readAccount(from, 'user', body.user);
  const recipient =
    body.recipient === undefined
      ? recipientOf(payer, from, to, body.user)
      : readAccount(to, 'recipient', body.recipient);
  const refundOnOrigin =
    body.refundTo === undefined
      ? (accountOn(from, body.recipient) ?? payer)
      : readAccount(from, 'refundTo', body.refundTo);
  atPath(body.recipient === undefined ? 'user' : 'recipient', () => to.checkRecipient(recipient));
  atPath(
    body.refundTo !== undefined ? 'refundTo' : refundOnOrigin === payer ? 'user' : 'recipient',
    () => from.checkRecipient(refundOnOrigin),
  );
  // An account of another family of chains cannot be paid on the destination; the recipient can.
  return {
    payer,
    recipient,
    refundOnOrigin,
    refundOnDestination: from.vm === to.vm ? refundOnOrigin : recipient,
  };
}

/** The payer as recipient: canonical already on a chain of the same family. */
function recipientOf(payer: string, from: Chain, to: Chain, user: string): string {
  if (from.vm === to.vm) return payer;
  const account = accountOn(to, user);
  if (account !== undefined) return account;
  const chain = `chain ${String(to.id)}`;
  throw requestFault('recipient', `is needed: the user is no account of ${chain}`, {
    code: 'INVALID_ADDRESS',
    message: `recipient: is needed, ${user} is no account of ${chain}.`,
    hint: `Name an account of ${chain} in recipient.`,
  });
}

/** Reads one account. @throws PortageError `INVALID_ADDRESS` */
export function readAccount(chain: Chain, path: string, account: string): string {
  return atPath(path, () => chain.codec.normalizeAddress(account));
}

/** An account that stands in for an absent one; undefined where it is of another family. */
function accountOn(chain: Chain, account: string | undefined): string | undefined {
  if (account === undefined) return undefined;
  try {
    return chain.codec.normalizeAddress(account);
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    return undefined;
  }
}
