import { PortageError } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import type { EndpointResponse } from '@portage/core/schemas';

/** App-fee balances of a wallet. @see docs/spec/sponsorship.md#app-fee-balances */
export type AppFeeBalances = EndpointResponse<'appFeeBalances'>;

/** Options of `getAppFeeBalances`. */
export interface GetAppFeeBalancesOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the app fees of a wallet, by currency and in USD.
 *
 * @throws PortageError `INVALID_ADDRESS`, `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/sponsorship.md#app-fee-balances
 * @example
 * ```ts
 * const { availableBalanceUsd } = await getAppFeeBalances(
 *   client,
 *   '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
 * );
 * ```
 */
export async function getAppFeeBalances(
  transport: Pick<Transport, 'call'>,
  wallet: string,
  options: GetAppFeeBalancesOptions = {},
): Promise<AppFeeBalances> {
  const body = await transport.call('appFeeBalances', {
    params: { wallet },
    signal: options.signal,
  });
  if (!isBalances(body))
    throw new PortageError('INVALID_RESPONSE', {
      message: 'The service answered with something that holds no app-fee balances.',
    });
  return body;
}

/** Checks the members that are read here. Each balance is a currency amount of the service. */
function isBalances(body: unknown): body is AppFeeBalances {
  if (typeof body !== 'object' || body === null) return false;
  const { balances, ...sums } = {
    balances: undefined,
    totalBalanceUsd: undefined,
    outstandingFastFillBalanceUsd: undefined,
    pendingBalanceUsd: undefined,
    availableBalanceUsd: undefined,
    ...body,
  };
  return (
    Array.isArray(balances) &&
    [
      sums.totalBalanceUsd,
      sums.outstandingFastFillBalanceUsd,
      sums.pendingBalanceUsd,
      sums.availableBalanceUsd,
    ].every((usd) => typeof usd === 'number')
  );
}
