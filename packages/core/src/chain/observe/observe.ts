import type { Observed } from '../../observed.js';
import type { Reread } from './reread.js';
import type { Depth } from './finality.js';
import type { SendFinder } from './sendFinder.js';
import type { UnconfirmedDeposit } from './unconfirmed.js';
import type { ChainEvent, ChainUpdate, Cursor } from './events.js';

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
   * Whether a quorum of independent endpoints agrees that these events happened, one answer each.
   * Asked before money is spent and before a request ends; an endpoint that fails never counts as
   * agreeing, and the quorum never shrinks. With a depth, an endpoint agrees only where so many
   * blocks of its own stand on the event, the event's own included, or where it calls the block
   * final. Default depth: 1.
   */
  confirm(
    events: readonly ChainEvent[],
    signal?: AbortSignal,
    depth?: Depth,
  ): Promise<readonly boolean[]>;
  /** A second reading of blocks; absent where the first one can leave nothing out. */
  readonly reread?: Reread | undefined;
  /** Search for plain transfers; absent where the chain has none, or where updates tell of them. */
  readonly sends?: SendFinder | undefined;
  /**
   * Deposits that wait to be in a block, by one endpoint. They are for show: nothing is credited or
   * paid by them. Absent where a chain does not tell, or where blocks come at once.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  unconfirmed?(signal: AbortSignal): Promise<readonly UnconfirmedDeposit[]>;
  /** The newest block seen, or undefined before the first. */
  tip(): Observed<Cursor> | undefined;
}
