import { PortageError } from '@portage/core/errors';
import { createChainList, type ChainList, type ChainListOptions } from './chainList.js';
import {
  createTransport,
  type ClockedTransport,
  type TransportOptions,
} from './transport/createTransport.js';

/** Options of a client. */
export interface ClientOptions extends TransportOptions, ChainListOptions {
  /** Name of the app, sent as `referrer`. Nothing is sent by default. */
  readonly source?: string | undefined;
  /**
   * First wait between polls in milliseconds, where the service cannot push. One second by default.
   */
  readonly pollMs?: number | undefined;
}

/** Members of every client, before plugins are added. */
export interface ClientBase extends ClockedTransport {
  readonly source: string | undefined;
  readonly pollMs: number;
  readonly random: () => number;
  /** Requests that are being executed, so that none is executed twice at a time. */
  readonly running: Set<string>;
  /** Chains of this client: pinned, or fetched once. */
  readonly chains: ChainList;
}

/** A client with the members that its plugins added. */
export type Client<Added extends object = object> = ClientBase &
  Added & {
    /**
     * Makes a new client with the members of a plugin; this one stays as it is. A plugin names in
     * its parameter the members that it needs, and the types refuse a client that lacks one.
     *
     * @throws PortageError `INVALID_CONFIGURATION` when the plugin would replace a member
     */
    extend<More extends object>(plugin: (client: Client<Added>) => More): Client<Added & More>;
  };

/**
 * Makes a client of one service. No client is global: two clients share nothing.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000' });
 * const quote = await getQuote(client, {
 *   user,
 *   originChainId: 8453,
 *   destinationChainId: 10,
 *   amount: '1000000',
 * });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return extendable({
    ...transport,
    source: options.source,
    pollMs: options.pollMs ?? 1_000,
    random: options.random ?? Math.random,
    running: new Set(),
    chains: createChainList(transport, options),
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
