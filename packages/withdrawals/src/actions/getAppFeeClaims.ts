import type { Transport } from '@portage/core/executor';
import type { EndpointResponse } from '@portage/core/schemas';
import { invalidAnswer, membersOf } from '../answer.js';

/** One page of the claims of a wallet. @see docs/spec/withdrawals.md#claims */
export type AppFeeClaimsPage = EndpointResponse<'appFeeClaims'>;

/** A claim of app fees that was signed. */
export type AppFeeClaim = AppFeeClaimsPage['claims'][number];

/** Options of {@link getAppFeeClaims}. */
export interface GetAppFeeClaimsOptions {
  /** Claims on the page, 1 to 50. Default 20. */
  readonly limit?: number | undefined;
  /** Answered with the page before; the first page without it. */
  readonly continuation?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists the claims of a wallet, newest first.
 *
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/withdrawals.md#claims
 * @example
 * ```ts
 * const { claims, continuation } = await getAppFeeClaims(client, account.address, {
 *   limit: 10,
 * });
 * ```
 */
export async function getAppFeeClaims(
  transport: Pick<Transport, 'call'>,
  wallet: string,
  { limit, continuation, signal }: GetAppFeeClaimsOptions = {},
): Promise<AppFeeClaimsPage> {
  const body = await transport.call('appFeeClaims', {
    params: { wallet },
    query: {
      ...(limit === undefined ? {} : { limit }),
      ...(continuation === undefined ? {} : { continuation }),
    },
    signal,
  });
  if (isPage(body)) return body;
  throw invalidAnswer('with something that is no list of claims');
}

function isPage(body: unknown): body is AppFeeClaimsPage {
  return Array.isArray(membersOf(body)['claims']);
}
