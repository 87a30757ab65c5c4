import type { Observed } from '../observed.js';

/** Balances and sequence of an account at one block. */
export interface AccountAt {
  /** By currency; one that cannot be read is missing, which is not the same as zero. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** The sequence after the last that it had used. */
  readonly sequence: bigint;
}

/** An account and a currency that it may have. */
export interface BalancePlace {
  readonly account: string;
  readonly currency: string;
  /**
   * Account that may take the currency: then it is its allowance that is read, and no balance. Only
   * where `Deposits.approvedTo` names one.
   */
  readonly spender?: string | undefined;
}

/** Balances on a chain. */
export interface Balances {
  /**
   * Reads the chain. @throws PortageError `RPC_HTTP_ERROR`; a balance that cannot be read is never
   * 0.
   */
  read(account: string, currency: string, signal?: AbortSignal): Promise<bigint>;
  /**
   * Everything that an account had at one block, by a quorum; absent where endpoints only tell
   * what it has now. Not used where `Spend.countsSequences` is false: without the count of an
   * account's transactions, one that a node does not know yet looks like a loss.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where not even the native currency can be read
   */
  readAt?(account: string, height: number, signal?: AbortSignal): Promise<AccountAt>;
  /**
   * Reads up to a hundred balances and allowances in one call of one endpoint, for show: no money
   * may rest on them. Undefined for each that cannot be read; absent where a chain has no such
   * call.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  readMany?(
    places: readonly BalancePlace[],
    signal?: AbortSignal,
  ): Promise<readonly (bigint | undefined)[]>;
  /** Amount that the solver can spend, from memory; undefined before the first reading. */
  spendable(currency: string): Observed<bigint> | undefined;
  /**
   * Reason why the solver's balance of a currency cannot be read, from memory; undefined while it
   * can. Such a currency is not quoted and not spent, and the others go on.
   */
  unreadable?(currency: string): string | undefined;
}
