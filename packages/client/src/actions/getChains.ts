import type { ChainInfo } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import type { ReadChainsOptions } from '../chainList.js';
import type { Client } from '../createClient.js';

/** Options of `getChains`. */
export type GetChainsOptions = ReadChainsOptions;

/**
 * Reads the chains that a client trusts, with their currencies and contracts: pinned ones, or those
 * of the service, fetched once per client.
 *
 * @throws PortageError `INVALID_RESPONSE`, or what the transport throws
 * @example
 * ```ts
 * const chains = await getChains(client);
 * chains.map((chain) => chain.name); // ["base", "optimism"]
 * ```
 */
export async function getChains(
  client: Client,
  options: GetChainsOptions = {},
): Promise<readonly ChainInfo[]> {
  checkOptions(options);
  return await client.chains.read(options);
}
