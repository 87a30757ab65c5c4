import type { RequestStatus } from '@portage/core';

/** Which requests, in which order, and where to go on. Members that are left out do not matter. */
export interface RequestsQuery {
  /**
   * Accounts in their canonical form, each payer, recipient or deposit address; an account may be
   * canonical on several families of chains.
   */
  readonly users?: readonly string[] | undefined;
  readonly status?: readonly RequestStatus[] | undefined;
  readonly id?: string | undefined;
  readonly orderId?: string | undefined;
  /** Ids of transactions that paid for, filled or paid back the order, or were sent to do so. */
  readonly txIds?: readonly string[] | undefined;
  /** Texts of one deposit address: requests that it was made for, or that were paid through it. */
  readonly depositAddresses?: readonly string[] | undefined;
  /**
   * Whether requests are listed that were made for what came through an open address. Default: they
   * are not, unless one is asked for.
   */
  readonly includeChildren?: boolean | undefined;
  readonly originChainId?: number | undefined;
  readonly destinationChainId?: number | undefined;
  /** A chain on either side. */
  readonly chainId?: number | undefined;
  readonly referrer?: string | undefined;
  readonly referrerAddress?: string | undefined;
  readonly apiKeyId?: string | undefined;
  /** Keys of which one came with the quote. */
  readonly apiKeyIds?: readonly string[] | undefined;
  /** Milliseconds since 1970, inclusive, of the time that is sorted by. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Default `created`. */
  readonly sortBy?: 'created' | 'updated' | undefined;
  readonly order?: 'newest first' | 'oldest first' | undefined;
  /** At most this many, 1 to 1000. */
  readonly limit: number;
  /** `continuation` of the page before. */
  readonly continuation?: string | undefined;
}
