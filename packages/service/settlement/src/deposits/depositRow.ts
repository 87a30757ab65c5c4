import type { DepositEvent } from '@portage/core/chain';

/** What becomes of the money of a deposit, once it is final. */
export interface DepositOutcome {
  readonly outcome: 'matched' | 'refund' | 'suspense' | 'requote';
  readonly reason: string;
  readonly leg: string | undefined;
}

/** A deposit as it is to be written: with its outcome when it is final. */
export interface DepositRow {
  readonly event: DepositEvent;
  readonly verdict: DepositOutcome | undefined;
}

/** What was booked before on a deposit that was written. */
export interface WrittenDeposit {
  /** How often a reorg took it back. */
  readonly losses: number;
  /** What the house stands in for since a reorg took the deposit back after it was spent. */
  readonly covered: bigint;
}

/** A deposit that a reorg took back, as it was. */
export interface ReorgedDeposit {
  readonly txId: string;
  readonly ordinal: number;
  /** The order that it paid for. */
  readonly orderId: string;
  readonly currency: string;
  readonly amount: bigint;
  /** `requote` only while it pays for no order yet. */
  readonly outcome: 'matched' | 'refund' | 'suspense' | 'requote' | undefined;
  readonly leg: string | undefined;
  /** How often this deposit was lost before. */
  readonly losses: number;
}
