import type { Observed } from '../../observed.js';
import type { ChainEvent, ChainUpdate, Cursor, DepositEvent } from './events.js';

/** Watches a chain. */
export interface Observe {
  /**
   * Follows the chain from the newest of `known`, which come in any order, that is still part of
   * it; a rollback is yielded first where the newest is not. With nothing known it starts at the
   * configured height. Ends when the signal aborts; retries its endpoints by itself and never skips
   * a block.
   */
  updates(known: readonly Cursor[], signal: AbortSignal): AsyncIterable<ChainUpdate>;
  /**
   * Reads one transaction again and returns our events in it. @throws PortageError
   * `UNKNOWN_TRANSACTION`
   */
  trace(txId: string, signal?: AbortSignal): Promise<readonly ChainEvent[]>;
  /**
   * Whether a quorum of independent endpoints agrees that these deposits happened, one answer each.
   * Asked before money is spent; an endpoint that fails never counts as agreeing, and the quorum
   * never shrinks.
   */
  confirm(deposits: readonly DepositEvent[], signal?: AbortSignal): Promise<readonly boolean[]>;
  /** The newest block seen, or undefined before the first. */
  tip(): Observed<Cursor> | undefined;
}
