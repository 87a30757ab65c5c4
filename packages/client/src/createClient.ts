import { PortageError, type ChainInfo, type Transport } from '@portage/core';
import { createChainList, type ChainList } from './chainList.js';
import { createTransport, type TransportOptions } from './transport/createTransport.js';

/** What a client is made of. */
export interface ClientOptions extends TransportOptions {
  /**
   * The chains to trust, with the addresses of their contracts. Pin them (ship them with the app,
   * say) and a service that turns hostile cannot name another depository; unless given they are
   * fetched once from the service.
   */
  readonly chains?: readonly ChainInfo[] | undefined;
  /** Name of the app, sent as `referrer`; nothing is sent unless given. */
  readonly source?: string | undefined;
  /** First wait between polls where the service cannot push, one second unless told. */
  readonly pollMs?: number | undefined;
}

/** What every client carries before plugins are added. */
export interface ClientBase extends Transport {
  readonly source: string | undefined;
  readonly pollMs: number;
  readonly random: () => number;
  /** The chains of this client: pinned, or fetched once. */
  readonly chains: ChainList;
}

/** A client with what its plugins added. */
export type Client<Added extends object = object> = ClientBase &
  Added & {
    /**
     * A new client with the members that a plugin makes; this one stays as it is. A plugin names in
     * its parameter what it needs, and the types refuse a client that lacks it.
     *
     * @throws PortageError `INVALID_CONFIGURATION` when the plugin would replace a member
     */
    extend<More extends object>(plugin: (client: Client<Added>) => More): Client<Added & More>;
  };

/**
 * Makes a client of one service. There is no global one: two clients share nothing.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000' });
 * const quote = await getQuote(client, { user, originChainId: 8453, destinationChainId: 10, amount: '1000000' });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return extendable({
    ...transport,
    source: options.source,
    pollMs: options.pollMs ?? 1_000,
    random: options.random ?? Math.random,
    chains: createChainList(transport, options.chains),
  });
}

function extendable<Members extends ClientBase>(members: Members): Client<Members> {
  return {
    ...members,
    extend: (plugin) => {
      const added = plugin(extendable(members));
      const taken = Object.keys(added).find((name) => name === 'extend' || name in members);
      if (taken !== undefined)
        throw new PortageError('INVALID_CONFIGURATION', {
          message: `The plugin would replace "${taken}" of the client.`,
        });
      return extendable({ ...members, ...added });
    },
  };
}
