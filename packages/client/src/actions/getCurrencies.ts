import { checkOptions } from '@portage/core/errors';
import type { ListedCurrency } from '@portage/core/schemas';
import type { Client } from '../createClient.js';
import { findMismatch } from '../transport/findMismatch.js';
import { readAs } from '../transport/readAs.js';

/** Filters of `getCurrencies`. A currency is listed where it fits all of them. */
export interface CurrenciesFilter {
  readonly chainIds?: readonly number[] | undefined;
  /** Part of a symbol, a name or an address. */
  readonly term?: string | undefined;
  readonly address?: string | undefined;
  /** Id that a currency has on all its chains, as `usdc`. */
  readonly currencyId?: string | undefined;
  /** Most entries, 1 to 100; 20 by default. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Searches the currencies that a service moves.
 *
 * @throws PortageError `INVALID_REQUEST`, `INVALID_RESPONSE`, or what the transport throws
 * @see docs/spec/README.md#endpoints
 * @example
 * ```ts
 * const [usdc] = await getCurrencies(client, { term: 'usdc', chainIds: [8453] });
 * ```
 */
export async function getCurrencies(
  client: Client,
  filter: CurrenciesFilter = {},
): Promise<readonly ListedCurrency[]> {
  checkOptions(filter);
  const { signal, ...body } = filter;
  const answer = await client.call('currencies', { body, signal });
  return readAs(answer, { name: 'list of currencies', is: isList });
}

/** The shape lists the members that every app needs; the others are handed through. */
function isList(body: unknown): body is readonly ListedCurrency[] {
  const currency = {
    chainId: 'number',
    address: 'string',
    symbol: 'string',
    decimals: 'number',
  } as const;
  return findMismatch(body, [currency]) === undefined;
}
