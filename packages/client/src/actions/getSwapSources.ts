import { checkOptions } from '@portage/core/errors';
import type { Client } from '../createClient.js';
import { findMismatch } from '../transport/findMismatch.js';
import { readAs } from '../transport/readAs.js';

/** Filter of `getSwapSources`. */
export interface SwapSourcesFilter {
  readonly chainId?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists the swap sources that a quote may include or exclude by name.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`, `INVALID_RESPONSE`, or what the transport throws
 * @example
 * ```ts
 * const names = await getSwapSources(client, { chainId: 8453 }); // ["uniswap-v3"]
 * ```
 */
export async function getSwapSources(
  client: Client,
  filter: SwapSourcesFilter = {},
): Promise<readonly string[]> {
  checkOptions(filter);
  const { signal, ...query } = filter;
  const answer = await client.call('swapSources', { query, signal });
  return readAs(answer, { name: 'list of swap sources', is: isSources }).sources;
}

function isSources(body: unknown): body is { readonly sources: readonly string[] } {
  return findMismatch(body, { sources: ['string'] }) === undefined;
}
