import type { Client } from '../createClient.js';
import { readList } from '../readList.js';
import { isRecord } from '../transport/isRecord.js';

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
  { signal, ...query }: SwapSourcesFilter = {},
): Promise<readonly string[]> {
  const answer = await client.call('swapSources', { query, signal });
  return readList<string>(isRecord(answer) ? answer['sources'] : undefined, 'string');
}
