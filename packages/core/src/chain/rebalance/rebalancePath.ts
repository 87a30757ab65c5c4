/** A currency of a chain. */
export interface LaneEnd {
  readonly chainId: number;
  /** Canonical address of the currency. */
  readonly currency: string;
}

/** A way that a path moves money: from one currency of a chain to one of another. */
export interface RebalanceLane {
  readonly origin: LaneEnd;
  readonly destination: LaneEnd;
}

/** Quote of a path for the delivery of an amount. */
export interface PathQuote {
  /** Amount to be sent, with all costs of the path, in smallest units of the origin currency. */
  readonly amount: bigint;
  /** Seconds from the sending until the delivery is final. */
  readonly seconds: number;
  /** The most gas that the sending transaction uses, in units. */
  readonly gas: number;
}

/** Money that is sent over a path. */
export interface Rebalance {
  /**
   * Id of the rebalance, 32 bytes: `0x` and 64 hexadecimal digits in lower case. The same one
   * always means the same rebalance, so that a path can deliver it once.
   */
  readonly id: string;
  readonly lane: RebalanceLane;
  /** Smallest units of the origin currency. */
  readonly amount: bigint;
  /** Account that sends it, on the origin chain. */
  readonly sender: string;
  /** Account that it is delivered to, on the destination chain. */
  readonly recipient: string;
}

/**
 * Transaction of the sender that hands a rebalance over to a path. It may take no more than the
 * amount of the rebalance and its gas.
 */
export interface PathCall {
  readonly to: string;
  /** Native currency that goes along, smallest units. */
  readonly value: bigint;
  readonly data: string;
  /** The most gas that the transaction may use, in units. */
  readonly gasLimit: number;
}

/** A rebalance that arrived. */
export interface PathDelivery {
  /** Amount that arrived, in smallest units of the destination currency. */
  readonly amount: bigint;
  /** Block of the destination chain that holds the delivery. */
  readonly height: number;
}

/**
 * A way to move the solver's inventory between chains: a canonical bridge, an exchange, another
 * bridge's API.
 *
 * Its rebalances go through the outbox of the origin chain: their signed bytes are stored before
 * they are sent, and at most one version lands. What is on the way is the solver's own money, and
 * counted as that, until the path tells of its delivery.
 */
export interface RebalancePath {
  /** Name by which rebalances are stored; it must stay the same. */
  readonly name: string;
  readonly lanes: readonly RebalanceLane[];
  /**
   * Quote for a delivery of `received`, from memory, without a network call; undefined where the
   * path does not move so much now.
   *
   * @param received - smallest units of the destination currency
   */
  quote(lane: RebalanceLane, received: bigint): PathQuote | undefined;
  /** The transaction that sends a rebalance. Pure. */
  send(rebalance: Rebalance): PathCall;
  /**
   * Looks for the delivery of a rebalance; undefined before it is final. The answer is booked, so
   * it must rest on what a quorum of endpoints says of this rebalance alone: its id, its sender,
   * its recipient and its currency.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where it cannot be told
   */
  delivery(rebalance: Rebalance, signal?: AbortSignal): Promise<PathDelivery | undefined>;
}
