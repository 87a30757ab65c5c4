import type { DepositEvent } from '@portage/core/chain';
import type { DepositOutcome } from './judgeDeposit.js';

/** A deposit as it is to be written: with its outcome when it is final. */
export interface DepositRow {
  readonly event: DepositEvent;
  readonly outcome: Pick<DepositOutcome, 'type' | 'reason' | 'leg'> | undefined;
}

/** Earlier bookings of a deposit that was written. */
export interface WrittenDeposit {
  /** Number of times that a reorg took it back. */
  readonly reorgCount: number;
  /**
   * Loss that the operator stands in for since a reorg took the deposit back after it was spent.
   */
  readonly coveredLoss: bigint;
}

/** A deposit that a reorg took back, as it was. */
export interface ReorgedDeposit {
  readonly txId: string;
  readonly ordinal: number;
  /** The order that it paid for. */
  readonly orderId: string;
  readonly depositor: string;
  readonly payer: string;
  readonly reason: string;
  readonly currency: string;
  readonly amount: bigint;
  /** `requote` only while it pays for no order yet. */
  readonly outcome: DepositOutcome['type'] | undefined;
  readonly leg: string | undefined;
  /** Number of times that a reorg took this deposit back before. */
  readonly reorgCount: number;
}
