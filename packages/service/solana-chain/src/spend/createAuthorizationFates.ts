import type { AuthorizationFate, PaymentAuthorization, Spend } from '@portage/core/chain';
import type { Endpoint, Quorum } from '@portage/chain-kit';
import { usedRequestAddress } from '@portage/solana/program';
import { askFinalAccounts } from '../rpc/finalAccounts.js';

/** Authorizations that are looked up in one call. */
const pageSize = 100;

/** Endpoints and program that say what became of authorizations. */
export interface AuthorizationFatesOptions {
  readonly depository: string;
  readonly endpointQuorum: Quorum;
}

/**
 * Asks what became of authorizations. Each endpoint tells the markers of one final block, and the
 * time of that block, which is the clock that the program reads: a request whose marker is missing
 * there, and whose expiry is past, is refused for ever. A marker is closed days later: what it has
 * proven is in the books by then, and every decision about money looks there as well.
 */
export function createAuthorizationFates({
  depository,
  endpointQuorum,
}: AuthorizationFatesOptions): NonNullable<Spend['authorizationFates']> {
  const ask = async (
    endpoint: Endpoint,
    authorizations: readonly PaymentAuthorization[],
    signal: AbortSignal,
  ): Promise<readonly AuthorizationFate[]> => {
    const markers = authorizations.map(({ nonce }) => usedRequestAddress(depository, nonce));
    const { accounts, time } = await askFinalAccounts(endpoint, markers, signal);
    return authorizations.map(({ expiry }, index) =>
      accounts[index]?.owner === depository ? 'used' : time > expiry ? 'expired' : 'open',
    );
  };
  return async (authorizations, signal) => {
    const pages = Array.from({ length: Math.ceil(authorizations.length / pageSize) }, (_, page) =>
      authorizations.slice(page * pageSize, (page + 1) * pageSize),
    );
    const told = await Promise.all(
      pages.map((page) =>
        endpointQuorum.read<AuthorizationFate>(
          {
            subject: 'fates of authorizations',
            items: page.length,
            ask: (endpoint, stop) => ask(endpoint, page, stop),
          },
          signal,
        ),
      ),
    );
    return told.flat().map((fate) => fate ?? 'open');
  };
}
