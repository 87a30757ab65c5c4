/** Payers and blocks among which plain transfers are looked for, both ends included. */
export interface SendSearch {
  /** Accounts in their canonical form. */
  readonly payers: readonly string[];
  readonly first: number;
  readonly last: number;
}

/**
 * Search for plain transfers of payers, of which no log tells: one that its payer's client does not
 * name is found all the same. It is believed no more than a client's word.
 */
export interface SendFinder {
  /**
   * Whether swaps that payers make alone are found so too: no log tells of them either. By default
   * logs do.
   */
  readonly findsSwaps?: boolean | undefined;
  /** Blocks of one search at most. */
  readonly blocksMax: number;
  /**
   * Transactions of blocks that may be plain transfers of these payers, as one endpoint tells them.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  find(search: SendSearch, signal: AbortSignal): Promise<readonly string[]>;
}
