import type { ChainInfo } from '@portage/core';
import type { Client } from '../createClient.js';

/** How chains are asked for. */
export interface GetChainsOptions {
  readonly signal?: AbortSignal | undefined;
  /** Asks the service again; pinned chains stay as they are. */
  readonly refresh?: boolean | undefined;
}

/**
 * The chains that a client trusts, with their currencies and contracts: those it was made with, or
 * those of the service, asked for once per client.
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
  return await client.chains.read(options);
}
