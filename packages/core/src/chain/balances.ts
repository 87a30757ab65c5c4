import type { Observed } from '../observed.js';

/** Balances on a chain. */
export interface Balances {
  /**
   * Reads the chain. @throws PortageError `RPC_HTTP_ERROR`; a balance that cannot be read is never
   * 0.
   */
  read(account: string, currency: string, signal?: AbortSignal): Promise<bigint>;
  /** Amount that the solver can spend, from memory; undefined before the first reading. */
  spendable(currency: string): Observed<bigint> | undefined;
  /**
   * Reason why the solver's balance of a currency cannot be read, from memory; undefined while it
   * can. Such a currency is not quoted and not spent, and the others go on.
   */
  unreadable?(currency: string): string | undefined;
}
