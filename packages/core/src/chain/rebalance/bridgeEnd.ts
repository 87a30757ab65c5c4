import type { PathCall, PathDelivery, Rebalance } from './rebalancePath.js';

/**
 * One end of a canonical bridge. Two ends with one name, on two chains, are a path between those
 * chains, in both directions.
 */
export interface BridgeEnd {
  /** Name of the bridge, the same at both ends. */
  readonly name: string;
  /** Ids of the assets that it moves, as in `usdt`. */
  readonly assets: readonly string[];
  /** Part of what is sent from this end that the bridge keeps, in basis points. */
  readonly feeBps: bigint;
  /** Seconds from sending here until the delivery at the other end is final. */
  readonly seconds: number;
  /** The most gas that the sending transaction uses, in units. */
  readonly gas: number;
  /** The transaction that sends from this end. Pure. */
  send(rebalance: Rebalance): PathCall;
  /**
   * The delivery at this end of a rebalance from the other one; undefined before it is final.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  delivery(rebalance: Rebalance, signal?: AbortSignal): Promise<PathDelivery | undefined>;
}
