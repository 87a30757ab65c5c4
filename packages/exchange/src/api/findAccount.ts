import { PortageError } from '@portage/core';
import type { ExchangeApi } from './exchangeApi.js';

/** Lowest index of a sub-account: 2^47. */
const subAccountIndexMin = 140_737_488_355_328;

/**
 * Account of an owner. Where there is none, or several, nothing is assumed: no index stands for
 * "some account".
 *
 * @param owner - EVM address
 * @throws PortageError `INVALID_ADDRESS`, `RPC_HTTP_ERROR`, `INVALID_RESPONSE`
 * @example
 * ```ts
 * const recipient = String(await findAccount(api, '0xaa…', signal));
 * ```
 */
export async function findAccount(
  api: Pick<ExchangeApi, 'accountsOf'>,
  owner: string,
  signal?: AbortSignal,
): Promise<number> {
  const all = await api.accountsOf(owner, signal);
  const masters = all.filter((index) => index < subAccountIndexMin);
  const [index] = masters;
  if (index !== undefined && masters.length === 1) return index;
  throw new PortageError('INVALID_ADDRESS', {
    message:
      index === undefined
        ? `${owner} has no account on the exchange.`
        : `${owner} has several accounts on the exchange: ${masters.slice(0, 10).join(', ')}.`,
    hint:
      index === undefined
        ? 'Deposit on the exchange once to open one.'
        : 'Name the index of the account.',
  });
}
