import type {
  PathCall,
  PathDelivery,
  Rebalance,
  RebalanceLane,
  RebalancePath,
} from '@portage/core/plugin';

/** Terms of a path's transaction, as its data state them. */
export interface PathCallTerms {
  /** Most of the origin currency that it takes, in smallest units; `value` where it is native. */
  readonly amount: bigint;
  /** Account that it is delivered to, in its canonical form. */
  readonly recipient: string;
}

/** A path whose far side the suite's author controls, for `testPath`. */
export interface PathFixture {
  readonly path: RebalancePath;
  /** Canonical form of an address of a chain. @throws PortageError `INVALID_ADDRESS` */
  readonly normalizeAddress: (chainId: number, address: string) => string;
  /** An amount that the path delivers on a lane, in smallest units of the destination currency. */
  readonly receivedOn: (lane: RebalanceLane) => bigint;
  /** Accounts of the solver on both sides of a lane, in their canonical form. */
  readonly accountsOn: (lane: RebalanceLane) => Pick<Rebalance, 'sender' | 'recipient'>;
  /** Reads a call back from its data. */
  readonly readCall: (call: PathCall, rebalance: Rebalance) => PathCallTerms;
  /** Carries a rebalance out until its delivery is final; what the far chain says of it. */
  readonly deliver: (rebalance: Rebalance) => Promise<PathDelivery>;
  /**
   * Makes another account pay the recipient the same amount on the far chain, as like the rebalance
   * as a stranger can.
   */
  readonly forge: (rebalance: Rebalance) => Promise<void>;
  readonly close: () => Promise<void>;
}
