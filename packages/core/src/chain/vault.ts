import type { EscrowKey } from './spend/intents.js';

/** Money that a chain's depository holds, as far as the solver collects its earnings. */
export interface Vault {
  /** Account whose balances the books are compared with. */
  readonly account: string;
  /**
   * Seconds between a depositor's request for its money and the payment; undefined where depositors
   * cannot ask.
   */
  readonly reclaimDelay?: number | undefined;
  /** Most releases of one collection. */
  readonly releasesMax: number;
  /**
   * Amount of a currency that may be released now: what the depository's limit leaves, and nothing
   * while releases are paused.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  available(currency: string, signal?: AbortSignal): Promise<bigint>;
  /**
   * The most of a currency that may leave the depository within its window: 0 where its owner has
   * set no limit, so that nothing leaves. Absent where the chain limits no currency.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  limit?(currency: string, signal?: AbortSignal): Promise<bigint>;
  /**
   * Amounts that the depository holds under these, one answer each. @throws PortageError
   * `RPC_HTTP_ERROR`
   */
  held(escrows: readonly EscrowKey[], signal?: AbortSignal): Promise<readonly bigint[]>;
}
