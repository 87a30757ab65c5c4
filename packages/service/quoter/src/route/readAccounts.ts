import { isPortageError, requestFault, type QuoteRequest } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { atPath } from '../request/atPath.js';
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
  const given = body.refundTo ?? body.recipient;
  const refundOnOrigin =
    body.refundTo !== undefined
      ? readAccount(from, 'refundTo', body.refundTo)
      : given === undefined
        ? payer
        : readFallback(from, 'refundTo', given);
  atPath(body.recipient === undefined ? 'user' : 'recipient', () => to.checkRecipient(recipient));
  atPath(
    body.refundTo !== undefined ? 'refundTo' : given === undefined ? 'user' : 'recipient',
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
  return from.vm === to.vm ? payer : readFallback(to, 'recipient', user);
}

/** Reads one account. @throws PortageError `INVALID_ADDRESS` */
export function readAccount(chain: Chain, path: string, account: string): string {
  return atPath(path, () => chain.codec.normalizeAddress(account));
}

/**
 * An account that stands in for a member that is absent; where it is of another family of chains,
 * the member is needed.
 */
function readFallback(chain: Chain, path: 'recipient' | 'refundTo', account: string): string {
  try {
    return chain.codec.normalizeAddress(account);
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw requestFault(
      path,
      `is needed: the account it falls back to is not one of chain ${String(chain.id)}`,
      {
        code: 'INVALID_ADDRESS',
        message: `${path}: is needed, ${account} is no account of chain ${String(chain.id)}.`,
        hint: `Name an account of chain ${String(chain.id)} in ${path}.`,
        cause: error,
      },
    );
  }
}
