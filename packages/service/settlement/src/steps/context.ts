import type { Money, Observed, Clock } from '@portage/core';
import type { Chain, ChainAdvance, Chains } from '@portage/core/chain';
import type { Log, Queryable } from '@portage/database';
import type { SettlementContext } from '../books/context.js';

/** Everything that a step of a chain is judged and written with. */
export interface StepContext {
  readonly settlement: SettlementContext & Queryable;
  readonly chains: Chains;
  /** Price of an asset by its id, from memory. */
  readonly prices: (assetId: string) => Observed<Money.Price> | undefined;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  readonly log: Log;
  /** Called with `deposit-seen` once a step with deposits is written. */
  readonly failpoint?: ((name: string) => void) | undefined;
}

/** A deposit that was spent against before the deepest rule of its chain held for it. */
export interface ExposedDeposit {
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly height: number;
}

/** Place up to which one chain is known, in memory. */
export interface ChainPosition {
  /** Hash of the newest block that is written; empty before the first. */
  readonly from: string;
  readonly finalizedHeight: number;
  /** Deposits that wait for finality. */
  readonly openDeposits: number;
  /** Events that wait until a quorum tells them, and end requests then. */
  readonly unconfirmedEvents: number;
  /** Deposits that are deep enough by our own reading, and by no quorum's yet. */
  readonly unconfirmedDeposits: number;
  /**
   * Deposits that were spent against before the deepest rule of the chain held for them; undefined
   * while they are not read, and on a chain without a limit.
   */
  readonly exposed?: readonly ExposedDeposit[] | undefined;
  /** Confirmations that each deposit needs at least after a deep reorg, as it was last read. */
  readonly raisedDepth?: number | undefined;
}

/** The step before, which may be on its way to the database. */
export interface EarlierStep {
  readonly orderIds: ReadonlySet<string>;
  readonly written: Promise<void>;
}

/** A step that is to be judged. */
export interface NextStep {
  readonly chain: Chain;
  /** Where the chain is known to be. */
  readonly position: ChainPosition;
  readonly advance: ChainAdvance;
  readonly earlier: EarlierStep | undefined;
}
